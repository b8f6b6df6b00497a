//! Views of the `ndarray` crate as arguments, its arrays as returns.

mod array;
mod array_view;
mod array_view_mut;
mod strides;

//! Tensors: views of the caller's memory and tensors of our own, as DLPack describes them.

mod buffer;
mod layout;
mod owned;
mod view;
mod view_mut;

pub use owned::Tensor;
pub use view::TensorView;
pub use view_mut::TensorViewMut;

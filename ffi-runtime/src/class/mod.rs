//! Objects of every type, and the keys their types are known by.

mod object;
mod object_conversions;
mod type_key;

pub use object::Object;

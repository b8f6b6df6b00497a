//! Element types: what a tensor's elements are, and which Rust types they can be read as.

mod custom;
mod data_type;
mod element;
#[cfg(feature = "half")]
mod half_elements;
mod names;
mod parse;

pub use data_type::DataType;
pub use element::{Element, Untyped, ViewElement};
pub(crate) use names::write_lanes;
pub use parse::ParseDataTypeError;
pub(crate) use parse::parse as parse_name;

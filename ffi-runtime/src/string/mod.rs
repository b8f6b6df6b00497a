//! Strings and bytes: both are byte arrays in an object, or up to seven bytes in the any itself.

mod append;
mod byte_sequence;
mod bytes;
mod debug;
mod lookup_key;
mod owned_any;
mod text;

pub(crate) use append::append;
pub(crate) use byte_sequence::content;
pub use bytes::Bytes;
pub(crate) use lookup_key::with_lookup_key;
pub use owned_any::own;
pub(crate) use text::{new_string, new_string_of_bytes};

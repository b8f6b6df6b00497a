//! The global functions behind arrays, lists, maps, dicts and shapes.
//!
//! No lock is held while values are dropped or compared by code from outside, and a container is whole again
//! before anything that it held is dropped: that code may use the same container.

mod arguments;
mod equality;
mod list;
mod list_buffer;
mod mapping;
mod mapping_globals;
mod sequence_globals;
mod table;

use super::marker_objects;
use crate::function::Function;

/// The functions with their names.
pub(super) fn all() -> Vec<(&'static str, Function)> {
    let mut all = sequence_globals::all();
    all.extend(mapping_globals::all());
    all.push(("ffi.GetInvalidObject", Function::from_fn(marker_objects::missing_value)));
    all.push(("ffi.GetKwargsObject", Function::from_fn(marker_objects::keyword_marker)));
    all
}

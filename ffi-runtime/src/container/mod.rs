//! Containers: arrays, lists, maps, dicts, shapes, and the Rust collections that become one of them.
//!
//! Arrays and lists have the ABI's own layout, so reading them needs no call. Maps and dicts are the host's:
//! their layout is C++'s, so they are reached through the host's functions.

mod array;
mod deferred_drop;
mod dict;
mod enums;
mod fixed_array;
mod list;
mod map;
mod mapping;
mod mapping_functions;
mod sequence;
mod sets;
mod shape;
mod std_maps;
mod tuples;
mod vec;

pub use array::Array;
pub(crate) use deferred_drop::drop_values;
pub use dict::Dict;
pub use enums::{
    find_choice, nest_union, nested_too_deep, write_choice_schema, write_union_name, write_union_schema,
};
pub use list::List;
pub use map::Map;
pub(crate) use sequence::{new_array, new_list_object};
pub use shape::Shape;

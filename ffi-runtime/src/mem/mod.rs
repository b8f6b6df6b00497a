//! Memory of objects: reference counts, allocation with the header the ABI asks for, and the two-phase
//! deleter.

mod allocation;
mod object_box;
mod ref_count;
mod virtual_object;

pub(crate) use allocation::{allocate_space, builtin_allocator, free_space, set_allocator_source};
pub(crate) use object_box::{
    contain_panic, is_made_here, live_objects, new_object, new_object_with_trailing,
};
#[cfg(test)]
pub(crate) use ref_count::strong_count;
pub(crate) use ref_count::{
    COUNT_BOTH_ONE, decrease_strong, decrease_weak, increase_strong, increase_weak, is_unique, promote_weak,
};
pub(crate) use virtual_object::{VIRTUAL_HEADER_OFFSET, new_virtual_object, virtual_object_body};

//! Where objects' memory comes from: the host's allocator, or this crate's when there is none.

use core::ffi::c_void;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

use crate::sys::{AllocHeader, CustomAllocator, TypeIndex};

/// `TVMFFIGetCustomAllocator`.
type AllocatorSource = unsafe extern "C" fn() -> *mut CustomAllocator;

/// The host's function that names the allocator; null without a host or with one that has none.
static ALLOCATOR_SOURCE: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// From now on objects are allocated by the allocator that `source` names.
pub(crate) fn set_allocator_source(source: AllocatorSource) {
    ALLOCATOR_SOURCE.store(source as *mut c_void, Ordering::Release);
}

/// Uninitialised memory for an object, preceded by its [`AllocHeader`].
pub(crate) fn allocate_space(layout: Layout, type_index: TypeIndex) -> *mut c_void {
    let source = ALLOCATOR_SOURCE.load(Ordering::Acquire);
    let space = if source.is_null() {
        builtin_allocate(layout.size(), layout.align(), type_index, core::ptr::null_mut())
    } else {
        // SAFETY: only `set_allocator_source` stores the pointer, from a function of this type; the allocator
        // it names lives as long as the process.
        unsafe {
            let source = core::mem::transmute::<*mut c_void, AllocatorSource>(source);
            let allocator = &*source();
            match allocator.allocate {
                Some(allocate) => allocate(layout.size(), layout.align(), type_index, allocator.context),
                None => core::ptr::null_mut(),
            }
        }
    };
    if space.is_null() {
        handle_alloc_error(layout);
    }
    space
}

/// Gives the memory of an object back.
///
/// # Safety
/// `object` was returned by [`allocate_space`] and is not used afterwards.
pub(crate) unsafe fn free_space(object: *mut c_void) {
    // SAFETY: an alloc header precedes every object that `allocate_space` returns.
    let header = unsafe { &*object.cast::<AllocHeader>().sub(1) };
    if let Some(delete_space) = header.delete_space {
        // SAFETY: the allocator that made the memory wrote this function.
        unsafe { delete_space(object) }
    }
}

/// The allocator that a host without one of its own offers.
pub(crate) fn builtin_allocator() -> &'static CustomAllocator {
    static BUILTIN: CustomAllocator =
        CustomAllocator { allocate: Some(builtin_allocate), context: core::ptr::null_mut() };
    &BUILTIN
}

/// What stands before an object of the builtin allocator: how the memory was asked for, then the header.
#[repr(C)]
struct BuiltinPrefix {
    size: usize,
    alignment: usize,
    padding: usize,
    header: AllocHeader,
}

const PREFIX_SIZE: usize = size_of::<BuiltinPrefix>();
const _: () = assert!(PREFIX_SIZE == 4 * size_of::<usize>() && PREFIX_SIZE.is_power_of_two());

extern "C" fn builtin_allocate(
    size: usize,
    alignment: usize,
    _type_index: TypeIndex,
    _context: *mut c_void,
) -> *mut c_void {
    // The object stands at a multiple of its alignment, the prefix directly before it.
    let alignment = alignment.max(align_of::<BuiltinPrefix>()).max(16);
    let offset = alignment.max(PREFIX_SIZE);
    let Some(total) = size.checked_add(offset) else { return core::ptr::null_mut() };
    let Ok(layout) = Layout::from_size_align(total, alignment) else { return core::ptr::null_mut() };
    // SAFETY: the layout is at least the prefix, so not zero-sized; the prefix lies inside the block because
    // `offset` is at least its size and a multiple of its alignment.
    unsafe {
        let base = alloc(layout);
        if base.is_null() {
            return core::ptr::null_mut();
        }
        let object = base.add(offset);
        object.cast::<BuiltinPrefix>().sub(1).write(BuiltinPrefix {
            size: total,
            alignment,
            padding: 0,
            header: AllocHeader { delete_space: Some(builtin_delete_space) },
        });
        object.cast()
    }
}

/// # Safety
/// `object` was returned by [`builtin_allocate`] and is not used afterwards.
unsafe extern "C" fn builtin_delete_space(object: *mut c_void) {
    // SAFETY: `builtin_allocate` wrote the prefix with the layout it used, `offset` bytes into the block.
    unsafe {
        let prefix = object.cast::<BuiltinPrefix>().sub(1).read();
        let base = object.cast::<u8>().sub(prefix.alignment.max(PREFIX_SIZE));
        dealloc(base, Layout::from_size_align_unchecked(prefix.size, prefix.alignment));
    }
}

//! Objects of C++ classes with virtual functions: the pointer to the table of these functions stands before the
//! header. References point at the header, as to any object; C++ calls the functions with the address of the
//! pointer.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use core::sync::atomic::AtomicU64;
use std::alloc::Layout;

use super::object_box::{ObjectBox, contain_panic, live_objects};
use super::{COUNT_BOTH_ONE, allocate_space, free_space};
use crate::sys::{DELETER_STRONG, DELETER_WEAK, ObjectHeader, TypeIndex};

/// An object with the pointer to its class's virtual functions.
#[repr(C)]
struct VirtualBox<T> {
    functions: *const c_void,
    object: ObjectBox<T>,
}

/// Where the header stands.
pub(crate) const VIRTUAL_HEADER_OFFSET: usize = size_of::<*const c_void>();

/// A new object with one strong reference, owned by the caller. `functions` is what C++ looks virtual functions
/// up in.
pub(crate) fn new_virtual_object<T: Send + Sync>(
    type_index: TypeIndex,
    functions: *const c_void,
    body: T,
) -> NonNull<ObjectHeader> {
    const {
        assert!(
            core::mem::offset_of!(VirtualBox<T>, object) == VIRTUAL_HEADER_OFFSET
                && core::mem::offset_of!(ObjectBox<T>, body) == size_of::<ObjectHeader>(),
            "C++ has no gaps between the pointer, the header and the body"
        );
    }
    let space = allocate_space(Layout::new::<VirtualBox<T>>(), type_index).cast::<VirtualBox<T>>();
    live_objects::add();
    let header = ObjectHeader {
        combined_ref_count: AtomicU64::new(COUNT_BOTH_ONE),
        type_index,
        padding: 0,
        deleter: Some(delete::<T>),
    };
    // SAFETY: the space has the size and alignment of the box, is ours alone, and is not null.
    unsafe {
        space.write(VirtualBox { functions, object: ObjectBox { header, body } });
        NonNull::new_unchecked(&raw mut (*space).object.header)
    }
}

/// The body of an object, given the address that C++ calls its virtual functions with.
///
/// # Safety
/// `this` is the address of an object made by [`new_virtual_object`] with a `T`, alive for `'a`.
pub(crate) unsafe fn virtual_object_body<'a, T>(this: *const c_void) -> &'a T {
    // SAFETY: the caller promises such an object.
    unsafe { &(*this.cast::<VirtualBox<T>>()).object.body }
}

/// # Safety
/// `header` belongs to a `VirtualBox<T>` made above, and each flag is passed at most once.
unsafe extern "C" fn delete<T>(header: *mut c_void, flags: c_int) {
    // SAFETY: the header stands there in the box.
    let space = unsafe { header.byte_sub(VIRTUAL_HEADER_OFFSET) }.cast::<VirtualBox<T>>();
    if flags & DELETER_STRONG != 0 {
        // SAFETY: the last strong reference is gone, so the body is dropped once and not used again.
        contain_panic(|| unsafe { core::ptr::drop_in_place(&raw mut (*space).object.body) });
    }
    if flags & DELETER_WEAK != 0 {
        live_objects::remove();
        // SAFETY: the last reference of any kind is gone and the space came from `allocate_space`.
        unsafe { free_space(space.cast()) }
    }
}

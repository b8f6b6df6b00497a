//! The memory of a list's elements, apart from the list so that it can grow.

use core::ffi::c_void;
use std::alloc::{Layout, alloc, dealloc};

use crate::error::Result;
use crate::sys::RawAny;

/// What stands before the elements: how much memory was asked for. As wide as an element, so that those stay
/// aligned.
#[repr(C)]
struct BufferPrefix {
    size: usize,
    padding: usize,
}
const _: () = assert!(size_of::<BufferPrefix>() == size_of::<RawAny>());
const _: () = assert!(size_of::<BufferPrefix>().is_multiple_of(align_of::<RawAny>()));
const _: () = assert!(align_of::<BufferPrefix>() <= align_of::<RawAny>());

/// Room for `count` elements, to be freed by [`delete_buffer`].
///
/// # Errors
/// A MemoryError: the count may come from outside.
pub(super) fn new_buffer(count: usize) -> Result<*mut RawAny> {
    let layout = count.checked_add(1).and_then(|count| Layout::array::<RawAny>(count).ok());
    // SAFETY: the layout is not empty: it has room for the prefix.
    let base = layout.map_or(core::ptr::null_mut(), |layout| unsafe { alloc(layout) });
    let Some(layout) = layout.filter(|_| !base.is_null()) else {
        bail!(MemoryError, "there is no memory for a list of {count} elements")
    };
    // SAFETY: there is room for the prefix, and the elements begin behind it.
    unsafe {
        base.cast::<BufferPrefix>().write(BufferPrefix { size: layout.size(), padding: 0 });
        Ok(base.cast::<BufferPrefix>().add(1).cast())
    }
}

/// # Safety
/// `data` is null or was returned by [`new_buffer`], and is not used any more.
pub(super) unsafe extern "C" fn delete_buffer(data: *mut c_void) {
    if data.is_null() {
        return;
    }
    // SAFETY: the prefix stands before the elements and tells the layout.
    unsafe {
        let base = data.cast::<BufferPrefix>().sub(1);
        let layout = Layout::from_size_align_unchecked((*base).size, align_of::<RawAny>());
        dealloc(base.cast(), layout);
    }
}

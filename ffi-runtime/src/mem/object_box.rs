//! Objects made by this crate: a header, a Rust body and, for some, items behind it.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use core::sync::atomic::AtomicU64;
use std::alloc::{Layout, handle_alloc_error};

use super::{COUNT_BOTH_ONE, allocate_space, free_space};
use crate::sys::{DELETER_STRONG, DELETER_WEAK, ObjectDeleter, ObjectHeader, TypeIndex};

/// An object whose body is `T`; the ABI's cells are such bodies, or stand at the start of one.
#[repr(C)]
pub(crate) struct ObjectBox<T> {
    pub(crate) header: ObjectHeader,
    pub(crate) body: T,
}

/// A new object with one strong reference, owned by the caller.
pub(crate) fn new_object<T: Send + Sync>(type_index: TypeIndex, body: T) -> NonNull<ObjectHeader> {
    new_object_with_trailing(type_index, 0, |_| body)
}

/// A new object with `trailing` bytes behind its body; `body` is given their address, which is aligned as
/// the body is, to fill them.
pub(crate) fn new_object_with_trailing<T: Send + Sync>(
    type_index: TypeIndex,
    trailing: usize,
    body: impl FnOnce(*mut u8) -> T,
) -> NonNull<ObjectHeader> {
    let body_offset = core::mem::offset_of!(ObjectBox<T>, body);
    assert!(
        body_offset == size_of::<ObjectHeader>(),
        "every language looks for the body directly behind the header"
    );
    let fixed = Layout::new::<ObjectBox<T>>();
    let Some(size) = fixed.size().checked_add(trailing) else { handle_alloc_error(fixed) };
    let Ok(layout) = Layout::from_size_align(size, fixed.align()) else { handle_alloc_error(fixed) };
    let space = allocate_space(layout, type_index);
    live_objects::add();
    // SAFETY: the space has the size and alignment of the box and the trailing bytes, and is ours alone. A
    // panic of `body` leaks the space and nothing else.
    unsafe {
        let body = body(space.cast::<u8>().add(fixed.size()));
        space.cast::<ObjectBox<T>>().write(ObjectBox {
            header: ObjectHeader {
                combined_ref_count: AtomicU64::new(COUNT_BOTH_ONE),
                type_index,
                padding: 0,
                deleter: Some(delete::<T>),
            },
            body,
        });
        NonNull::new_unchecked(space.cast())
    }
}

/// Whether this library made the object, with a body of type `T`. Only among objects of one type index: deleters that do
/// the same may be one function.
///
/// # Safety
/// `object` is alive.
pub(crate) unsafe fn is_made_here<T>(object: *const ObjectHeader) -> bool {
    // SAFETY: the caller promises that the object is alive.
    let deleter = unsafe { (*object).deleter };
    deleter.is_some_and(|deleter| core::ptr::fn_addr_eq(deleter, delete::<T> as ObjectDeleter))
}

/// # Safety
/// `object` is an `ObjectBox<T>` made above, and each flag is passed at most once.
unsafe extern "C" fn delete<T>(object: *mut c_void, flags: c_int) {
    if flags & DELETER_STRONG != 0 {
        // SAFETY: the last strong reference is gone, so the body is dropped once and not used again.
        let drop_body =
            || unsafe { core::ptr::drop_in_place(&raw mut (*object.cast::<ObjectBox<T>>()).body) };
        if core::mem::needs_drop::<T>() {
            contain_panic(drop_body);
        }
    }
    if flags & DELETER_WEAK != 0 {
        live_objects::remove();
        // SAFETY: the last reference of any kind is gone and the space came from `allocate_space`.
        unsafe { free_space(object) }
    }
}

/// How many objects this library has made and not freed yet: counted in debug builds, for tests that look for
/// leaks.
pub(crate) mod live_objects {
    #[cfg(debug_assertions)]
    static COUNT: core::sync::atomic::AtomicIsize = core::sync::atomic::AtomicIsize::new(0);

    #[inline(always)]
    pub(crate) fn add() {
        #[cfg(debug_assertions)]
        COUNT.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn remove() {
        #[cfg(debug_assertions)]
        COUNT.fetch_sub(1, core::sync::atomic::Ordering::Relaxed);
    }

    /// The count, None in release builds.
    pub(crate) fn count() -> Option<isize> {
        #[cfg(debug_assertions)]
        return Some(COUNT.load(core::sync::atomic::Ordering::Relaxed));
        #[cfg(not(debug_assertions))]
        None
    }
}

/// A panic of a destructor has nobody to report to: it stops here, and the panic hook has printed it.
pub(crate) fn contain_panic(run: impl FnOnce()) {
    if let Err(payload) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        // Dropping the payload may panic as well.
        core::mem::forget(payload);
    }
}

//! References to objects, opaque objects, and the allocator.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use core::sync::atomic::{AtomicPtr, Ordering};

use super::{guard, lent};
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{CustomAllocator, ObjectHandle, ObjectHeader, OpaqueObjectCell, TypeIndex};

/// # Safety
/// `object` is alive, or null, for which nothing is done.
pub(super) unsafe extern "C" fn increase_reference(object: ObjectHandle) -> c_int {
    if !object.is_null() {
        // SAFETY: the caller promises an object that is alive.
        unsafe { mem::increase_strong(object.cast::<ObjectHeader>()) };
    }
    0
}

/// # Safety
/// The caller owns a reference to `object`, which it gives back; for null nothing is done.
pub(super) unsafe extern "C" fn decrease_reference(object: ObjectHandle) -> c_int {
    if !object.is_null() {
        // SAFETY: the caller promises a reference of its own.
        unsafe { mem::decrease_strong(object.cast::<ObjectHeader>()) };
    }
    0
}

/// Another language's object, given back by its deleter.
#[repr(C)]
struct OpaqueBody {
    cell: OpaqueObjectCell,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}

// SAFETY: the ABI lets any thread use and free objects; the deleter's owner has to cope.
unsafe impl Send for OpaqueBody {}
// SAFETY: as above.
unsafe impl Sync for OpaqueBody {}

impl Drop for OpaqueBody {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the object owned the handle, and the deleter is called once.
            unsafe { deleter(self.cell.handle) }
        }
    }
}

/// When it fails, the handle stays the caller's.
///
/// # Safety
/// `handle` is what `deleter` accepts, from any thread; `out` points to a writable handle.
pub(super) unsafe extern "C" fn create_opaque(
    handle: *mut c_void,
    type_index: TypeIndex,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    out: *mut ObjectHandle,
) -> c_int {
    guard::status("TVMFFIObjectCreateOpaque", || {
        if type_index != TypeIndex::OPAQUE_PY_OBJECT {
            bail!(
                RuntimeError,
                "Expected type index {} (ffi.OpaquePyObject) for an opaque object but got {}",
                TypeIndex::OPAQUE_PY_OBJECT.0,
                type_index.0
            );
        }
        let object = mem::new_object(type_index, OpaqueBody { cell: OpaqueObjectCell { handle }, deleter });
        // SAFETY: the new object's one reference is given to the caller, who promises a writable place.
        unsafe { lent::give(ObjectPtr::from_owned(object), out) };
        Ok(())
    })
}

/// The allocator that was set; null for the builtin one.
static ALLOCATOR: AtomicPtr<CustomAllocator> = AtomicPtr::new(core::ptr::null_mut());

pub(super) extern "C" fn get_custom_allocator() -> *mut CustomAllocator {
    match NonNull::new(ALLOCATOR.load(Ordering::Acquire)) {
        Some(allocator) => allocator.as_ptr(),
        None => core::ptr::from_ref(mem::builtin_allocator()).cast_mut(),
    }
}

/// # Safety
/// `allocator` lives as long as the process, or is null for the builtin one.
pub(super) unsafe extern "C" fn set_custom_allocator(allocator: *mut CustomAllocator) -> c_int {
    guard::status("TVMFFISetCustomAllocator", || {
        // SAFETY: the caller promises null or an allocator.
        if unsafe { allocator.as_ref() }.is_some_and(|allocator| allocator.allocate.is_none()) {
            bail!(ValueError, "Expected an allocator with an `allocate` function but got one without");
        }
        ALLOCATOR.store(allocator, Ordering::Release);
        Ok(())
    })
}

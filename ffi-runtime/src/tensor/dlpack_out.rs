//! Tensors to DLPack.

use core::ffi::c_void;
use core::ptr::NonNull;

use super::body::is_read_only;
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::{DLManagedTensor, DLManagedTensorVersioned, DLPACK_FLAG_READ_ONLY, DLPackVersion, DLTensor};

/// The version of DLPack whose structs these are.
const DLPACK_VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 3 };

/// A managed tensor that owns the reference to a tensor object.
///
/// # Errors
/// ValueError for a read-only tensor, which the struct cannot say.
///
/// # Safety
/// The object is a tensor.
pub(crate) unsafe fn give_legacy(object: ObjectPtr) -> Result<NonNull<DLManagedTensor>> {
    if is_read_only(&object) {
        bail!(
            ValueError,
            "the tensor is read-only, which a `DLManagedTensor` cannot say: take it as a versioned one"
        );
    }
    // SAFETY: every tensor object has the `DLTensor` behind its header.
    let dl_tensor = unsafe { object.body::<DLTensor>().read() };
    let manager_ctx = object.into_raw().as_ptr().cast();
    Ok(boxed(DLManagedTensor { dl_tensor, manager_ctx, deleter: Some(delete) }))
}

/// A managed tensor that owns the reference to a tensor object.
///
/// # Safety
/// The object is a tensor.
pub(crate) unsafe fn give_versioned(object: ObjectPtr) -> NonNull<DLManagedTensorVersioned> {
    let flags = if is_read_only(&object) { DLPACK_FLAG_READ_ONLY } else { 0 };
    // SAFETY: every tensor object has the `DLTensor` behind its header.
    let dl_tensor = unsafe { object.body::<DLTensor>().read() };
    boxed(DLManagedTensorVersioned {
        version: DLPACK_VERSION,
        manager_ctx: object.into_raw().as_ptr().cast(),
        deleter: Some(delete_versioned),
        flags,
        dl_tensor,
    })
}

fn boxed<T>(managed: T) -> NonNull<T> {
    NonNull::from(Box::leak(Box::new(managed)))
}

/// # Safety
/// `context` is the tensor object whose reference a managed tensor owned.
unsafe fn release(context: *mut c_void) {
    if let Some(object) = NonNull::new(context.cast()) {
        // SAFETY: the managed tensor owned the reference, which is given back once.
        drop(unsafe { ObjectPtr::from_owned(object) });
    }
}

/// # Safety
/// `managed` was made by [`give_legacy`] and is not used afterwards.
unsafe extern "C" fn delete(managed: *mut DLManagedTensor) {
    // SAFETY: the struct was boxed there, and is given back once.
    unsafe { release(Box::from_raw(managed).manager_ctx) }
}

/// # Safety
/// `managed` was made by [`give_versioned`] and is not used afterwards.
unsafe extern "C" fn delete_versioned(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: the struct was boxed there, and is given back once.
    unsafe { release(Box::from_raw(managed).manager_ctx) }
}

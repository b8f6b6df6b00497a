//! Tensors to DLPack.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;

use super::tensors::is_read_only;
use super::{guard, lent};
use crate::object::ObjectPtr;
use crate::sys::{
    DLManagedTensor, DLManagedTensorVersioned, DLPACK_FLAG_READ_ONLY, DLPackVersion, DLTensor, ObjectHandle,
    TypeIndex,
};

/// The version of DLPack whose structs these are.
const DLPACK_VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 3 };

/// # Safety
/// `from` is an object that is alive or null; `out` points to a writable pointer.
pub(super) unsafe extern "C" fn tensor_to_dlpack(
    from: ObjectHandle,
    out: *mut *mut DLManagedTensor,
) -> c_int {
    guard::status("TVMFFITensorToDLPack", || {
        // SAFETY: the caller promises an object that is alive; its type is checked.
        let object = unsafe { lent::object(from, TypeIndex::TENSOR, "Tensor")? };
        if is_read_only(&object) {
            bail!(
                ValueError,
                "the tensor is read-only, which a `DLManagedTensor` cannot say: take it as a versioned one"
            );
        }
        // SAFETY: every tensor object has the `DLTensor` behind its header.
        let dl_tensor = unsafe { object.body::<DLTensor>().read() };
        let manager_ctx = object.into_raw().as_ptr().cast();
        let managed = DLManagedTensor { dl_tensor, manager_ctx, deleter: Some(delete) };
        // SAFETY: the caller promises a writable place.
        unsafe { out.write(Box::into_raw(Box::new(managed))) };
        Ok(())
    })
}

/// # Safety
/// `from` is an object that is alive or null; `out` points to a writable pointer.
pub(super) unsafe extern "C" fn tensor_to_dlpack_versioned(
    from: ObjectHandle,
    out: *mut *mut DLManagedTensorVersioned,
) -> c_int {
    guard::status("TVMFFITensorToDLPackVersioned", || {
        // SAFETY: the caller promises an object that is alive; its type is checked.
        let object = unsafe { lent::object(from, TypeIndex::TENSOR, "Tensor")? };
        let flags = if is_read_only(&object) { DLPACK_FLAG_READ_ONLY } else { 0 };
        // SAFETY: every tensor object has the `DLTensor` behind its header.
        let dl_tensor = unsafe { object.body::<DLTensor>().read() };
        let managed = DLManagedTensorVersioned {
            version: DLPACK_VERSION,
            manager_ctx: object.into_raw().as_ptr().cast(),
            deleter: Some(delete_versioned),
            flags,
            dl_tensor,
        };
        // SAFETY: the caller promises a writable place.
        unsafe { out.write(Box::into_raw(Box::new(managed))) };
        Ok(())
    })
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
/// `managed` was made by [`tensor_to_dlpack`] and is not used afterwards.
unsafe extern "C" fn delete(managed: *mut DLManagedTensor) {
    // SAFETY: the struct was boxed there, and is given back once.
    unsafe { release(Box::from_raw(managed).manager_ctx) }
}

/// # Safety
/// `managed` was made by [`tensor_to_dlpack_versioned`] and is not used afterwards.
unsafe extern "C" fn delete_versioned(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: the struct was boxed there, and is given back once.
    unsafe { release(Box::from_raw(managed).manager_ctx) }
}

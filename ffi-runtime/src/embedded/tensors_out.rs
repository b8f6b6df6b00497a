//! Tensors to DLPack.

use core::ffi::c_int;

use super::{guard, lent};
use crate::sys::{DLManagedTensor, DLManagedTensorVersioned, ObjectHandle, TypeIndex};
use crate::tensor;

/// # Safety
/// `from` is an object that is alive or null; `out` points to a writable pointer.
pub(super) unsafe extern "C" fn tensor_to_dlpack(
    from: ObjectHandle,
    out: *mut *mut DLManagedTensor,
) -> c_int {
    guard::status("TVMFFITensorToDLPack", || {
        // SAFETY: the caller promises an object that is alive, whose type is checked, and a writable place.
        unsafe {
            let object = lent::object(from, TypeIndex::TENSOR, "Tensor")?;
            out.write(tensor::give_legacy(object)?.as_ptr());
        }
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
        // SAFETY: the caller promises an object that is alive, whose type is checked, and a writable place.
        unsafe {
            let object = lent::object(from, TypeIndex::TENSOR, "Tensor")?;
            out.write(tensor::give_versioned(object).as_ptr());
        }
        Ok(())
    })
}

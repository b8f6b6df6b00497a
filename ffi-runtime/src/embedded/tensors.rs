//! Tensors from DLPack, and views of tensors.

use core::ffi::c_int;

use super::{guard, lent};
use crate::device::Device;
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::{
    DLDeviceType, DLManagedTensor, DLManagedTensorVersioned, DLTensor, ObjectHandle, TypeIndex,
};
use crate::tensor::{self, Memory, TensorView};

/// Whether addresses on the device can be computed with, so that they tell the alignment.
fn has_addresses(device: DLDeviceType) -> bool {
    device.0 <= DLDeviceType::CUDA_HOST.0
        || matches!(device, DLDeviceType::CUDA_MANAGED | DLDeviceType::ROCM | DLDeviceType::ROCM_HOST)
}

fn check(tensor: &DLTensor, alignment: i32, contiguous: bool) -> Result<()> {
    // SAFETY: the caller of the C function keeps the tensor during the call.
    let view = unsafe { TensorView::<()>::new(tensor) };
    let Ok(required) = u64::try_from(alignment) else {
        bail!(ValueError, "Expected an alignment in bytes, or 0 for any, but got {alignment}")
    };
    if required > 0 && view.numel() > 0 {
        let base = if has_addresses(tensor.device.device_type) { tensor.data.addr() as u64 } else { 0 };
        let first = base.wrapping_add(tensor.byte_offset);
        if first % required != 0 {
            bail!(
                RuntimeError,
                "Expected a tensor aligned to {required} bytes but got address {first:#x} on device {}",
                Device(tensor.device)
            );
        }
    }
    if contiguous && !view.is_contiguous() {
        bail!(
            RuntimeError,
            "Expected a contiguous tensor but got shape {:?} with strides {:?}",
            view.shape(),
            view.strides()
        );
    }
    Ok(())
}

/// When it fails, the tensor stays the caller's.
///
/// # Safety
/// `from` points to a managed tensor of the caller's, or is null; `out` points to a writable handle.
pub(super) unsafe extern "C" fn tensor_from_dlpack(
    from: *mut DLManagedTensor,
    require_alignment: i32,
    require_contiguous: i32,
    out: *mut ObjectHandle,
) -> c_int {
    guard::status("TVMFFITensorFromDLPack", || {
        let check = |tensor: &DLTensor| check(tensor, require_alignment, require_contiguous != 0);
        // SAFETY: the caller promises a managed tensor or null, and a writable place.
        unsafe { lent::give(tensor::take_legacy(from, check)?, out) };
        Ok(())
    })
}

/// When it fails, the tensor stays the caller's.
///
/// # Safety
/// As for [`tensor_from_dlpack`].
pub(super) unsafe extern "C" fn tensor_from_dlpack_versioned(
    from: *mut DLManagedTensorVersioned,
    require_alignment: i32,
    require_contiguous: i32,
    out: *mut ObjectHandle,
) -> c_int {
    guard::status("TVMFFITensorFromDLPackVersioned", || {
        // SAFETY: the caller promises a managed tensor or null, and a writable place.
        unsafe { lent::give(take_versioned(from, require_alignment, require_contiguous != 0)?, out) };
        Ok(())
    })
}

/// A tensor object that takes over the tensor at `from`; when it fails, that stays the caller's.
///
/// # Safety
/// `from` points to a managed tensor of the caller's, or is null.
pub(super) unsafe fn take_versioned(
    from: *mut DLManagedTensorVersioned,
    alignment: i32,
    contiguous: bool,
) -> Result<ObjectPtr> {
    // SAFETY: the caller promises a managed tensor or null.
    unsafe { tensor::take_versioned(from, |tensor| check(tensor, alignment, contiguous)) }
}

/// A tensor described by `prototype`, which keeps `source` alive; whether it lies within that is the caller's
/// concern.
///
/// # Safety
/// `source` is a tensor that is alive and owns the memory that `prototype` describes; `out` points to a
/// writable handle.
pub(super) unsafe extern "C" fn tensor_create_unsafe_view(
    source: ObjectHandle,
    prototype: *const DLTensor,
    out: *mut ObjectHandle,
) -> c_int {
    guard::status("TVMFFITensorCreateUnsafeView", || {
        // SAFETY: the caller promises an object that is alive; its type is checked.
        let source = unsafe { lent::object(source, TypeIndex::TENSOR, "Tensor")? };
        // SAFETY: the caller promises a `DLTensor`.
        let prototype = unsafe { *prototype };
        tensor::check_shape(&prototype)?;
        let read_only = tensor::is_read_only(&source);
        // SAFETY: the caller promises that the source owns the memory; shape and strides are copied.
        let object = unsafe { tensor::new_tensor(prototype, read_only, Memory::Tensor(source)) };
        // SAFETY: the caller promises a writable place.
        unsafe { lent::give(object, out) };
        Ok(())
    })
}

//! Tensors from DLPack, and views of tensors.

use core::ffi::c_int;
use core::ptr::NonNull;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{guard, lent};
use crate::device::Device;
use crate::error::Result;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{
    DLDeviceType, DLManagedTensor, DLManagedTensorVersioned, DLPACK_FLAG_READ_ONLY,
    DLPACK_FLAG_SUBBYTE_PADDED, DLTensor, ObjectHandle, TypeIndex,
};
use crate::tensor::TensorView;

/// The major version of DLPack whose structs these are.
const DLPACK_MAJOR: u32 = 1;

/// The ABI's `DLTensor`, and who owns what it points to.
#[repr(C)]
struct TensorBody {
    tensor: DLTensor,
    _shape_and_strides: Box<[i64]>,
    read_only: bool,
    owner: Owner,
}

enum Owner {
    Legacy(NonNull<DLManagedTensor>),
    Versioned(NonNull<DLManagedTensorVersioned>),
    Tensor(#[allow(dead_code, reason = "it is only kept")] ObjectPtr),
}

// SAFETY: DLPack lets any thread use and free a tensor; the pointers point to what the owner keeps.
unsafe impl Send for TensorBody {}
// SAFETY: as above; the body never changes.
unsafe impl Sync for TensorBody {}

impl Drop for TensorBody {
    fn drop(&mut self) {
        if self.read_only {
            read_only().remove(&core::ptr::from_ref(&self.tensor).addr());
        }
        // SAFETY: the managed tensor was taken over, and its deleter is called once.
        unsafe {
            match self.owner {
                Owner::Legacy(managed) => {
                    if let Some(deleter) = (*managed.as_ptr()).deleter {
                        deleter(managed.as_ptr());
                    }
                }
                Owner::Versioned(managed) => {
                    if let Some(deleter) = (*managed.as_ptr()).deleter {
                        deleter(managed.as_ptr());
                    }
                }
                Owner::Tensor(_) => {}
            }
        }
    }
}

/// The addresses of the `DLTensor`s that must not be written to: the ABI's tensor has no place for that.
static READ_ONLY: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());

fn read_only() -> MutexGuard<'static, BTreeSet<usize>> {
    READ_ONLY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the memory of a tensor object must not be written to.
pub(super) fn is_read_only(tensor: &ObjectPtr) -> bool {
    read_only().contains(&tensor.body::<DLTensor>().addr().get())
}

fn new_tensor(tensor: DLTensor, shape_and_strides: Box<[i64]>, read_only: bool, owner: Owner) -> ObjectPtr {
    let body = TensorBody { tensor, _shape_and_strides: shape_and_strides, read_only, owner };
    // SAFETY: a new object has one reference, which is taken over.
    let object = unsafe { ObjectPtr::from_owned(mem::new_object(TypeIndex::TENSOR, body)) };
    if read_only {
        self::read_only().insert(object.body::<DLTensor>().addr().get());
    }
    object
}

/// A tensor object that owns a managed tensor; strides that are not given are those of row-major memory.
fn own(mut tensor: DLTensor, read_only: bool, owner: Owner) -> ObjectPtr {
    let mut strides = Box::default();
    if tensor.strides.is_null() && tensor.ndim > 0 {
        // SAFETY: the tensor has been checked to have a shape.
        strides = unsafe { TensorView::<()>::new(&tensor) }.strides().into_owned().into_boxed_slice();
        tensor.strides = strides.as_mut_ptr();
    }
    new_tensor(tensor, strides, read_only, owner)
}

fn check_shape(tensor: &DLTensor) -> Result<()> {
    if tensor.ndim < 0 || (tensor.ndim > 0 && tensor.shape.is_null()) {
        bail!(ValueError, "Expected a tensor with a shape but got none for {} dimensions", tensor.ndim);
    }
    Ok(())
}

/// Whether addresses on the device can be computed with, so that they tell the alignment.
fn has_addresses(device: DLDeviceType) -> bool {
    device.0 <= DLDeviceType::CUDA_HOST.0
        || matches!(device, DLDeviceType::CUDA_MANAGED | DLDeviceType::ROCM | DLDeviceType::ROCM_HOST)
}

fn check(tensor: &DLTensor, alignment: i32, contiguous: bool) -> Result<()> {
    check_shape(tensor)?;
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
        let Some(managed) = NonNull::new(from) else {
            bail!(ValueError, "Expected a `DLManagedTensor` but got a null pointer")
        };
        // SAFETY: the caller promises a managed tensor.
        let tensor = unsafe { (*managed.as_ptr()).dl_tensor };
        check(&tensor, require_alignment, require_contiguous != 0)?;
        // SAFETY: the caller promises a writable place.
        unsafe { lent::give(own(tensor, false, Owner::Legacy(managed)), out) };
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
    let Some(managed) = NonNull::new(from) else {
        bail!(ValueError, "Expected a `DLManagedTensorVersioned` but got a null pointer")
    };
    // SAFETY: the version stands first in every version of the struct.
    let version = unsafe { (*managed.as_ptr()).version };
    if version.major > DLPACK_MAJOR {
        let (major, minor) = (version.major, version.minor);
        bail!(ValueError, "Expected a tensor of DLPack {DLPACK_MAJOR} but got one of DLPack {major}.{minor}");
    }
    // SAFETY: the caller promises a managed tensor, and its version has this layout.
    let (tensor, flags) = unsafe { ((*managed.as_ptr()).dl_tensor, (*managed.as_ptr()).flags) };
    if flags & DLPACK_FLAG_SUBBYTE_PADDED != 0 {
        bail!(RuntimeError, "Expected packed elements but got a tensor that pads types of less than a byte");
    }
    check(&tensor, alignment, contiguous)?;
    Ok(own(tensor, flags & DLPACK_FLAG_READ_ONLY != 0, Owner::Versioned(managed)))
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
        let mut tensor = unsafe { *prototype };
        check_shape(&tensor)?;
        // SAFETY: shape and strides are read during the call only.
        let view = unsafe { TensorView::<()>::new(&tensor) };
        let (shape, strides) = (view.shape(), view.strides());
        let mut shape_and_strides: Box<[i64]> = shape.iter().chain(strides.iter()).copied().collect();
        let first = shape_and_strides.as_mut_ptr();
        let ndim = shape.len();
        (tensor.shape, tensor.strides) = (first, first.wrapping_add(ndim));
        let read_only = is_read_only(&source);
        let object = new_tensor(tensor, shape_and_strides, read_only, Owner::Tensor(source));
        // SAFETY: the caller promises a writable place.
        unsafe { lent::give(object, out) };
        Ok(())
    })
}

//! Tensors from DLPack.

use super::body::{Memory, new_tensor};
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::{
    DLManagedTensor, DLManagedTensorVersioned, DLPACK_FLAG_READ_ONLY, DLPACK_FLAG_SUBBYTE_PADDED, DLTensor,
};

/// The major version of DLPack whose structs these are.
const DLPACK_MAJOR: u32 = 1;

/// Whether a tensor has the shape that its number of dimensions promises.
pub(crate) fn check_shape(tensor: &DLTensor) -> Result<()> {
    if tensor.ndim < 0 || (tensor.ndim > 0 && tensor.shape.is_null()) {
        bail!(ValueError, "Expected a tensor with a shape but got none for {} dimensions", tensor.ndim);
    }
    Ok(())
}

/// A tensor object that takes over the tensor at `from`; when it fails, that stays the caller's.
///
/// # Safety
/// `from` points to a managed tensor of the caller's, or is null.
pub(crate) unsafe fn take_legacy(
    from: *mut DLManagedTensor,
    check: impl FnOnce(&DLTensor) -> Result<()>,
) -> Result<ObjectPtr> {
    if from.is_null() {
        bail!(ValueError, "Expected a `DLManagedTensor` but got a null pointer");
    }
    // SAFETY: the caller promises a managed tensor.
    let tensor = unsafe { (*from).dl_tensor };
    check_shape(&tensor)?;
    check(&tensor)?;
    // SAFETY: the managed tensor owns everything, and the caller gives it away.
    Ok(unsafe { new_tensor(tensor, false, Memory::Legacy(from)) })
}

/// A tensor object that takes over the tensor at `from`; when it fails, that stays the caller's.
///
/// # Safety
/// `from` points to a managed tensor of the caller's, or is null.
pub(crate) unsafe fn take_versioned(
    from: *mut DLManagedTensorVersioned,
    check: impl FnOnce(&DLTensor) -> Result<()>,
) -> Result<ObjectPtr> {
    if from.is_null() {
        bail!(ValueError, "Expected a `DLManagedTensorVersioned` but got a null pointer");
    }
    // SAFETY: the version stands first in every version of the struct.
    let version = unsafe { (*from).version };
    if version.major > DLPACK_MAJOR {
        let (major, minor) = (version.major, version.minor);
        bail!(ValueError, "Expected a tensor of DLPack {DLPACK_MAJOR} but got one of DLPack {major}.{minor}");
    }
    // SAFETY: the caller promises a managed tensor, and its version has this layout.
    let (tensor, flags) = unsafe { ((*from).dl_tensor, (*from).flags) };
    if flags & DLPACK_FLAG_SUBBYTE_PADDED != 0 {
        bail!(RuntimeError, "Expected packed elements but got a tensor that pads types of less than a byte");
    }
    check_shape(&tensor)?;
    check(&tensor)?;
    let read_only = flags & DLPACK_FLAG_READ_ONLY != 0;
    // SAFETY: the managed tensor owns everything, and the caller gives it away.
    Ok(unsafe { new_tensor(tensor, read_only, Memory::Versioned(from)) })
}

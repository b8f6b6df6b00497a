//! dlpark's managed tensors are the same C structs behind an owning pointer.

use dlpark::{legacy, versioned};

use super::Tensor;
use crate::error::{Error, Result};
use crate::sys::{DLManagedTensor, DLManagedTensorVersioned};

const _: () = {
    assert!(size_of::<dlpark::ffi::DLManagedTensor>() == size_of::<DLManagedTensor>());
    assert!(size_of::<dlpark::ffi::DLManagedTensorVersioned>() == size_of::<DLManagedTensorVersioned>());
};

/// Without a copy; the read-only flag is kept.
impl From<Tensor> for versioned::Dlpack {
    fn from(tensor: Tensor) -> Self {
        // SAFETY: the tensor is given away, in a version that dlpark was built for.
        match unsafe { Self::from_raw(tensor.into_dlpack().as_ptr().cast()) } {
            Ok(managed) => managed,
            Err(error) => panic!("dlpark refuses a tensor of DLPack 1: {error}"),
        }
    }
}

/// Without a copy.
///
/// # Errors
/// ValueError for a read-only tensor, since the struct has no flag for it.
impl TryFrom<Tensor> for legacy::Dlpack {
    type Error = Error;

    fn try_from(tensor: Tensor) -> Result<Self> {
        // SAFETY: the tensor is given away.
        Ok(unsafe { Self::from_raw(tensor.into_dlpack_legacy()?.as_ptr().cast()) }?)
    }
}

/// Without a copy; the read-only flag is kept. A tensor that is refused is given back to its maker.
///
/// # Errors
/// As [`Tensor::from_dlpack`].
impl TryFrom<versioned::Dlpack> for Tensor {
    type Error = Error;

    fn try_from(managed: versioned::Dlpack) -> Result<Self> {
        // SAFETY: the managed tensor is dlpark's to give, and is only forgotten when it was taken over.
        let tensor = unsafe { Self::from_dlpack(managed.as_ptr().cast()) }?;
        managed.into_raw();
        Ok(tensor)
    }
}

/// Without a copy. A tensor that is refused is given back to its maker.
///
/// # Errors
/// As [`Tensor::from_dlpack`].
impl TryFrom<legacy::Dlpack> for Tensor {
    type Error = Error;

    fn try_from(managed: legacy::Dlpack) -> Result<Self> {
        // SAFETY: the managed tensor is dlpark's to give, and is only forgotten when it was taken over.
        let tensor = unsafe { Self::from_dlpack_legacy(managed.as_ptr().cast()) }?;
        managed.into_raw();
        Ok(tensor)
    }
}

use core::ptr::NonNull;

use super::{Tensor, dlpack_in, dlpack_out};
use crate::error::Result;
use crate::sys::{DLManagedTensor, DLManagedTensorVersioned};

/// DLPack in and out, without a copy and without a host. The memory is given back by the last reference, whoever
/// holds it and on whatever thread.
impl Tensor {
    /// Takes a tensor of another framework over. Its read-only flag is kept: [`Tensor::view_mut`] and parameters
    /// of type [`TensorViewMut`](super::TensorViewMut) refuse it, and [`Tensor::to_dlpack`] passes it on.
    ///
    /// # Errors
    /// ValueError for a null pointer, a later major version of DLPack, or a tensor without a shape; RuntimeError
    /// for one that pads elements of less than a byte. The tensor stays the caller's then.
    ///
    /// # Safety
    /// `managed` is null or points to a managed tensor that the caller owns, whose deleter may run on any thread.
    /// Unless it is read-only, nobody else uses its memory while a mutable view of it is in use.
    pub unsafe fn from_dlpack(managed: *mut DLManagedTensorVersioned) -> Result<Self> {
        // SAFETY: the caller promises a managed tensor or null.
        unsafe { dlpack_in::take_versioned(managed, |_| Ok(())) }.map(Self::from_object)
    }

    /// Takes a tensor of the DLPack before 1.0 over, which cannot say that it is read-only.
    ///
    /// # Errors
    /// As [`Tensor::from_dlpack`].
    ///
    /// # Safety
    /// As for [`Tensor::from_dlpack`].
    pub unsafe fn from_dlpack_legacy(managed: *mut DLManagedTensor) -> Result<Self> {
        // SAFETY: the caller promises a managed tensor or null.
        unsafe { dlpack_in::take_legacy(managed, |_| Ok(())) }.map(Self::from_object)
    }

    /// The tensor for another framework, which shares the memory with this one and calls the deleter when it is
    /// done.
    pub fn to_dlpack(&self) -> NonNull<DLManagedTensorVersioned> {
        self.clone().into_dlpack()
    }

    /// The tensor for a framework with the DLPack before 1.0.
    ///
    /// # Errors
    /// ValueError for a read-only tensor, since the struct has no flag for it.
    pub fn to_dlpack_legacy(&self) -> Result<NonNull<DLManagedTensor>> {
        self.clone().into_dlpack_legacy()
    }

    /// Gives the tensor to another framework, which calls the deleter when it is done.
    pub fn into_dlpack(self) -> NonNull<DLManagedTensorVersioned> {
        // SAFETY: the object is a tensor.
        unsafe { dlpack_out::give_versioned(self.into_object()) }
    }

    /// Gives the tensor to a framework with the DLPack before 1.0.
    ///
    /// # Errors
    /// ValueError for a read-only tensor, since the struct has no flag for it.
    pub fn into_dlpack_legacy(self) -> Result<NonNull<DLManagedTensor>> {
        // SAFETY: the object is a tensor.
        unsafe { dlpack_out::give_legacy(self.into_object()) }
    }
}

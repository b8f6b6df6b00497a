//! What a `DLTensor` says, read with the rules of DLPack: NULL shape and strides, 0-d, empty, offsets.

use std::borrow::Cow;

use crate::device::Device;
use crate::dtype::{DataType, Element};
use crate::error::{Error, ErrorKind, Result};
use crate::sys::DLTensor;

/// The sizes of the dimensions; none when there is no shape.
#[inline]
pub(super) fn shape(tensor: &DLTensor) -> &[i64] {
    match usize::try_from(tensor.ndim) {
        // SAFETY: a shape that is not null has `ndim` entries and lives as long as the tensor.
        Ok(ndim) if ndim > 0 && !tensor.shape.is_null() => unsafe {
            core::slice::from_raw_parts(tensor.shape, ndim)
        },
        _ => &[],
    }
}

/// The distances between elements, None when they are those of row-major memory.
fn given_strides(tensor: &DLTensor) -> Option<&[i64]> {
    let ndim = usize::try_from(tensor.ndim).ok().filter(|ndim| *ndim > 0)?;
    // SAFETY: strides that are not null have `ndim` entries and live as long as the tensor.
    (!tensor.strides.is_null()).then(|| unsafe { core::slice::from_raw_parts(tensor.strides, ndim) })
}

pub(super) fn strides(tensor: &DLTensor) -> Cow<'_, [i64]> {
    match given_strides(tensor) {
        Some(strides) => Cow::Borrowed(strides),
        None => Cow::Owned(row_major_strides(shape(tensor))),
    }
}

/// The strides of contiguous memory of that shape.
pub(super) fn row_major_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64; shape.len()];
    for index in (1..shape.len()).rev() {
        strides[index - 1] = strides[index].wrapping_mul(shape[index].max(1));
    }
    strides
}

/// How many elements, None when that is more than memory can hold or a size is negative.
#[inline]
pub(super) fn element_count(shape: &[i64]) -> Option<usize> {
    let mut count: usize = 1;
    let mut overflow = false;
    for &size in shape {
        let size = usize::try_from(size).ok()?;
        // Without elements, the other sizes do not matter.
        if size == 0 {
            return Some(0);
        }
        let (product, over) = count.overflowing_mul(size);
        (count, overflow) = (product, overflow | over);
    }
    (!overflow && count <= isize::MAX as usize).then_some(count)
}

/// Whether the elements follow each other in row-major order. Sizes of 1 have any stride; a tensor without
/// elements is contiguous.
#[inline]
pub(super) fn is_contiguous(tensor: &DLTensor) -> bool {
    let Some(strides) = given_strides(tensor) else { return true };
    let mut expected = 1_i64;
    let mut contiguous = true;
    for (&size, &stride) in shape(tensor).iter().zip(strides).rev() {
        if size == 0 {
            return true;
        }
        if size != 1 {
            contiguous &= stride == expected;
            expected = expected.wrapping_mul(size);
        }
    }
    contiguous
}

/// The address of the first element, with the offset applied; null without memory.
#[inline]
pub(super) fn first_element(tensor: &DLTensor) -> *mut u8 {
    if tensor.data.is_null() {
        return core::ptr::null_mut();
    }
    tensor.data.cast::<u8>().wrapping_add(tensor.byte_offset as usize)
}

/// The dtype of the tensor.
#[inline]
pub(super) fn dtype(tensor: &DLTensor) -> DataType {
    DataType(tensor.dtype)
}

/// Where and how many elements of `T` a contiguous tensor has, after every check that a slice needs. The
/// address is aligned and not null, also when there is no element.
///
/// # Errors
/// ValueError when the memory is not the CPU's, not contiguous, not aligned or null.
#[track_caller]
pub(super) fn contiguous_elements<T: Element>(tensor: &DLTensor) -> Result<(*mut T, usize)> {
    let count = accessible_count(tensor)?;
    if count == 0 {
        return Ok((core::ptr::dangling_mut(), 0));
    }
    if !is_contiguous(tensor) {
        return Err(problem(
            tensor,
            format!(
                "contiguous memory but got shape {:?} with strides {:?}: copy it first, or read it element by element",
                shape(tensor),
                strides(tensor)
            ),
        ));
    }
    let first = checked_first::<T>(tensor)?;
    if count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(too_large(tensor));
    }
    Ok((first, count))
}

/// How many elements, in memory that the CPU reaches.
#[track_caller]
pub(super) fn accessible_count(tensor: &DLTensor) -> Result<usize> {
    let device = Device(tensor.device);
    if !device.is_cpu_accessible() {
        return Err(problem(tensor, format!("memory that the CPU can access but got device {device}")));
    }
    if tensor.ndim < 0 || (tensor.ndim > 0 && tensor.shape.is_null()) {
        return Err(problem(tensor, format!("a shape but got none for {} dimensions", tensor.ndim)));
    }
    element_count(shape(tensor)).ok_or_else(|| too_large(tensor))
}

/// The address of the first element as a `T`, of a tensor that has elements.
#[track_caller]
pub(super) fn checked_first<T: Element>(tensor: &DLTensor) -> Result<*mut T> {
    let first = first_element(tensor).cast::<T>();
    if first.is_null() {
        return Err(problem(tensor, "memory but got a null pointer".to_owned()));
    }
    if !first.is_aligned() {
        return Err(problem(
            tensor,
            format!("memory aligned to {} bytes for {} but got address {first:p}", align_of::<T>(), T::DTYPE),
        ));
    }
    Ok(first)
}

#[cold]
#[track_caller]
fn too_large(tensor: &DLTensor) -> Error {
    problem(tensor, format!("a size that fits into memory but got shape {:?}", shape(tensor)))
}

/// A ValueError about the tensor; the call that it is an argument of adds its name.
#[cold]
#[track_caller]
pub(super) fn problem(tensor: &DLTensor, expected_but_got: String) -> Error {
    Error::about(ErrorKind::ValueError, expected_but_got, core::ptr::from_ref(tensor).addr())
}

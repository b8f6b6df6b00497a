//! What a `DLTensor` says, read with the rules of DLPack: NULL shape and strides, 0-d, empty, offsets.

use std::borrow::Cow;

use super::places::Places;
use super::problem::Problem;
use crate::device::Device;
use crate::dtype::{DataType, Element};
use crate::error::{Error, ErrorKind};
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
/// When the memory is not the CPU's, not contiguous, not aligned or null.
pub(super) fn contiguous_elements<T: Element>(tensor: &DLTensor) -> Result<(*mut T, usize), Problem> {
    let (first, count) = elements::<T>(tensor)?;
    if count > 0 && !is_contiguous(tensor) {
        return Err(Problem::new(
            "contiguous memory",
            format!(
                "shape {:?} with strides {:?}: copy it first, or read it element by element",
                shape(tensor),
                strides(tensor)
            ),
        ));
    }
    Ok((first, count))
}

/// Where the first element stands and how many there are, whatever the strides. The address is aligned and not
/// null, also when there is no element, and all elements together fit into memory.
///
/// # Errors
/// When the memory is not the CPU's, not aligned or null.
pub(super) fn elements<T: Element>(tensor: &DLTensor) -> Result<(*mut T, usize), Problem> {
    let count = accessible_count(tensor)?;
    if count == 0 {
        return Ok((core::ptr::dangling_mut(), 0));
    }
    let first = first_element(tensor).cast::<T>();
    if first.is_null() {
        return Err(Problem::new("memory", "a null pointer"));
    }
    if !first.is_aligned() {
        let (alignment, dtype) = (align_of::<T>(), T::DTYPE);
        return Err(Problem::new(
            format!("memory aligned to {alignment} bytes for {dtype}"),
            format!("address {first:p}"),
        ));
    }
    if count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(too_large(tensor));
    }
    Ok((first, count))
}

/// How many elements, in memory that the CPU reaches.
fn accessible_count(tensor: &DLTensor) -> Result<usize, Problem> {
    let device = Device(tensor.device);
    if !device.is_cpu_accessible() {
        return Err(Problem::new("memory that the CPU can access", format!("device {device}")));
    }
    if tensor.ndim < 0 || (tensor.ndim > 0 && tensor.shape.is_null()) {
        return Err(Problem::new("a shape", format!("none for {} dimensions", tensor.ndim)));
    }
    element_count(shape(tensor)).ok_or_else(|| too_large(tensor))
}

#[cold]
pub(super) fn too_large(tensor: &DLTensor) -> Problem {
    Problem::new("a size that fits into memory", format!("shape {:?}", shape(tensor)))
}

/// The addresses of the elements in row-major order, all of them valid.
///
/// # Errors
/// As [`elements`], and when an element is no valid `T`.
pub(super) fn valid_places<T: Element>(tensor: &DLTensor) -> Result<Places<T>, Problem> {
    check_elements::<T>(tensor)?;
    places::<T>(tensor)
}

/// Looks at every element, where a byte pattern may be none.
///
/// # Errors
/// As [`elements`], and when an element is no valid `T`.
pub(super) fn check_elements<T: Element>(tensor: &DLTensor) -> Result<(), Problem> {
    if T::ALWAYS_VALID {
        return Ok(());
    }
    for place in places::<T>(tensor)? {
        // SAFETY: the tensor's memory holds the element.
        let bytes = unsafe { core::slice::from_raw_parts(place.cast::<u8>(), size_of::<T>()) };
        if !T::is_valid(bytes) {
            return Err(invalid_pattern(tensor));
        }
    }
    Ok(())
}

/// The addresses of the elements in row-major order, for writing.
///
/// # Errors
/// As [`elements`].
pub(super) fn places<T: Element>(tensor: &DLTensor) -> Result<Places<T>, Problem> {
    let (first, count) = elements::<T>(tensor)?;
    Ok(Places::new(first, count, shape(tensor), &strides(tensor)))
}

/// The address of the element at an index with one entry for each dimension.
///
/// # Errors
/// IndexError when the index is out of range; ValueError as [`elements`].
#[track_caller]
pub(super) fn element<T: Element>(tensor: &DLTensor, index: &[i64]) -> Result<*mut T, Error> {
    let (first, _) = match elements::<T>(tensor) {
        Ok(elements) => elements,
        Err(problem) => return Err(problem.about(tensor)),
    };
    let shape = shape(tensor);
    let inside =
        index.len() == shape.len() && index.iter().zip(shape).all(|(at, size)| (0..*size).contains(at));
    if !inside {
        return Err(Error::about(
            ErrorKind::IndexError,
            format!("an element at {index:?} but got shape {shape:?}"),
            core::ptr::from_ref(tensor).addr(),
        ));
    }
    let strides = strides(tensor);
    let offset = index
        .iter()
        .zip(strides.iter())
        .fold(0_i64, |offset, (at, stride)| offset.wrapping_add(at.wrapping_mul(*stride)));
    Ok(first.wrapping_offset(offset as isize))
}

#[cold]
pub(super) fn invalid_pattern(tensor: &DLTensor) -> Problem {
    Problem::new(format!("elements of {}", dtype(tensor)), "bytes that are none")
}

/// Refuses a tensor with two indices of one element, as broadcast or sliding windows have them.
///
/// # Errors
/// When there may be such indices.
pub(super) fn check_distinct_elements(tensor: &DLTensor) -> Result<(), Problem> {
    if is_contiguous(tensor) {
        return Ok(());
    }
    let (shape, strides) = (shape(tensor), strides(tensor));
    if shape.contains(&0) {
        return Ok(());
    }
    let mut axes: Vec<(u64, u64)> = shape
        .iter()
        .zip(strides.iter())
        .filter(|(size, _)| **size > 1)
        .map(|(size, stride)| (stride.unsigned_abs(), *size as u64))
        .collect();
    axes.sort_unstable();
    // Each axis must step over all that the ones with smaller steps reach.
    let mut reach = 0_u64;
    for (stride, size) in axes {
        if stride <= reach {
            return Err(Problem::new(
                "elements that share no memory, since it is written to,",
                format!("shape {shape:?} with strides {strides:?}"),
            ));
        }
        reach = reach.saturating_add(stride.saturating_mul(size - 1));
    }
    Ok(())
}

//! The quick comparison of two tensors, compiled into each function that writes to one.

use crate::sys::DLTensor;

/// Whether one tensor ends before the other begins, told quickly for what almost all tensors are: strides that
/// are not negative, and moderate sizes. False means only that a closer look is needed.
#[inline(always)]
pub(super) fn follow_each_other(a: &DLTensor, b: &DLTensor) -> bool {
    let (a_first, b_first) = (first_address(a), first_address(b));
    let (lower, higher, distance) =
        if a_first <= b_first { (a, b, b_first - a_first) } else { (b, a, a_first - b_first) };
    let last = |tensor: &DLTensor| (tensor.ndim as u32 as usize).wrapping_sub(1);
    // One dimension or two, and with strides: looked at without a loop.
    if last(lower) | last(higher) <= 1
        && !lower.shape.is_null()
        && !lower.strides.is_null()
        && !higher.strides.is_null()
    {
        return flat_ends_before(lower, last(lower), higher, last(higher), distance);
    }
    ends_before(lower, higher, distance)
}

/// Whether the lower tensor ends before the higher one begins; `lower_last` and `higher_last` are the indices of their last
/// dimensions, the first or the second.
#[inline(always)]
fn flat_ends_before(
    lower: &DLTensor,
    lower_last: usize,
    higher: &DLTensor,
    higher_last: usize,
    distance: usize,
) -> bool {
    // SAFETY: shape and strides are not null, so they have `ndim` entries.
    let (sizes, strides, higher_strides) = unsafe {
        (
            [*lower.shape as u64, *lower.shape.add(lower_last) as u64],
            [*lower.strides as u64, *lower.strides.add(lower_last) as u64],
            *higher.strides as u64 | *higher.strides.add(higher_last) as u64,
        )
    };
    // Negative numbers are huge ones here, and so is the number before zero.
    let steps = sizes.map(|size| size.wrapping_sub(1));
    let all = steps[0] | steps[1] | strides[0] | strides[1] | higher_strides;
    // A single dimension counts once.
    let last_element = (steps[0].wrapping_mul(strides[0]))
        .wrapping_add(steps[1].wrapping_mul(strides[1]).wrapping_mul(lower_last as u64));
    let element_bits = i64::from(lower.dtype.bits) * i64::from(lower.dtype.lanes);
    // A distance of that many bits that it does not fit is taken for a smaller one.
    all >> SMALL_BITS == 0
        && ((last_element + 1) as i64)
            .checked_mul(element_bits)
            .is_some_and(|bits| bits as u64 <= (distance as u64).wrapping_mul(8))
}

/// The same for any number of dimensions, not compiled into each function.
#[inline(never)]
fn ends_before(lower: &DLTensor, higher: &DLTensor, distance: usize) -> bool {
    reach(lower).is_some_and(|reach| reach <= distance as u64) && goes_up(higher)
}

/// Numbers with no bit from this one on can be multiplied, and as many products added up as there may be dimensions.
const SMALL_BITS: u32 = 29;

/// How many dimensions may be looked at quickly.
const DIMENSIONS: usize = 32;

/// The size of that many elements, None when the number is too large for a quick answer.
#[inline(always)]
fn bytes(elements: u64, tensor: &DLTensor) -> Option<u64> {
    let element = (u64::from(tensor.dtype.bits) * u64::from(tensor.dtype.lanes) + 7) >> 3;
    elements.checked_mul(element)
}

#[inline(always)]
fn first_address(tensor: &DLTensor) -> usize {
    tensor.data.addr().wrapping_add(tensor.byte_offset as usize)
}

pub(super) fn dimension_count(tensor: &DLTensor) -> usize {
    if tensor.shape.is_null() { 0 } else { tensor.ndim.max(0) as usize }
}

/// Whether the first element is the lowest.
fn goes_up(tensor: &DLTensor) -> bool {
    // SAFETY: strides that are not null have `ndim` entries.
    tensor.strides.is_null()
        || (0..dimension_count(tensor)).all(|index| unsafe { *tensor.strides.add(index) } >= 0)
}

/// The bytes from the first element to the end of the last; None when a stride is negative, there is no element,
/// or the numbers are too large for a quick answer.
fn reach(tensor: &DLTensor) -> Option<u64> {
    let elements = if tensor.strides.is_null() { row_major_count(tensor)? } else { strided_count(tensor)? };
    bytes(elements, tensor)
}

/// How many elements stand from the first to the last, those between them included.
fn strided_count(tensor: &DLTensor) -> Option<u64> {
    let dimensions = dimension_count(tensor);
    if dimensions > DIMENSIONS {
        return None;
    }
    let mut last = 0_u64;
    for index in 0..dimensions {
        // SAFETY: shape and strides that are not null have `ndim` entries.
        let (size, stride) = unsafe { (*tensor.shape.add(index), *tensor.strides.add(index)) };
        // Negative numbers are huge ones here, and so is the number before zero.
        let (steps, stride) = ((size as u64).wrapping_sub(1), stride as u64);
        if (steps | stride) >> SMALL_BITS != 0 {
            return None;
        }
        last += steps * stride;
    }
    Some(last + 1)
}

/// How many elements a tensor in row-major order has.
fn row_major_count(tensor: &DLTensor) -> Option<u64> {
    let mut count = 1_u64;
    for index in 0..dimension_count(tensor) {
        // SAFETY: a shape that is not null has `ndim` entries.
        let size = unsafe { *tensor.shape.add(index) };
        // Negative numbers are huge ones here, and so is the number before zero.
        if ((size as u64).wrapping_sub(1) | count) >> 31 != 0 {
            return None;
        }
        count *= size as u64;
    }
    Some(count)
}

//! The quick comparison of two tensors, compiled into each function that writes to one.

use crate::sys::DLTensor;

/// Whether one tensor ends before the other begins, told quickly for what almost all tensors are: strides that
/// are not negative, and moderate sizes. False means only that a closer look is needed.
#[inline(always)]
pub(super) fn follow_each_other(a: &DLTensor, b: &DLTensor) -> bool {
    let (a_first, b_first) = (first_address(a), first_address(b));
    let (lower, higher, distance) =
        if a_first <= b_first { (a, b, b_first - a_first) } else { (b, a, a_first - b_first) };
    if let (Some(lower), Some(higher)) = (Flat::of(lower), Flat::of(higher)) {
        return higher.goes_up() && lower.reach().is_some_and(|reach| reach <= distance as u64);
    }
    ends_before(lower, higher, distance)
}

/// The same for any number of dimensions, not compiled into each function.
#[inline(never)]
fn ends_before(lower: &DLTensor, higher: &DLTensor, distance: usize) -> bool {
    reach(lower).is_some_and(|reach| reach <= distance as u64) && goes_up(higher)
}

/// A tensor with one dimension or two, and with strides: looked at without a loop.
struct Flat<'a> {
    tensor: &'a DLTensor,
    /// The index of the last dimension.
    last: usize,
}

impl<'a> Flat<'a> {
    #[inline(always)]
    fn of(tensor: &'a DLTensor) -> Option<Self> {
        let last = (tensor.ndim as u32).wrapping_sub(1) as usize;
        (last < 2 && !tensor.shape.is_null() && !tensor.strides.is_null()).then_some(Self { tensor, last })
    }

    #[inline(always)]
    fn goes_up(&self) -> bool {
        // SAFETY: strides that are not null have `ndim` entries.
        unsafe { *self.tensor.strides | *self.tensor.strides.add(self.last) >= 0 }
    }

    /// As [`reach`].
    #[inline(always)]
    fn reach(&self) -> Option<u64> {
        let DLTensor { shape, strides, .. } = *self.tensor;
        // SAFETY: shape and strides are not null, so they have `ndim` entries.
        let (sizes, strides) = unsafe {
            ([*shape as u64, *shape.add(self.last) as u64], [*strides as u64, *strides.add(self.last) as u64])
        };
        let steps = sizes.map(|size| size.wrapping_sub(1));
        // Negative numbers are huge ones here, and so is the number before zero. A single dimension counts once.
        let last = (steps[0].wrapping_mul(strides[0]))
            .wrapping_add(steps[1].wrapping_mul(strides[1]).wrapping_mul(self.last as u64));
        let small = (steps[0] | steps[1] | strides[0] | strides[1]) >> SMALL_BITS == 0;
        if small { bytes(last + 1, self.tensor) } else { None }
    }
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

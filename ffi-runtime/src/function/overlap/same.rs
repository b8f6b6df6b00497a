//! Whether two tensors are one, element by element.

use super::quick::dimension_count;
use crate::sys::DLTensor;

/// Whether every index means the same element in both: the same memory, dtype, shape and, where they matter, strides.
pub(crate) fn are_same(a: &DLTensor, b: &DLTensor) -> bool {
    let first = |tensor: &DLTensor| tensor.data.addr().wrapping_add(tensor.byte_offset as usize);
    let dimensions = dimension_count(a);
    if first(a) != first(b)
        || a.device != b.device
        || a.dtype.to_bits() != b.dtype.to_bits()
        || dimensions != dimension_count(b)
    {
        return false;
    }
    let mut row_major = 1_i64;
    for index in (0..dimensions).rev() {
        // SAFETY: shape and, unless null, strides have `ndim` entries.
        let [(size, stride), other] = unsafe {
            [a, b].map(|tensor| {
                let given = (!tensor.strides.is_null()).then(|| *tensor.strides.add(index));
                (*tensor.shape.add(index), given.unwrap_or(row_major))
            })
        };
        if size != other.0 || (size > 1 && stride != other.1) {
            return false;
        }
        row_major = row_major.wrapping_mul(size);
    }
    true
}

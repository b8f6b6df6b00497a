//! The memory that a tensor, or the caller's own bytes, reach.

use core::ffi::CStr;

use super::quick::dimension_count;
use super::tensor_of;
use crate::any::AnyView;
use crate::device::Device;
use crate::sys::{ByteArray, DLTensor, TypeIndex};

/// The memory that a tensor reaches. Everything is in bits: elements of less than a byte are packed.
#[derive(PartialEq, Eq)]
pub(super) struct Extent {
    device: Device,
    /// The lowest address.
    pub(super) begin: i128,
    /// The address behind the highest.
    pub(super) end: i128,
    /// The size of one element.
    element: i128,
    /// Every element's address is the first element's plus a multiple of this; zero for a single element.
    step: i128,
    /// The address of the first element.
    first: i128,
}

/// Whether two tensors may reach a common byte. Exact for contiguous memory and for interleaved columns;
/// where it cannot tell, it answers yes.
#[cfg(test)]
pub(super) fn may_overlap(a: &DLTensor, b: &DLTensor) -> bool {
    match (Extent::of(a), Extent::of(b)) {
        (Some(a), Some(b)) => a.may_overlap(&b),
        _ => false,
    }
}

impl Extent {
    /// The memory that a value lends for reading or writing; None without any.
    pub(super) fn of_value(view: AnyView<'_>) -> Option<Self> {
        if let Some(tensor) = tensor_of(view) {
            return Self::of(tensor);
        }
        let pointer = view.as_raw().pointer();
        if pointer.is_null() {
            return None;
        }
        // SAFETY: the caller keeps the byte array or the C string it points to during the call.
        let bytes = unsafe {
            match view.as_raw().type_index {
                TypeIndex::BYTE_ARRAY_PTR => (*pointer.cast::<ByteArray>()).as_bytes(),
                TypeIndex::RAW_STR => CStr::from_ptr(pointer.cast_const().cast()).to_bytes(),
                _ => return None,
            }
        };
        let (first, size) = (bytes.as_ptr().addr() as i128 * 8, bytes.len() as i128 * 8);
        let extent =
            Self { device: Device::CPU, begin: first, end: first + size, element: size, step: 0, first };
        (size > 0).then_some(extent)
    }

    pub(super) fn may_overlap(&self, other: &Self) -> bool {
        // All memory that the CPU reaches is one address space; other devices have their own.
        if self.device != other.device
            && !(self.device.is_cpu_accessible() && other.device.is_cpu_accessible())
        {
            return false;
        }
        if self.end <= other.begin || other.end <= self.begin {
            return false;
        }
        let step = greatest_common_divisor(self.step, other.step);
        if step == 0 {
            return true;
        }
        // All addresses modulo the common step: disjoint there means disjoint everywhere.
        let distance = (other.first - self.first).rem_euclid(step);
        distance < self.element || distance + other.element > step
    }

    /// None for a tensor without elements.
    pub(super) fn of(tensor: &DLTensor) -> Option<Self> {
        let element = i128::from(tensor.dtype.bits) * i128::from(tensor.dtype.lanes);
        let dimensions = dimension_count(tensor);
        let first = (tensor.data.addr() as i128 + i128::from(tensor.byte_offset)) * 8;
        let (mut begin, mut end, mut step, mut row_major) = (first, first + element, 0, element);
        for index in (0..dimensions).rev() {
            // SAFETY: shape and, unless null, strides have `ndim` entries.
            let (size, stride) = unsafe {
                let stride =
                    (!tensor.strides.is_null()).then(|| i128::from(*tensor.strides.add(index)) * element);
                (i128::from(*tensor.shape.add(index)), stride.unwrap_or(row_major))
            };
            if size <= 0 {
                return None;
            }
            if size > 1 {
                // Saturating: absurd sizes reach everything.
                let reach = stride.saturating_mul(size - 1);
                begin = begin.saturating_add(reach.min(0));
                end = end.saturating_add(reach.max(0));
                step = greatest_common_divisor(step, stride.abs());
            }
            row_major = row_major.saturating_mul(size);
        }
        Some(Self { device: Device(tensor.device), begin, end, element, step, first })
    }
}

fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

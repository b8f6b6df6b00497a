//! `&mut` is never handed out over memory that another argument of the same call reaches.

use super::{Arguments, FunctionDescriptor};
use crate::any::AnyView;
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::sys::{DLTensor, TypeIndex};

/// Looks at every pair of a writing tensor argument and another tensor argument.
#[inline(never)]
pub(super) fn check(arguments: Arguments<'_>, function: &FunctionDescriptor) -> Result<()> {
    for (writer, parameter) in function.parameters.iter().enumerate() {
        if !parameter.exclusive {
            continue;
        }
        let Some(written) = arguments.get(writer).and_then(tensor_of) else { continue };
        for other in 0..arguments.len() {
            // Two writers are compared once.
            let seen = other < writer && function.parameters[other].exclusive;
            if other == writer || seen {
                continue;
            }
            if let Some(reached) = arguments.get(other).and_then(tensor_of)
                && may_overlap(written, reached)
            {
                return Err(overlap_error(function, writer, other));
            }
        }
    }
    Ok(())
}

#[cold]
fn overlap_error(function: &FunctionDescriptor, writer: usize, other: usize) -> Error {
    Error::without_place(
        ErrorKind::ValueError,
        format!(
            "Overlapping arguments when calling: `{}`. Expected argument #{writer} `{}`, which is written to, to \
             share no memory with argument #{other} `{}` but got tensors that overlap",
            function.signature(),
            function.parameter_name(writer),
            function.parameter_name(other),
        ),
    )
}

/// The tensor in an argument, if it is one.
#[inline]
pub(crate) fn tensor_of(view: AnyView<'_>) -> Option<&DLTensor> {
    if view.as_raw().type_index == TypeIndex::DL_TENSOR_PTR {
        // SAFETY: the caller keeps the tensor it points to during the call.
        return unsafe { view.as_raw().pointer().cast::<DLTensor>().as_ref() };
    }
    // SAFETY: a tensor object has a `DLTensor` behind its header and lives as long as the view.
    view.object_of(TypeIndex::TENSOR).map(|object| unsafe { &*object.as_ptr().add(1).cast::<DLTensor>() })
}

/// The memory that a tensor reaches. Everything is in bits: elements of less than a byte are packed.
struct Extent {
    /// The lowest address.
    begin: i128,
    /// The address behind the highest.
    end: i128,
    /// The size of one element.
    element: i128,
    /// Every element's address is the first element's plus a multiple of this; zero for a single element.
    step: i128,
    /// The address of the first element.
    first: i128,
}

/// Whether two tensors may reach a common byte. Exact for contiguous memory and for interleaved columns;
/// where it cannot tell, it answers yes.
fn may_overlap(a: &DLTensor, b: &DLTensor) -> bool {
    let (a_device, b_device) = (Device(a.device), Device(b.device));
    // All memory that the CPU reaches is one address space; other devices have their own.
    if a_device != b_device && !(a_device.is_cpu_accessible() && b_device.is_cpu_accessible()) {
        return false;
    }
    let (Some(a), Some(b)) = (extent(a), extent(b)) else { return false };
    if a.end <= b.begin || b.end <= a.begin {
        return false;
    }
    let step = greatest_common_divisor(a.step, b.step);
    if step == 0 {
        return true;
    }
    // All addresses modulo the common step: disjoint there means disjoint everywhere.
    let distance = (b.first - a.first).rem_euclid(step);
    distance < a.element || distance + b.element > step
}

/// None for a tensor without elements.
fn extent(tensor: &DLTensor) -> Option<Extent> {
    let element = i128::from(tensor.dtype.bits) * i128::from(tensor.dtype.lanes);
    let dimensions = if tensor.shape.is_null() { 0 } else { usize::try_from(tensor.ndim).unwrap_or(0) };
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
    Some(Extent { begin, end, element, step, first })
}

fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

//! `&mut` is never handed out over memory that another argument of the same call reaches.

use core::ffi::CStr;

use super::{Arguments, FunctionDescriptor};
use crate::any::AnyView;
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::sys::{ByteArray, DLTensor, ObjectHeader, RawAny, TypeIndex};

/// The arguments that are written to, as bits: bit `i` stands for argument `i`, the last bit for all from there on.
pub const fn writers(exclusive: &[bool]) -> u64 {
    let (mut bits, mut index) = (0, 0);
    while index < exclusive.len() {
        if exclusive[index] {
            bits |= 1 << if index < 63 { index } else { 63 };
        }
        index += 1;
    }
    bits
}

/// Refuses the call when a tensor that is written to may share memory with another one. `writers` is known when
/// the call is compiled, and all but the rare cases are told apart in the caller's code.
#[inline(always)]
pub(super) fn check(arguments: Arguments<'_>, writers: u64) -> Result<()> {
    /// Up to here every pair of arguments has code of its own.
    const UNROLLED: usize = 4;
    if writers == 0 {
        return Ok(());
    }
    if writers >> UNROLLED != 0 || arguments.len() > UNROLLED {
        return arguments.in_pieces(check_all);
    }
    let writes = |index: u32| (writers >> index) & 1 == 1;
    // Written out, because the compiler does not unroll loops of this size. Two writers are compared once.
    macro_rules! check_pairs {
        ($($writer:literal $other:literal),*) => {
            $(
                if writes($writer)
                    && !($other < $writer && writes($other))
                    && may_share(arguments.get($writer), arguments.get($other))
                {
                    return arguments.in_pieces(check_all);
                }
            )*
        };
    }
    check_pairs!(0 1, 0 2, 0 3, 1 0, 1 2, 1 3, 2 0, 2 1, 2 3, 3 0, 3 1, 3 2);
    Ok(())
}

/// Whether two arguments are tensors that need a closer look.
#[inline(always)]
fn may_share(written: Option<AnyView<'_>>, other: Option<AnyView<'_>>) -> bool {
    let (Some(written), Some(other)) = (written, other) else { return false };
    match (tensor_address(written), tensor_address(other)) {
        // SAFETY: the caller keeps the tensors during the call.
        (Ok(written), Ok(other)) => match unsafe { (written.as_ref(), other.as_ref()) } {
            (Some(written), Some(other)) => !follow_each_other(written, other),
            _ => false,
        },
        // What is rare is told by the closer look.
        (written, other) => written != Err(NoTensor::Other) && other != Err(NoTensor::Other),
    }
}

#[derive(PartialEq, Eq)]
enum NoTensor {
    /// An object that is moved in, or the caller's own bytes or string.
    Rare,
    /// A value without memory that a tensor could share.
    Other,
}

/// Where the tensor of an argument stands, without following rvalue references.
#[inline(always)]
fn tensor_address(view: AnyView<'_>) -> Result<*const DLTensor, NoTensor> {
    let pointer = view.as_raw().pointer().cast_const();
    match view.as_raw().type_index {
        TypeIndex::TENSOR => Ok(pointer.wrapping_byte_add(size_of::<ObjectHeader>()).cast()),
        TypeIndex::DL_TENSOR_PTR => Ok(pointer.cast()),
        TypeIndex::OBJECT_RVALUE_REF | TypeIndex::BYTE_ARRAY_PTR | TypeIndex::RAW_STR => Err(NoTensor::Rare),
        _ => Err(NoTensor::Other),
    }
}

/// Looks at every pair of a writing tensor argument and another tensor argument.
#[cold]
#[inline(never)]
fn check_all(function: &'static FunctionDescriptor, first: *const RawAny, count: usize) -> Result<()> {
    // SAFETY: `Arguments::in_pieces` hands its own pieces over.
    let arguments = unsafe { Arguments::new(first, count, function) };
    let is_writer =
        |index: usize| function.parameters.get(index).is_some_and(|parameter| parameter.exclusive);
    for writer in (0..arguments.len()).filter(|index| is_writer(*index)) {
        let Some(written) = arguments.get(writer).and_then(tensor_of) else { continue };
        for other in 0..arguments.len() {
            if other == writer || (other < writer && is_writer(other)) {
                continue;
            }
            let reached = arguments.get(other).and_then(memory_of);
            if reached.is_some_and(|reached| memory_overlaps(memory_of_tensor(written), Some(reached))) {
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
             share no memory with argument #{other} `{}` but got memory that overlaps",
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

/// Whether one tensor ends before the other begins, told quickly for what almost all tensors are: strides that
/// are not negative, and moderate sizes. False means only that a closer look is needed.
#[inline(always)]
fn follow_each_other(a: &DLTensor, b: &DLTensor) -> bool {
    let (a_first, b_first) = (first_address(a), first_address(b));
    let (lower, higher, distance) =
        if a_first <= b_first { (a, b, b_first - a_first) } else { (b, a, a_first - b_first) };
    reach(lower).is_some_and(|reach| reach <= distance as u64) && goes_up(higher)
}

#[inline(always)]
fn first_address(tensor: &DLTensor) -> usize {
    tensor.data.addr().wrapping_add(tensor.byte_offset as usize)
}

#[inline(always)]
fn dimension_count(tensor: &DLTensor) -> usize {
    if tensor.shape.is_null() { 0 } else { tensor.ndim.max(0) as usize }
}

/// Whether the first element is the lowest.
#[inline(always)]
fn goes_up(tensor: &DLTensor) -> bool {
    // SAFETY: strides that are not null have `ndim` entries.
    tensor.strides.is_null()
        || (0..dimension_count(tensor)).all(|index| unsafe { *tensor.strides.add(index) } >= 0)
}

/// The bytes from the first element to the end of the last; None when a stride is negative, there is no element,
/// or the numbers are too large for a quick answer.
#[inline(always)]
fn reach(tensor: &DLTensor) -> Option<u64> {
    /// Numbers with no bit from this one on can be multiplied.
    const SMALL_BITS: u32 = 31;
    /// Counts of elements with no bit from this one on can be multiplied by any element's size.
    const COUNT_BITS: u32 = 40;
    let element = (u64::from(tensor.dtype.bits) * u64::from(tensor.dtype.lanes) + 7) >> 3;
    let dimensions = dimension_count(tensor);
    let (mut count, mut last) = (1_u64, 0_u64);
    for index in 0..dimensions {
        // SAFETY: a shape that is not null has `ndim` entries.
        let size = unsafe { *tensor.shape.add(index) } as u64;
        let factor = if tensor.strides.is_null() {
            count
        } else {
            // SAFETY: strides that are not null have `ndim` entries.
            unsafe { *tensor.strides.add(index) as u64 }
        };
        // Negative numbers are huge ones here, and so is the number before zero.
        let steps = size.wrapping_sub(1);
        if (steps | factor) >> SMALL_BITS != 0 {
            return None;
        }
        if tensor.strides.is_null() {
            count *= size;
        } else {
            last = last.checked_add(steps * factor)?;
        }
    }
    let elements = if tensor.strides.is_null() { count } else { last + 1 };
    (elements >> COUNT_BITS == 0).then(|| elements * element)
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

/// The memory that an argument lends for reading or writing, and where it is; None without any.
fn memory_of(view: AnyView<'_>) -> Option<(Device, Extent)> {
    if let Some(tensor) = tensor_of(view) {
        return memory_of_tensor(tensor);
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
    let extent = Extent { begin: first, end: first + size, element: size, step: 0, first };
    (size > 0).then_some((Device::CPU, extent))
}

fn memory_of_tensor(tensor: &DLTensor) -> Option<(Device, Extent)> {
    extent(tensor).map(|extent| (Device(tensor.device), extent))
}

/// The closer look at two tensors.
#[cfg(test)]
fn may_overlap(a: &DLTensor, b: &DLTensor) -> bool {
    memory_overlaps(memory_of_tensor(a), memory_of_tensor(b))
}

/// Whether two pieces of memory may have a common byte. Exact for contiguous memory and for interleaved columns;
/// where it cannot tell, it answers yes.
fn memory_overlaps(a: Option<(Device, Extent)>, b: Option<(Device, Extent)>) -> bool {
    let (Some((a_device, a)), Some((b_device, b))) = (a, b) else { return false };
    // All memory that the CPU reaches is one address space; other devices have their own.
    if a_device != b_device && !(a_device.is_cpu_accessible() && b_device.is_cpu_accessible()) {
        return false;
    }
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
    Some(Extent { begin, end, element, step, first })
}

fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests;

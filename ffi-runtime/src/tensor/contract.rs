//! What a function demands of its tensor arguments beside the dtype: shapes with symbols that arguments share, devices,
//! layouts.
//!
//! The generated code compares in a straight line and only learns whether everything holds. When something does not,
//! [`violation`] looks at the same tensors again, by the contracts as data, and says what.

mod checked_size;
mod shape_pattern;
mod shared_device;
mod symbol;
mod violation;

pub use checked_size::CheckedSize;
pub use shape_pattern::{Dimension, Rest, ShapePattern, Size};
pub use shared_device::SharedDevice;
pub use symbol::{RestSymbol, Symbol};
pub use violation::violation;

use super::{TensorArgument, layout};
use crate::device::Device;
use crate::function::Arguments;
use crate::sys::{DLDeviceType, DLTensor};

/// What is demanded of one argument.
#[derive(Debug)]
pub struct Contract {
    /// The argument's position.
    pub argument: usize,
    /// Its shape.
    pub shape: Option<ShapePattern>,
    /// Where its memory is.
    pub device: Option<DLDeviceType>,
    /// Whether it is on the device of the others that have this too.
    pub same_device: bool,
    /// Whether its elements follow each other in row-major order.
    pub contiguous: bool,
    /// What divides the address of its first element.
    pub alignment: usize,
}

/// The tensor of the argument at `index`, whose value was converted from it.
#[inline(always)]
pub fn contract_tensor<'a, T: TensorArgument>(
    arguments: Arguments<'a>,
    index: usize,
    value: &'a T::View<'_>,
) -> Option<&'a DLTensor> {
    T::tensor(value, arguments.get(index))
}

/// Whether a tensor fulfils `demands`; one that is not there fulfils everything.
#[inline(always)]
pub fn holds<'a>(tensor: Option<&'a DLTensor>, demands: impl FnOnce(&'a DLTensor) -> bool) -> bool {
    tensor.is_none_or(demands)
}

/// The sizes of a tensor with exactly `N` dimensions.
#[inline(always)]
pub fn sizes<const N: usize>(tensor: &DLTensor) -> Option<(&[i64; N], &[i64])> {
    layout::shape(tensor).try_into().ok().map(|sizes| (sizes, [].as_slice()))
}

/// The first `N` sizes of a tensor with at least so many dimensions, and the others.
#[inline(always)]
pub fn first_sizes<const N: usize>(tensor: &DLTensor) -> Option<(&[i64; N], &[i64])> {
    layout::shape(tensor).split_first_chunk()
}

/// Whether the memory is on such a device; what the CPU reaches is on the CPU too.
#[inline(always)]
pub fn is_on(tensor: &DLTensor, device: DLDeviceType) -> bool {
    tensor.device.device_type == device
        || device == DLDeviceType::CPU && Device(tensor.device).is_cpu_accessible()
}

/// Whether the elements follow each other in row-major order.
#[inline(always)]
pub fn is_contiguous(tensor: &DLTensor) -> bool {
    layout::is_contiguous(tensor)
}

/// Whether the address of the first element is a multiple; a tensor without elements has no address.
#[inline(always)]
pub fn is_aligned(tensor: &DLTensor, alignment: usize) -> bool {
    layout::first_element(tensor).addr() & (alignment - 1) == 0 || is_empty(tensor)
}

#[cold]
#[inline(never)]
fn is_empty(tensor: &DLTensor) -> bool {
    layout::element_count(layout::shape(tensor)) == Some(0)
}

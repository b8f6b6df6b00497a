use core::cell::Cell;
use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use std::borrow::Cow;

use super::layout;
use super::problem::Problem;
use super::row_layout::RowLayout;
use super::view::{TensorView, dtype_error, write_tensor_name};
use super::view_mut::writable_argument;
use crate::any::AnyView;
use crate::convert::{Argument, FfiType, Mismatch};
use crate::device::Device;
use crate::dtype::{DataType, Element, Untyped, ViewElement};
use crate::error::Result;
use crate::function::are_same;
use crate::sys::DLTensor;

/// A tensor that is an input, an output or both: two arguments of this type may be the very same tensor, so that
/// one function serves `f(x, y)` and, in place, `f(x, x)`.
///
/// Arguments of this type that overlap in any other way, or one that shares memory with a tensor argument of another
/// type, are a ValueError before the function runs. The elements are read and written as values or
/// [`Cell`]s, never borrowed, and on the caller's thread only.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// /// Doubles `x` into `y`, which may be `x`.
/// #[ffi_export]
/// fn double(x: TensorViewInOut<'_, f32>, y: TensorViewInOut<'_, f32>) -> Result<()> {
///     y.zip_map(&x, |value| value * 2.0)
/// }
/// ```
pub struct TensorViewInOut<'a, T = Untyped> {
    tensor: &'a DLTensor,
    /// Not `Send` and not `Sync`, as cells are shared.
    elements: PhantomData<&'a Cell<*mut T>>,
}

impl<T> Clone for TensorViewInOut<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TensorViewInOut<'_, T> {}

impl<'a, T> TensorViewInOut<'a, T> {
    /// # Safety
    /// The tensor describes memory that only views of this type, on one thread, reach for `'a`, with elements of `T`.
    #[inline(always)]
    pub(super) unsafe fn new(tensor: &'a DLTensor) -> Self {
        Self { tensor, elements: PhantomData }
    }

    pub(super) fn as_dl_tensor(&self) -> &'a DLTensor {
        self.tensor
    }

    /// What does not concern the elements.
    fn view(&self) -> TensorView<'a> {
        // SAFETY: without an element type, the view reads no element.
        unsafe { TensorView::new(self.tensor) }
    }

    /// The sizes of the dimensions.
    #[inline]
    pub fn shape(&self) -> &'a [i64] {
        layout::shape(self.tensor)
    }

    /// The distances between neighbours in each dimension, in elements.
    pub fn strides(&self) -> Cow<'a, [i64]> {
        layout::strides(self.tensor)
    }

    /// The element type.
    #[inline]
    pub fn dtype(&self) -> DataType {
        layout::dtype(self.tensor)
    }

    /// Where the memory is.
    #[inline]
    pub fn device(&self) -> Device {
        Device(self.tensor.device)
    }

    /// As [`TensorView::stream`].
    pub fn stream(&self) -> *mut c_void {
        self.device().stream()
    }

    /// How many dimensions.
    #[inline]
    pub fn ndim(&self) -> usize {
        self.shape().len()
    }

    /// How many elements; `usize::MAX` for a shape that no memory holds.
    #[inline]
    pub fn numel(&self) -> usize {
        self.view().numel()
    }

    /// Whether the elements follow each other in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        layout::is_contiguous(self.tensor)
    }

    /// The address of the first element, on the tensor's device; null for a tensor without memory.
    #[inline]
    pub fn data_ptr(&self) -> *mut c_void {
        layout::first_element(self.tensor).cast()
    }

    /// Whether both are the same tensor: the same memory, shape and strides.
    pub fn is_same<U>(&self, other: &TensorViewInOut<'_, U>) -> bool {
        are_same(self.tensor, other.tensor)
    }

    /// The view with elements of type `U`.
    ///
    /// # Errors
    /// TypeError naming both dtypes.
    #[track_caller]
    pub fn typed<U: Element>(&self) -> Result<TensorViewInOut<'a, U>> {
        if self.dtype() != U::DTYPE {
            return Err(dtype_error(self.tensor, U::DTYPE));
        }
        // SAFETY: the dtype was compared; the rest this view was promised.
        Ok(unsafe { TensorViewInOut::new(self.tensor) })
    }
}

impl<'a, T: Element> TensorViewInOut<'a, T> {
    /// The elements of contiguous CPU memory, in row-major order.
    ///
    /// # Errors
    /// ValueError when the memory is on a device that the CPU cannot reach, not contiguous, or not aligned.
    #[track_caller]
    pub fn as_cells(&self) -> Result<&'a [Cell<T>]> {
        let checked = layout::contiguous_elements::<T>(self.tensor)
            .and_then(|elements| layout::check_elements::<T>(self.tensor).map(|()| elements));
        match checked {
            // SAFETY: the elements are valid, and reached as cells only, on this thread.
            Ok((first, count)) => Ok(unsafe { core::slice::from_raw_parts(first.cast::<Cell<T>>(), count) }),
            Err(problem) => Err(problem.about(self.tensor)),
        }
    }

    /// Makes every element what `map` makes of that of `source`, a tensor of the same shape or this very one.
    ///
    /// # Errors
    /// ValueError when the shapes differ, or the CPU cannot reach the memory of one of them, or it is not aligned, or
    /// two elements of this tensor share memory.
    #[track_caller]
    pub fn zip_map<U: Element>(
        &self,
        source: &TensorViewInOut<'_, U>,
        mut map: impl FnMut(U) -> T,
    ) -> Result<()> {
        let (from, to) = (source.rows_from(self)?, self.rows_to()?);
        // Contiguous tensors are one row, and one pointer in place lets the compiler use vectors.
        let flat = self.is_contiguous() && source.is_contiguous();
        let (count, length) = if flat { (1, self.numel()) } else { (to.count, to.length) };
        let (from_stride, to_stride) = if flat { (1, 1) } else { (from.stride, to.stride) };
        let in_place = source.is_same(self);
        for row in 0..count {
            let (from, to) = (from.row(row), to.row(row));
            let from = if in_place { to.cast::<U>().cast_const() } else { from.cast_const() };
            if from_stride == 1 && to_stride == 1 {
                for index in 0..length {
                    // SAFETY: both are valid elements, reached by value only, on this thread.
                    unsafe { to.add(index).write(map(from.add(index).read())) };
                }
                continue;
            }
            for index in 0..length as isize {
                // SAFETY: as above.
                unsafe {
                    let value = map(from.wrapping_offset(index * from_stride).read());
                    to.wrapping_offset(index * to_stride).write(value);
                }
            }
        }
        Ok(())
    }

    /// Calls `body` for each row of `source`, a tensor of the same shape or this very one, with the row's index and
    /// elements, and writes what `body` leaves there to the row of this tensor. A row is a copy, which stays in the
    /// processor's cache if it is of moderate length.
    ///
    /// # Errors
    /// As [`TensorViewInOut::zip_map`].
    #[track_caller]
    pub fn zip_rows(
        &self,
        source: &TensorViewInOut<'_, T>,
        mut body: impl FnMut(usize, &mut [T]),
    ) -> Result<()> {
        let (from, to) = (source.rows_from(self)?, self.rows_to()?);
        let mut row = Vec::with_capacity(to.length);
        for index in 0..to.count {
            let (first, out) = (from.row(index), to.row(index));
            row.clear();
            // SAFETY: the elements are valid, reached by value only, on this thread.
            let read = |at: usize| unsafe { first.wrapping_offset(at as isize * from.stride).read() };
            row.extend((0..from.length).map(read));
            body(index, &mut row);
            for (at, value) in row.iter().enumerate() {
                // SAFETY: as above.
                unsafe { out.wrapping_offset(at as isize * to.stride).write(*value) };
            }
        }
        Ok(())
    }

    /// The rows to write to.
    #[track_caller]
    fn rows_to(&self) -> Result<RowLayout<T>> {
        layout::check_distinct_elements(self.tensor)
            .and_then(|()| RowLayout::of(self.tensor))
            .map_err(|problem| problem.about(self.tensor))
    }

    /// The rows to read, where `out` has the same shape.
    #[track_caller]
    fn rows_from<U>(&self, out: &TensorViewInOut<'_, U>) -> Result<RowLayout<T>> {
        if self.shape() != out.shape() {
            let (expected, got) = (format!("shape {:?}", self.shape()), format!("shape {:?}", out.shape()));
            return Err(Problem::new(expected, got).about(out.tensor));
        }
        RowLayout::of(self.tensor).map_err(|problem| problem.about(self.tensor))
    }
}

impl<T> fmt::Debug for TensorViewInOut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl<T: ViewElement> FfiType for TensorViewInOut<'_, T> {
    fn write_name(out: &mut String) {
        write_tensor_name(T::REQUIRED, out);
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"DLTensor*\"}");
    }
}

impl<T: ViewElement> Argument for TensorViewInOut<'_, T> {
    type View<'a> = TensorViewInOut<'a, T>;

    const EXCLUSIVE: bool = true;

    const IN_PLACE: bool = true;

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        let tensor = writable_argument::<T>(view)?;
        // SAFETY: the tensor is valid during the call and its dtype was compared. The call refuses other arguments that
        // reach the memory, but for those of this type that are the same tensor.
        Ok(unsafe { TensorViewInOut::new(tensor) })
    }
}

use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use std::borrow::Cow;

use super::problem::Problem;
use super::view::{TensorView, dtype_error, tensor_argument, write_tensor_name};
use super::{layout, read_only};
use crate::any::AnyView;
use crate::convert::{Argument, ArgumentValue, FfiType, Mismatch, ToArgument};
use crate::device::Device;
use crate::dtype::{DataType, Element, Untyped, ViewElement};
use crate::error::Result;
use crate::sys::{DLTensor, RawAny, TypeIndex};

/// A tensor that the caller lends for writing.
///
/// [`TensorViewMut::as_view`] reads it like any tensor. No other tensor argument of the same call reaches its memory: a call with
/// overlapping tensors is a ValueError before the function runs.
pub struct TensorViewMut<'a, T = Untyped> {
    view: TensorView<'a, T>,
    exclusive: PhantomData<&'a mut T>,
}

impl<'a, T> TensorViewMut<'a, T> {
    /// # Safety
    /// The tensor describes memory that only this view reaches for `'a`, with elements of `T`.
    #[inline(always)]
    pub(super) unsafe fn new(tensor: &'a DLTensor) -> Self {
        // SAFETY: memory that may be written to may be read.
        Self { view: unsafe { TensorView::new(tensor) }, exclusive: PhantomData }
    }

    /// The sizes of the dimensions.
    #[inline]
    pub fn shape(&self) -> &'a [i64] {
        self.view.shape()
    }

    /// The distances between neighbours in each dimension, in elements.
    pub fn strides(&self) -> Cow<'a, [i64]> {
        self.view.strides()
    }

    /// The element type.
    #[inline]
    pub fn dtype(&self) -> DataType {
        self.view.dtype()
    }

    /// Where the memory is.
    #[inline]
    pub fn device(&self) -> Device {
        self.view.device()
    }

    /// As [`TensorView::stream`].
    pub fn stream(&self) -> *mut c_void {
        self.view.stream()
    }

    /// How many dimensions.
    #[inline]
    pub fn ndim(&self) -> usize {
        self.view.ndim()
    }

    /// How many elements; `usize::MAX` for a shape that no memory holds.
    #[inline]
    pub fn numel(&self) -> usize {
        self.view.numel()
    }

    /// Whether the elements follow each other in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.view.is_contiguous()
    }

    /// The address of the first element, on the tensor's device; null for a tensor without memory.
    #[inline]
    pub fn data_ptr(&mut self) -> *mut c_void {
        layout::first_element(self.view.as_dl_tensor()).cast()
    }

    /// The view without its element type.
    pub fn into_untyped(self) -> TensorViewMut<'a> {
        TensorViewMut { view: self.view.untyped(), exclusive: PhantomData }
    }

    /// The view with elements of type `U`.
    ///
    /// # Errors
    /// TypeError naming both dtypes.
    #[track_caller]
    pub fn typed<U: Element>(self) -> Result<TensorViewMut<'a, U>> {
        let tensor = self.view.as_dl_tensor();
        if self.view.dtype() != U::DTYPE {
            return Err(dtype_error(tensor, U::DTYPE));
        }
        // SAFETY: the dtype was compared, and this view was the only one of the memory.
        Ok(unsafe { TensorViewMut::new(tensor) })
    }

    pub(super) fn as_dl_tensor(&self) -> &'a DLTensor {
        self.view.as_dl_tensor()
    }

    /// A view for reading, while this one is not written to.
    #[inline]
    pub fn as_view(&self) -> TensorView<'_, T> {
        self.view
    }
}

impl<T: Element> TensorViewMut<'_, T> {
    /// The elements of contiguous CPU memory, in row-major order, for reading.
    ///
    /// # Errors
    /// As [`TensorView::as_slice`].
    #[track_caller]
    pub fn as_slice(&self) -> Result<&[T]> {
        self.view.as_slice()
    }

    /// The elements of contiguous CPU memory, in row-major order.
    ///
    /// # Errors
    /// ValueError when the memory is on a device that the CPU cannot reach, not contiguous, or not aligned.
    #[track_caller]
    pub fn as_mut_slice(&mut self) -> Result<&mut [T]> {
        let tensor = self.view.as_dl_tensor();
        let (first, count) = match layout::contiguous_elements::<T>(tensor) {
            Ok(found) => found,
            Err(problem) => return Err(problem.about(tensor)),
        };
        // SAFETY: the checks above make the range readable, aligned and not null.
        let bytes = unsafe { core::slice::from_raw_parts(first.cast::<u8>(), count * size_of::<T>()) };
        if !T::is_valid(bytes) {
            return Err(layout::invalid_pattern(tensor).about(tensor));
        }
        // SAFETY: as above; only this view reaches the memory, and it is borrowed as long as the slice.
        Ok(unsafe { core::slice::from_raw_parts_mut(first, count) })
    }

    /// Writes the element at `index`, which has one entry for each dimension, whatever the strides.
    ///
    /// # Errors
    /// IndexError when the index is out of range; ValueError when the CPU cannot reach the memory or it is not
    /// aligned.
    #[track_caller]
    pub fn set(&mut self, index: &[i64], value: T) -> Result<()> {
        let element = layout::element::<T>(self.view.as_dl_tensor(), index)?;
        // SAFETY: the index is inside the shape, so the element belongs to the memory that only this view reaches.
        unsafe { element.write(value) };
        Ok(())
    }

    /// Writes `value` to every element, whatever the strides.
    ///
    /// # Errors
    /// ValueError when the CPU cannot reach the memory or it is not aligned.
    #[track_caller]
    pub fn fill(&mut self, value: T) -> Result<()> {
        let tensor = self.view.as_dl_tensor();
        let (stride, rows) = match layout::places::<T>(tensor) {
            Ok(places) => places.into_rows(),
            Err(problem) => return Err(problem.about(tensor)),
        };
        for (first, length) in rows {
            if stride == 1 {
                for index in 0..length {
                    // SAFETY: the row's elements belong to the memory that only this view reaches.
                    unsafe { first.add(index).write(value) };
                }
            } else {
                for index in 0..length {
                    // SAFETY: as above.
                    unsafe { first.wrapping_offset(index as isize * stride).write(value) };
                }
            }
        }
        Ok(())
    }

    /// Copies every element of a tensor of the same shape, whatever the strides of both.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let x = Tensor::from_vec(vec![1.0f32, 2.0], &[2])?;
    /// let mut y = Tensor::zeros::<f32>(&[2])?;
    /// y.view_mut()?.typed::<f32>()?.copy_from(&x.view().typed()?)?;
    /// assert_eq!(y.to_vec::<f32>()?, [1.0, 2.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// ValueError when the shapes differ, or the CPU cannot reach the memory of one of them or it is not aligned.
    #[track_caller]
    pub fn copy_from(&mut self, source: &TensorView<'_, T>) -> Result<()> {
        let tensor = self.view.as_dl_tensor();
        if source.shape() != self.shape() {
            let (expected, got) =
                (format!("shape {:?}", source.shape()), format!("shape {:?}", self.shape()));
            return Err(Problem::new(expected, got).about(tensor));
        }
        let places = match layout::places::<T>(tensor) {
            Ok(found) => found,
            Err(problem) => return Err(problem.about(tensor)),
        };
        if self.is_contiguous() && source.is_contiguous() {
            let elements = source.as_slice()?;
            for (first, _) in places.into_rows().1 {
                // SAFETY: both are contiguous, so there is one row, which has as many elements as the source;
                // only this view reaches its memory.
                unsafe { first.copy_from_nonoverlapping(elements.as_ptr(), elements.len()) };
            }
            return Ok(());
        }
        for (place, element) in places.zip(source.iter()?) {
            // SAFETY: the place is an element of the memory that only this view reaches.
            unsafe { place.write(element) };
        }
        Ok(())
    }
}

impl<T> fmt::Debug for TensorViewMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.fmt(f)
    }
}

impl<T: ViewElement> FfiType for TensorViewMut<'_, T> {
    fn write_name(out: &mut String) {
        write_tensor_name(T::REQUIRED, out);
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"DLTensor*\"}");
    }
}

impl<T: ViewElement> Argument for TensorViewMut<'_, T> {
    type View<'a> = TensorViewMut<'a, T>;

    const EXCLUSIVE: bool = true;

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        let tensor = writable_argument::<T>(view)?;
        // SAFETY: the tensor is valid during the call and its dtype was compared. No other argument reaches the
        // memory, because the call refuses that for exclusive arguments; who calls lets nobody else use it during
        // the call, as the ABI has it for every tensor that is written to.
        Ok(unsafe { TensorViewMut::new(tensor) })
    }
}

/// The tensor in an argument that is written to, if it is one with elements of `T` and not known to be read-only.
#[inline(always)]
pub(super) fn writable_argument<'a, T: ViewElement>(view: AnyView<'a>) -> Result<&'a DLTensor, Mismatch> {
    let tensor = tensor_argument::<T>(view)?;
    if read_only::contains(tensor) {
        return Err(Mismatch::new_value("a tensor that may be written to", "one that is read-only"));
    }
    Ok(tensor)
}

/// Lends a bare tensor, without an owner: the function must not keep it. Only `&mut view` can be passed, so
/// nothing read from the view is at hand while the function may write.
impl<T> ToArgument for &mut TensorViewMut<'_, T> {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        let tensor = core::ptr::from_ref(self.view.as_dl_tensor()).cast_mut().cast();
        // SAFETY: the view borrows the tensor for longer than this borrow of the view lasts.
        Ok(unsafe { ArgumentValue::lent(RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, tensor)) })
    }
}

use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;
use std::borrow::Cow;

use super::{Elements, layout};
use crate::any::AnyView;
use crate::convert::{Argument, ArgumentValue, FfiType, Mismatch, ToArgument};
use crate::device::Device;
use crate::dtype::{DataType, Element, Untyped, ViewElement};
use crate::error::{Error, ErrorKind, Result};
use crate::sys::{DLTensor, ObjectHeader, RawAny, TypeIndex};

/// A tensor that the caller lends for reading: NumPy, PyTorch or any other DLPack memory.
///
/// With an element type, a tensor of another dtype is a TypeError before the function runs; [`Untyped`] takes
/// every dtype. The memory may be on any device and have any strides; [`TensorView::as_slice`] checks both.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// fn sum(x: TensorView<'_, f32>) -> Result<f32> {
///     Ok(x.as_slice()?.iter().sum())
/// }
/// let x = Tensor::from_vec(vec![1.0f32, 2.0], &[2])?;
/// assert_eq!(sum(x.view().typed()?)?, 3.0);
/// # Ok::<(), Error>(())
/// ```
pub struct TensorView<'a, T = Untyped> {
    tensor: &'a DLTensor,
    elements: PhantomData<fn() -> T>,
}

// SAFETY: the view only reads, and elements may be read from any thread.
unsafe impl<T> Send for TensorView<'_, T> {}
// SAFETY: as above.
unsafe impl<T> Sync for TensorView<'_, T> {}

impl<T> Clone for TensorView<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TensorView<'_, T> {}

impl<'a, T> TensorView<'a, T> {
    /// # Safety
    /// The tensor describes memory that stays readable for `'a`, with elements of `T`.
    #[inline(always)]
    pub(crate) unsafe fn new(tensor: &'a DLTensor) -> Self {
        Self { tensor, elements: PhantomData }
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

    /// The stream on which the caller wants work for this tensor's device, such as a `cudaStream_t`; see
    /// [`Device::stream`].
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
        layout::element_count(self.shape()).unwrap_or(usize::MAX)
    }

    /// The bytes that the elements take; types of less than a byte are packed. None for a shape that no memory
    /// holds.
    pub fn byte_size(&self) -> Option<usize> {
        self.dtype().byte_size(layout::element_count(self.shape())?)
    }

    /// Whether the elements follow each other in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        layout::is_contiguous(self.tensor)
    }

    /// The address of the first element, on the tensor's device; null for a tensor without memory.
    #[inline]
    pub fn data_ptr(&self) -> *const c_void {
        layout::first_element(self.tensor).cast_const().cast()
    }

    /// The view without its element type.
    #[inline]
    pub fn untyped(&self) -> TensorView<'a> {
        TensorView { tensor: self.tensor, elements: PhantomData }
    }

    /// The view with elements of type `U`.
    ///
    /// # Errors
    /// TypeError naming both dtypes.
    #[track_caller]
    pub fn typed<U: Element>(&self) -> Result<TensorView<'a, U>> {
        if self.dtype() != U::DTYPE {
            return Err(dtype_error(self.tensor, U::DTYPE));
        }
        Ok(TensorView { tensor: self.tensor, elements: PhantomData })
    }

    pub(super) fn as_dl_tensor(&self) -> &'a DLTensor {
        self.tensor
    }
}

impl<'a, T: Element> TensorView<'a, T> {
    /// The elements of contiguous CPU memory, in row-major order.
    ///
    /// # Errors
    /// ValueError when the memory is on a device that the CPU cannot reach, not contiguous, or not aligned.
    #[track_caller]
    pub fn as_slice(&self) -> Result<&'a [T]> {
        let (first, count) = match layout::contiguous_elements::<T>(self.tensor) {
            Ok(found) => found,
            Err(problem) => return Err(problem.about(self.tensor)),
        };
        // SAFETY: the checks above make the range readable for 'a, aligned and not null.
        let bytes = unsafe { core::slice::from_raw_parts(first.cast::<u8>(), count * size_of::<T>()) };
        if !T::is_valid(bytes) {
            return Err(layout::invalid_pattern(self.tensor).about(self.tensor));
        }
        // SAFETY: as above, and every element is a valid `T`.
        Ok(unsafe { core::slice::from_raw_parts(first, count) })
    }

    /// The element at `index`, which has one entry for each dimension, whatever the strides.
    ///
    /// # Errors
    /// IndexError when the index is out of range; ValueError when the CPU cannot reach the memory or it is not
    /// aligned.
    #[track_caller]
    pub fn get(&self, index: &[i64]) -> Result<T> {
        let element = layout::element::<T>(self.tensor, index)?;
        // SAFETY: the index is inside the shape, so the element belongs to the tensor's memory.
        let bytes = unsafe { core::slice::from_raw_parts(element.cast::<u8>(), size_of::<T>()) };
        if !T::is_valid(bytes) {
            return Err(layout::invalid_pattern(self.tensor).about(self.tensor));
        }
        // SAFETY: the bytes are a valid `T`; the address was found to be aligned.
        Ok(unsafe { element.read() })
    }

    /// The elements in row-major order, whatever the strides.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let x = Tensor::from_vec(vec![1i64, 2, 3, 4], &[2, 2])?;
    /// assert_eq!(x.view().typed::<i64>()?.iter()?.sum::<i64>(), 10);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// ValueError when the CPU cannot reach the memory or it is not aligned.
    #[track_caller]
    pub fn iter(&self) -> Result<Elements<'a, T>> {
        let places = match layout::valid_places::<T>(self.tensor) {
            Ok(found) => found,
            Err(problem) => return Err(problem.about(self.tensor)),
        };
        // SAFETY: the places are the tensor's elements, valid and readable for 'a.
        Ok(unsafe { Elements::new(places) })
    }

    /// A copy of the elements in row-major order, whatever the strides.
    ///
    /// # Errors
    /// ValueError when the CPU cannot reach the memory or it is not aligned; MemoryError when the copy is too
    /// large.
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        if self.is_contiguous() {
            let elements = self.as_slice()?;
            let mut copy = reserve::<T>(elements.len())?;
            copy.extend_from_slice(elements);
            return Ok(copy);
        }
        let elements = self.iter()?;
        let mut copy = reserve::<T>(elements.len())?;
        elements.for_each(|element| copy.push(element));
        Ok(copy)
    }
}

/// Room for a copy of that many elements.
#[track_caller]
fn reserve<T: Element>(count: usize) -> Result<Vec<T>> {
    let mut copy = Vec::new();
    match copy.try_reserve_exact(count) {
        Ok(()) => Ok(copy),
        Err(_) => Err(Error::new(
            ErrorKind::MemoryError,
            format!("there is no memory for {count} elements of {}", T::DTYPE),
        )),
    }
}

#[cold]
#[track_caller]
pub(super) fn dtype_error(tensor: &DLTensor, expected: DataType) -> Error {
    let got = layout::dtype(tensor);
    let tensor = core::ptr::from_ref(tensor).addr();
    Error::about(ErrorKind::TypeError, format!("dtype {expected} but got {got}"), tensor)
}

impl<T> fmt::Debug for TensorView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor({}, {:?}, {})", self.dtype(), self.shape(), self.device())
    }
}

/// Appends `Tensor`, or `Tensor[float32]` where a dtype is demanded.
pub(super) fn write_tensor_name(dtype: Option<DataType>, out: &mut String) {
    out.push_str("Tensor");
    if let Some(dtype) = dtype {
        out.push_str(&format!("[{dtype}]"));
    }
}

impl<T: ViewElement> FfiType for TensorView<'_, T> {
    fn write_name(out: &mut String) {
        write_tensor_name(T::REQUIRED, out);
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"DLTensor*\"}");
    }
}

/// The tensor in an argument, if it is one with elements of `T`.
#[inline(always)]
pub(super) fn tensor_argument<'a, T: ViewElement>(view: AnyView<'a>) -> Result<&'a DLTensor, Mismatch> {
    let raw = view.as_raw();
    let tensor: *const DLTensor = match raw.type_index {
        TypeIndex::DL_TENSOR_PTR => raw.pointer().cast_const().cast(),
        TypeIndex::TENSOR => raw.pointer().wrapping_byte_add(size_of::<ObjectHeader>()).cast_const().cast(),
        _ => return moved_tensor_argument::<T>(view),
    };
    // SAFETY: the caller keeps the tensor during the call; a tensor object has it behind its header.
    match unsafe { tensor.as_ref() } {
        Some(tensor) if has_dtype::<T>(tensor) => Ok(tensor),
        tensor => Err(mismatch::<T>(view, tensor)),
    }
}

#[inline(always)]
fn has_dtype<T: ViewElement>(tensor: &DLTensor) -> bool {
    T::REQUIRED.is_none_or(|dtype| dtype.0.to_bits() == tensor.dtype.to_bits())
}

#[cold]
#[inline(never)]
fn moved_tensor_argument<'a, T: ViewElement>(view: AnyView<'a>) -> Result<&'a DLTensor, Mismatch> {
    let Some(object) = view.object_of(TypeIndex::TENSOR) else { return Err(mismatch::<T>(view, None)) };
    // SAFETY: the caller keeps the object during the call; the tensor stands behind its header.
    let tensor = unsafe { &*object.as_ptr().add(1).cast::<DLTensor>() };
    if has_dtype::<T>(tensor) {
        return Ok(tensor);
    }
    Err(mismatch::<T>(view, Some(tensor)))
}

#[cold]
#[inline(never)]
fn mismatch<T: ViewElement>(view: AnyView<'_>, tensor: Option<&DLTensor>) -> Mismatch {
    let (mut expected, mut got) = (String::new(), String::new());
    write_tensor_name(T::REQUIRED, &mut expected);
    let Some(tensor) = tensor else {
        if view.as_raw().type_index == TypeIndex::DL_TENSOR_PTR {
            return Mismatch::new_type(expected, "a null DLTensor*");
        }
        return Mismatch::of_type::<TensorView<'_, T>>(view);
    };
    let dtype = layout::dtype(tensor);
    write_tensor_name(Some(dtype), &mut got);
    if got == expected {
        // The name of a dtype does not tell every number of lanes.
        got.push_str(&format!(" with {} lanes", dtype.lanes()));
    }
    Mismatch::new_type(expected, got)
}

impl<T: ViewElement> Argument for TensorView<'_, T> {
    type View<'a> = TensorView<'a, T>;

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        // SAFETY: the tensor is valid during the call and its dtype was compared.
        tensor_argument::<T>(view).map(|tensor| unsafe { TensorView::new(tensor) })
    }
}

/// Lends a bare tensor, without an owner: the function must not keep it. The ABI has no tensors for reading only,
/// so a function of another language can write to it: do not hold a slice of the memory across such a call.
impl<T> ToArgument for TensorView<'_, T> {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        let tensor = core::ptr::from_ref(self.tensor).cast_mut().cast();
        // SAFETY: the view borrows the tensor for longer than this borrow of the view lasts.
        Ok(unsafe { ArgumentValue::lent(RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, tensor)) })
    }
}

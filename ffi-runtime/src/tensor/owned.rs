use core::any::Any as Owner;
use core::ffi::c_void;
use core::ptr::NonNull;

use super::buffer::Buffer;
use super::{TensorView, TensorViewMut, layout};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};
use crate::device::Device;
use crate::dtype::{DataType, Element};
use crate::error::{Error, ErrorKind, Result, check};
use crate::object::ObjectPtr;
use crate::sys::{DLTensor, RawAny, TypeIndex};
use crate::{host, mem};

/// A tensor that owns its memory, or shares it with others who do: `tvm_ffi.Tensor` in Python.
///
/// Copies share the memory.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let x = Tensor::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
/// assert_eq!(x.view().shape(), [2, 2]);
/// assert_eq!(x.to_vec::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Tensor(ObjectPtr);

/// The ABI's `DLTensor`, and the owners of what it points to.
#[repr(C)]
struct TensorBody {
    tensor: DLTensor,
    _shape_and_strides: Box<[i64]>,
    _memory: Box<dyn Owner + Send + Sync>,
}

// SAFETY: the pointers point into the owners behind them, which are `Send`.
unsafe impl Send for TensorBody {}
// SAFETY: as above; the body never changes.
unsafe impl Sync for TensorBody {}

impl Tensor {
    /// A tensor of the vector's elements in row-major order, without copying them.
    ///
    /// # Errors
    /// ValueError when the shape has another number of elements than the vector.
    pub fn from_vec<T: Element>(elements: Vec<T>, shape: &[i64]) -> Result<Self> {
        if layout::element_count(shape) != Some(elements.len()) {
            return Err(Error::new(
                ErrorKind::ValueError,
                format!("Expected as many elements as shape {shape:?} has but got {}", elements.len()),
            ));
        }
        let mut elements = elements;
        let data = elements.as_mut_ptr();
        Ok(Self::of_memory(data.cast(), T::DTYPE, shape, Box::new(elements)))
    }

    /// A tensor of zeros in the CPU's memory.
    ///
    /// # Errors
    /// ValueError for a shape with a negative size or more elements than memory can hold.
    pub fn zeros<T: Element>(shape: &[i64]) -> Result<Self> {
        Self::zeros_of(T::DTYPE, shape)
    }

    fn zeros_of(dtype: DataType, shape: &[i64]) -> Result<Self> {
        let buffer =
            layout::element_count(shape).and_then(|count| dtype.byte_size(count)).and_then(Buffer::zeroed);
        let Some(mut buffer) = buffer else {
            return Err(Error::new(
                ErrorKind::ValueError,
                format!("Expected a shape that fits into memory but got {shape:?} of {dtype}"),
            ));
        };
        let data = buffer.as_mut_ptr();
        Ok(Self::of_memory(data.cast(), dtype, shape, Box::new(buffer)))
    }

    /// A new tensor with the shape, dtype and device of `view`, from the caller framework's allocator: inside
    /// PyTorch it becomes a torch tensor. Where the caller has no allocator, zeros in the CPU's memory.
    ///
    /// # Errors
    /// The allocator's error; a RuntimeError when there is none and the device is not the CPU.
    pub fn alloc_like<T>(view: &TensorView<'_, T>) -> Result<Self> {
        let host = host::require()?;
        // SAFETY: the function only reads the environment.
        let has_allocator = host.env_get_tensor_allocator().is_ok_and(|get| unsafe { get() }.is_some());
        if !has_allocator {
            if view.device() != Device::CPU {
                return Err(Error::new(
                    ErrorKind::RuntimeError,
                    format!("the caller has no tensor allocator, which device {} needs", view.device()),
                ));
            }
            return Self::zeros_of(view.dtype(), view.shape());
        }
        let mut shape: Vec<i64> = view.shape().to_vec();
        let mut prototype = DLTensor {
            data: core::ptr::null_mut(),
            shape: shape.as_mut_ptr(),
            strides: core::ptr::null_mut(),
            byte_offset: 0,
            ..*view.as_dl_tensor()
        };
        let mut object = core::ptr::null_mut();
        // SAFETY: the prototype is read during the call; the host writes an owned tensor.
        check(unsafe { host.env_tensor_alloc()?(&mut prototype, &mut object) })?;
        match NonNull::new(object.cast()) {
            // SAFETY: the object is a tensor and the reference is ours.
            Some(object) => Ok(Self(unsafe { ObjectPtr::from_owned(object) })),
            None => Err(Error::new(ErrorKind::RuntimeError, "the caller's allocator gave no tensor")),
        }
    }

    /// A tensor of contiguous memory at `data`, which `memory` owns.
    fn of_memory(
        data: *mut c_void,
        dtype: DataType,
        shape: &[i64],
        memory: Box<dyn Owner + Send + Sync>,
    ) -> Self {
        let mut shape_and_strides: Box<[i64]> =
            shape.iter().copied().chain(layout::row_major_strides(shape)).collect();
        let first = shape_and_strides.as_mut_ptr();
        let tensor = DLTensor {
            data,
            device: Device::CPU.0,
            ndim: shape.len() as i32,
            dtype: dtype.0,
            shape: first,
            strides: first.wrapping_add(shape.len()),
            byte_offset: 0,
        };
        let body = TensorBody { tensor, _shape_and_strides: shape_and_strides, _memory: memory };
        // SAFETY: a new tensor object has one reference, which is taken over.
        Self(unsafe { ObjectPtr::from_owned(mem::new_object(TypeIndex::TENSOR, body)) })
    }

    fn as_dl_tensor(&self) -> &DLTensor {
        // SAFETY: every tensor object has the `DLTensor` behind its header; it does not change.
        unsafe { self.0.body::<DLTensor>().as_ref() }
    }

    /// A view for reading.
    pub fn view(&self) -> TensorView<'_> {
        // SAFETY: the tensor keeps its memory for as long as it is borrowed.
        unsafe { TensorView::new(self.as_dl_tensor()) }
    }

    /// A view for writing.
    ///
    /// # Errors
    /// ValueError while the tensor is shared: with a copy, another language, or a call in progress.
    pub fn view_mut(&mut self) -> Result<TensorViewMut<'_>> {
        if !self.0.is_unique() {
            return Err(Error::new(
                ErrorKind::ValueError,
                "Expected a tensor that nobody else uses but got one that is shared",
            ));
        }
        // SAFETY: this is the only reference, borrowed mutably for as long as the view.
        Ok(unsafe { TensorViewMut::new(self.as_dl_tensor()) })
    }

    /// A copy of the elements in row-major order.
    ///
    /// # Errors
    /// TypeError for another dtype; ValueError when the CPU cannot reach the memory.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.view().typed::<T>()?.to_vec()
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> &[i64] {
        self.view().shape()
    }

    /// The element type.
    pub fn dtype(&self) -> DataType {
        self.view().dtype()
    }

    /// Where the memory is.
    pub fn device(&self) -> Device {
        self.view().device()
    }
}

impl core::fmt::Debug for Tensor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.view().fmt(f)
    }
}

impl FfiType for Tensor {
    fn write_name(out: &mut String) {
        out.push_str("Tensor");
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"ffi.Tensor\"}");
    }
}

/// A tensor that can be kept; a bare `DLTensor*` has no owner and is a TypeError.
impl Argument for Tensor {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        if view.as_raw().type_index == TypeIndex::DL_TENSOR_PTR {
            return Err(Mismatch::new_type("Tensor", "DLTensor*, which has no owner"));
        }
        if view.object_of(TypeIndex::TENSOR).is_none() {
            return Err(Mismatch::of_type::<Self>(view));
        }
        match view.take_moved_object().or_else(|| {
            // SAFETY: the view keeps the object alive.
            view.object_of(TypeIndex::TENSOR).map(|object| unsafe { ObjectPtr::from_borrowed(object) })
        }) {
            Some(object) => Ok(Self(object)),
            None => Err(Mismatch::of_type::<Self>(view)),
        }
    }
}

impl IntoAny for Tensor {
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl ToArgument for Tensor {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        let raw = RawAny::from_pointer(TypeIndex::TENSOR, self.0.as_ptr().cast());
        // SAFETY: `self` keeps the object alive for as long as the value is lent.
        Ok(unsafe { ArgumentValue::lent(raw) })
    }
}

impl From<Tensor> for Any {
    fn from(tensor: Tensor) -> Self {
        Self::from_object(tensor.0)
    }
}

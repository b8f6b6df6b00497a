use core::any::Any as Owner;
use core::ffi::c_void;
use core::ptr::NonNull;

use super::body::{Memory, is_read_only, new_tensor, owns_memory};
use super::buffer::Buffer;
use super::{TensorView, TensorViewMut, layout};
use crate::any::AnyView;
use crate::convert::{Mismatch, impl_object_handle};
use crate::device::Device;
use crate::dtype::{DataType, Element};
use crate::error::{Error, ErrorKind, Result, check};
use crate::host::{self, HostTable};
use crate::object::ObjectPtr;
use crate::sys::{DLTensor, TypeIndex};

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
pub struct Tensor {
    object: ObjectPtr,
    /// Whether the memory is known to belong to the object alone, because the handle is that of its maker. Else the object
    /// tells.
    owns_memory: bool,
}

impl Tensor {
    /// A tensor of the vector's elements in row-major order, without copying them.
    ///
    /// # Errors
    /// ValueError when the shape has another number of elements than the vector.
    #[track_caller]
    pub fn from_vec<T: Element>(elements: Vec<T>, shape: &[i64]) -> Result<Self> {
        if layout::element_count(shape) != Some(elements.len()) {
            return Err(Error::new(
                ErrorKind::ValueError,
                format!("Expected as many elements as shape {shape:?} has but got {}", elements.len()),
            ));
        }
        let data = elements.as_ptr().cast_mut().cast();
        // SAFETY: the vector has an element for each of the shape's, in row-major order.
        Ok(unsafe { Self::of_memory(data, T::DTYPE, shape, None, Box::new(elements)) })
    }

    /// A tensor of zeros in the CPU's memory.
    ///
    /// # Errors
    /// As [`Tensor::zeros_of`].
    #[track_caller]
    pub fn zeros<T: Element>(shape: &[i64]) -> Result<Self> {
        Self::zeros_of(T::DTYPE, shape)
    }

    /// A tensor in the CPU's memory, all bits zero, of a dtype that need not have a Rust type: elements of less
    /// than a byte are packed.
    ///
    /// # Errors
    /// ValueError for a shape with a negative size or more elements than memory can hold; MemoryError when there
    /// is no memory for it now.
    #[track_caller]
    pub fn zeros_of(dtype: DataType, shape: &[i64]) -> Result<Self> {
        let Some(size) = layout::element_count(shape).and_then(|count| dtype.byte_size(count)) else {
            return Err(Error::new(
                ErrorKind::ValueError,
                format!("Expected a shape that fits into memory but got {shape:?} of {dtype}"),
            ));
        };
        let Some(mut buffer) = Buffer::zeroed(size) else {
            return Err(Error::new(
                ErrorKind::MemoryError,
                format!("no memory for a tensor of shape {shape:?} of {dtype}, which takes {size} bytes"),
            ));
        };
        let data = buffer.as_mut_ptr();
        // SAFETY: the buffer has the size of the shape's elements.
        Ok(unsafe { Self::of_memory(data.cast(), dtype, shape, None, Box::new(buffer)) })
    }

    /// A new tensor with the shape, dtype and device of `view`, from the caller framework's allocator: inside
    /// PyTorch it becomes a torch tensor. Where the caller has no allocator, zeros in the CPU's memory.
    ///
    /// # Errors
    /// The allocator's error; a RuntimeError when there is none and the device is not the CPU.
    #[track_caller]
    pub fn alloc_like<T>(view: &TensorView<'_, T>) -> Result<Self> {
        // SAFETY: the function only reads the environment.
        let has_allocator =
            |host: &&HostTable| host.env_get_tensor_allocator().is_ok_and(|get| unsafe { get() }.is_some());
        let Some(host) = host::current().filter(has_allocator) else {
            if view.device() != Device::CPU {
                return Err(Error::new(
                    ErrorKind::RuntimeError,
                    format!("the caller has no tensor allocator, which device {} needs", view.device()),
                ));
            }
            return Self::zeros_of(view.dtype(), view.shape());
        };
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
            Some(object) => Ok(Self::sole(unsafe { ObjectPtr::from_owned(object) })),
            None => Err(Error::new(ErrorKind::RuntimeError, "the caller's allocator gave no tensor")),
        }
    }

    /// A tensor of the CPU's memory at `data`, which `memory` owns; row-major without strides.
    ///
    /// # Safety
    /// The elements of that shape and strides lie in the memory, and nobody but its owner reaches it.
    pub(super) unsafe fn of_memory(
        data: *mut c_void,
        dtype: DataType,
        shape: &[i64],
        strides: Option<&[i64]>,
        memory: Box<dyn Owner + Send + Sync>,
    ) -> Self {
        let tensor = DLTensor {
            data,
            device: Device::CPU.0,
            ndim: shape.len() as i32,
            dtype: dtype.0,
            shape: shape.as_ptr().cast_mut(),
            strides: strides.map_or(core::ptr::null_mut(), |strides| strides.as_ptr().cast_mut()),
            byte_offset: 0,
        };
        // SAFETY: the memory is the owner's; shape and strides are copied.
        Self::sole(unsafe { new_tensor(tensor, false, Memory::Rust(memory)) })
    }

    /// The object, known to be a tensor that nobody but this value refers to, with memory of its own.
    fn sole(object: ObjectPtr) -> Self {
        Self { object, owns_memory: true }
    }

    /// The object, known to be a tensor.
    pub(super) fn from_object(object: ObjectPtr) -> Self {
        Self { object, owns_memory: false }
    }

    pub(super) fn into_object(self) -> ObjectPtr {
        self.object
    }

    pub(super) fn as_dl_tensor(&self) -> &DLTensor {
        // SAFETY: every tensor object has the `DLTensor` behind its header; it does not change.
        unsafe { self.object.body::<DLTensor>().as_ref() }
    }

    /// A view for reading.
    pub fn view(&self) -> TensorView<'_> {
        // SAFETY: the tensor keeps its memory for as long as it is borrowed.
        unsafe { TensorView::new(self.as_dl_tensor()) }
    }

    /// A view for writing.
    ///
    /// # Errors
    /// ValueError while the tensor is shared: with a copy, another language, or a call in progress; and for a tensor that
    /// another library has made, or whose memory came through DLPack, since a framework may reach that memory as well.
    /// A tensor made here may have been elsewhere: it can be written to once it came back as the only reference, such as
    /// an argument that is moved in.
    #[track_caller]
    pub fn view_mut(&mut self) -> Result<TensorViewMut<'_>> {
        if self.is_read_only() {
            return Err(Error::new(
                ErrorKind::ValueError,
                "Expected a tensor that may be written to but got one that is read-only",
            ));
        }
        if !self.owns_memory && !owns_memory(&self.object) {
            return Err(Error::new(
                ErrorKind::ValueError,
                "Expected a tensor whose memory was made here but got one whose memory may be shared with another library",
            ));
        }
        if !self.object.is_unique() {
            return Err(Error::new(
                ErrorKind::ValueError,
                "Expected a tensor that nobody else uses but got one that is shared",
            ));
        }
        // SAFETY: this is the only reference to memory of its own, borrowed mutably for as long as the view.
        Ok(unsafe { TensorViewMut::new(self.as_dl_tensor()) })
    }

    /// A copy of the elements in row-major order.
    ///
    /// # Errors
    /// TypeError for another dtype; ValueError when the CPU cannot reach the memory.
    #[track_caller]
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

    /// The bytes that the elements take; types of less than a byte are packed. None for a shape that no memory
    /// holds.
    pub fn byte_size(&self) -> Option<usize> {
        self.view().byte_size()
    }

    /// Whether the memory is known to be read-only, because [`Tensor::from_dlpack`] took it as such.
    pub fn is_read_only(&self) -> bool {
        is_read_only(&self.object)
    }
}

impl core::fmt::Debug for Tensor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.view().fmt(f)
    }
}

/// A bare `DLTensor*` has no owner and cannot be kept.
#[cold]
fn no_tensor(view: AnyView<'_>) -> Result<Tensor, Mismatch> {
    if view.as_raw().type_index == TypeIndex::DL_TENSOR_PTR {
        return Err(Mismatch::new_type("Tensor", "DLTensor*, which has no owner and cannot be kept"));
    }
    Err(Mismatch::of_type::<Tensor>(view))
}

impl_object_handle!(
    Tensor,
    object,
    TypeIndex::TENSOR,
    "Tensor",
    "ffi.Tensor",
    Tensor::from_object,
    no_tensor
);

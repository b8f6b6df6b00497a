use core::any::Any as Owner;

use super::{layout, read_only};
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{DLManagedTensor, DLManagedTensorVersioned, DLTensor, TypeIndex};

/// The body of a tensor object: the ABI's `DLTensor`, and the owners of what it points to.
#[repr(C)]
struct TensorBody {
    tensor: DLTensor,
    _shape_and_strides: Box<[i64]>,
    read_only: bool,
    memory: Memory,
}

/// Who owns a tensor's memory.
pub(crate) enum Memory {
    /// A Rust value.
    Rust(#[allow(dead_code, reason = "it is only kept")] Box<dyn Owner + Send + Sync>),
    /// Whoever made this tensor, which owns shape and strides as well.
    Legacy(*mut DLManagedTensor),
    /// As above.
    Versioned(*mut DLManagedTensorVersioned),
    /// Another tensor object.
    Tensor(#[allow(dead_code, reason = "it is only kept")] ObjectPtr),
}

// SAFETY: DLPack lets any thread use and free a tensor; the pointers point into the owners, which are `Send`.
unsafe impl Send for TensorBody {}
// SAFETY: as above; the body never changes.
unsafe impl Sync for TensorBody {}

impl Drop for TensorBody {
    fn drop(&mut self) {
        if self.read_only {
            read_only::remove(&self.tensor);
        }
        // No lock is held here: a deleter may call anything, this library included.
        match self.memory {
            // SAFETY: the managed tensor was taken over, and its deleter is called once.
            Memory::Legacy(managed) => unsafe {
                if let Some(deleter) = (*managed).deleter {
                    deleter(managed);
                }
            },
            // SAFETY: as above.
            Memory::Versioned(managed) => unsafe {
                if let Some(deleter) = (*managed).deleter {
                    deleter(managed);
                }
            },
            Memory::Rust(_) | Memory::Tensor(_) => {}
        }
    }
}

/// A new tensor object. Shape and strides are copied, unless a managed tensor owns them; strides that are not given
/// are those of row-major memory.
///
/// # Safety
/// `memory` keeps what `tensor` describes, its shape and strides included if it is a managed tensor, which is the
/// object's from now on.
pub(crate) unsafe fn new_tensor(mut tensor: DLTensor, read_only: bool, memory: Memory) -> ObjectPtr {
    let is_managed = matches!(memory, Memory::Legacy(_) | Memory::Versioned(_));
    let mut owned: Box<[i64]> = Box::default();
    if !is_managed {
        owned = layout::shape(&tensor).iter().chain(layout::strides(&tensor).iter()).copied().collect();
        let ndim = owned.len() / 2;
        tensor.ndim = ndim as i32;
        tensor.shape = owned.as_mut_ptr();
        tensor.strides = tensor.shape.wrapping_add(ndim);
    } else if tensor.strides.is_null() && tensor.ndim > 0 {
        owned = layout::strides(&tensor).iter().copied().collect();
        tensor.strides = owned.as_mut_ptr();
    }
    let body = TensorBody { tensor, _shape_and_strides: owned, read_only, memory };
    // SAFETY: a new object has one reference, which is taken over.
    let object = unsafe { ObjectPtr::from_owned(mem::new_object(TypeIndex::TENSOR, body)) };
    if read_only {
        read_only::insert(object.body::<DLTensor>().as_ptr());
    }
    object
}

/// Whether the memory of a tensor object is known to be read-only.
pub(crate) fn is_read_only(object: &ObjectPtr) -> bool {
    read_only::contains(object.body::<DLTensor>().as_ptr())
}

/// Whether a tensor object was made here and its memory is a Rust value's, which nothing else reaches.
pub(crate) fn owns_memory(object: &ObjectPtr) -> bool {
    // SAFETY: the reference keeps the object alive.
    if !unsafe { mem::is_made_here::<TensorBody>(object.as_ptr()) } {
        return false;
    }
    // SAFETY: the object's body is a `TensorBody`, which never changes.
    matches!(unsafe { &object.body::<TensorBody>().as_ref().memory }, Memory::Rust(_))
}

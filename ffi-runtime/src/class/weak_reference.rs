use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::Ref;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::ObjectHeader;

/// A reference to an object of a class that does not keep its value alive.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[ffi_class("weak_example.Node")]
/// struct Node {}
///
/// # ffi_runtime::host::require()?;
/// let node = Ref::new(Node {});
/// let weak = Ref::downgrade(&node);
/// assert!(weak.upgrade().is_some());
/// drop(node);
/// assert!(weak.upgrade().is_none());
/// # Ok::<(), ffi_runtime::Error>(())
/// ```
pub struct WeakRef<T> {
    object: NonNull<ObjectHeader>,
    class: PhantomData<T>,
}

// SAFETY: counts are atomic, and a value that is reached again is `Send` and `Sync`, as all classes are.
unsafe impl<T: Send + Sync> Send for WeakRef<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for WeakRef<T> {}

impl<T> WeakRef<T> {
    pub(super) fn of(object: &ObjectPtr) -> Self {
        // SAFETY: the reference keeps the object alive.
        unsafe {
            mem::increase_weak(object.as_ptr());
            Self { object: NonNull::new_unchecked(object.as_ptr()), class: PhantomData }
        }
    }

    /// The object, None when its last reference is gone.
    pub fn upgrade(&self) -> Option<Ref<T>> {
        // SAFETY: this value holds a weak reference; after promotion it owns a strong one too, to a complete object
        // of the class.
        unsafe {
            mem::promote_weak(self.object.as_ptr())
                .then(|| Ref::from_object(ObjectPtr::from_owned(self.object)))
        }
    }
}

impl<T> Clone for WeakRef<T> {
    fn clone(&self) -> Self {
        // SAFETY: this value holds a weak reference.
        unsafe { mem::increase_weak(self.object.as_ptr()) };
        Self { object: self.object, class: PhantomData }
    }
}

impl<T> Drop for WeakRef<T> {
    fn drop(&mut self) {
        // SAFETY: this value owns a weak reference and is not used again.
        unsafe { mem::decrease_weak(self.object.as_ptr()) }
    }
}

impl<T> fmt::Debug for WeakRef<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WeakRef({:p})", self.object)
    }
}

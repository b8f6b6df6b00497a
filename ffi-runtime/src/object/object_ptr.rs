use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use crate::mem;
use crate::sys::{ObjectHeader, TypeIndex};

/// A strong reference to an object of any type.
///
/// Every handle of this crate, such as a function or a tensor, is one with the type known.
#[repr(transparent)]
pub struct ObjectPtr(NonNull<ObjectHeader>);

// SAFETY: counts are atomic, and the ABI lets any thread use and free an object.
unsafe impl Send for ObjectPtr {}
// SAFETY: as above; shared access only reads the header.
unsafe impl Sync for ObjectPtr {}

impl ObjectPtr {
    /// Takes a strong reference over.
    ///
    /// # Safety
    /// `object` is alive and the caller owns one strong reference, which is now this value's.
    #[inline(always)]
    pub unsafe fn from_owned(object: NonNull<ObjectHeader>) -> Self {
        Self(object)
    }

    /// A new strong reference to a borrowed object.
    ///
    /// # Safety
    /// `object` is alive.
    #[inline(always)]
    pub unsafe fn from_borrowed(object: NonNull<ObjectHeader>) -> Self {
        // SAFETY: the caller promises that the object is alive.
        unsafe { mem::increase_strong(object.as_ptr()) };
        Self(object)
    }

    /// The object, still owned by this value.
    #[inline(always)]
    pub fn as_ptr(&self) -> *mut ObjectHeader {
        self.0.as_ptr()
    }

    /// The object with the reference, to be given back by the receiver.
    #[inline(always)]
    pub fn into_raw(self) -> NonNull<ObjectHeader> {
        ManuallyDrop::new(self).0
    }

    /// What the object is.
    #[inline(always)]
    pub fn type_index(&self) -> TypeIndex {
        // SAFETY: this reference keeps the object alive; its type never changes.
        unsafe { self.0.as_ref().type_index }
    }

    /// The body that stands behind the header.
    #[inline(always)]
    pub(crate) fn body<T>(&self) -> NonNull<T> {
        // SAFETY: the header is followed by the body in the same allocation.
        unsafe { self.0.add(1).cast() }
    }

    /// How many strong references there are at this moment.
    #[cfg(test)]
    pub(crate) fn strong_count(&self) -> u32 {
        // SAFETY: this reference keeps the object alive.
        unsafe { mem::strong_count(self.as_ptr()) }
    }

    /// Whether this is the only reference, weak ones included.
    #[inline]
    pub fn is_unique(&self) -> bool {
        // SAFETY: this value owns a strong reference.
        unsafe { mem::is_unique(self.as_ptr()) }
    }

    /// Whether both are the same object.
    pub fn same_as(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Clone for ObjectPtr {
    #[inline(always)]
    fn clone(&self) -> Self {
        // SAFETY: this reference keeps the object alive.
        unsafe { Self::from_borrowed(self.0) }
    }
}

impl Drop for ObjectPtr {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: this value owns one strong reference and is not used again.
        unsafe { mem::decrease_strong(self.0.as_ptr()) }
    }
}

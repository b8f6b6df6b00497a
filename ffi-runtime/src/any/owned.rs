use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use super::AnyView;
use crate::object::ObjectPtr;
use crate::sys::{RawAny, TypeIndex};

/// An owned value of any type: None, a number, a string, a function, a tensor and so on.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let value = Any::from(3);
/// assert_eq!(value.to::<i64>()?, 3);
/// assert!(value.to::<String>().is_err());
/// # Ok::<(), Error>(())
/// ```
#[repr(transparent)]
pub struct Any(RawAny);

// SAFETY: plain values are plain; objects may be used and freed from any thread.
unsafe impl Send for Any {}
// SAFETY: as above; shared access does not change the value.
unsafe impl Sync for Any {}

impl Any {
    /// The value None.
    #[inline(always)]
    pub const fn none() -> Self {
        Self(RawAny::NONE)
    }

    /// Takes a value over.
    ///
    /// # Safety
    /// `raw` is an owned value of the ABI (never a raw string, byte array or tensor pointer); an object's
    /// strong reference is now this value's.
    #[inline(always)]
    pub const unsafe fn from_raw(raw: RawAny) -> Self {
        Self(raw)
    }

    /// A value that is no object.
    #[inline(always)]
    pub(crate) const fn from_bits(type_index: TypeIndex, bits: u64) -> Self {
        Self(RawAny::from_bits(type_index, bits))
    }

    /// An object, with its reference.
    #[inline(always)]
    pub(crate) fn from_object(object: ObjectPtr) -> Self {
        let type_index = object.type_index();
        Self(RawAny::from_pointer(type_index, object.into_raw().as_ptr().cast()))
    }

    /// The value with its ownership, to be given back by the receiver.
    #[inline(always)]
    pub fn into_raw(self) -> RawAny {
        ManuallyDrop::new(self).0
    }

    /// The value, borrowed.
    #[inline(always)]
    pub fn view(&self) -> AnyView<'_> {
        // SAFETY: an owned value is a valid view for as long as it is borrowed.
        unsafe { AnyView::from_raw(&self.0) }
    }

    /// What the value is.
    #[inline(always)]
    pub fn type_index(&self) -> TypeIndex {
        self.0.type_index
    }

    /// Whether the value is None.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.0.type_index == TypeIndex::NONE
    }

    /// The object in this value, if it is one of that type.
    pub(crate) fn into_object(self, type_index: TypeIndex) -> Result<ObjectPtr, Self> {
        match NonNull::new(self.0.pointer().cast()) {
            Some(object) if self.0.type_index == type_index && type_index.is_object() => {
                let _owner = ManuallyDrop::new(self);
                // SAFETY: the value owned a reference to this object and is not dropped.
                Ok(unsafe { ObjectPtr::from_owned(object) })
            }
            _ => Err(self),
        }
    }
}

impl Clone for Any {
    #[inline]
    fn clone(&self) -> Self {
        if self.0.type_index.is_object()
            && let Some(object) = NonNull::new(self.0.pointer().cast())
        {
            // SAFETY: this value keeps the object alive; the new reference is owned by the copy.
            core::mem::forget(unsafe { ObjectPtr::from_borrowed(object) });
        }
        Self(self.0)
    }
}

impl Drop for Any {
    #[inline(always)]
    fn drop(&mut self) {
        if self.0.type_index.is_object()
            && let Some(object) = NonNull::new(self.0.pointer().cast())
        {
            // SAFETY: this value owns a reference to the object.
            drop(unsafe { ObjectPtr::from_owned(object) });
        }
    }
}

impl Default for Any {
    fn default() -> Self {
        Self::none()
    }
}

impl core::fmt::Debug for Any {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.view().fmt(f)
    }
}

use core::ptr::NonNull;

use crate::object::ObjectPtr;
use crate::sys::{ObjectHeader, RawAny, TypeIndex};

/// A borrowed value of any type, such as an argument during a call.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct AnyView<'a>(&'a RawAny);

impl<'a> AnyView<'a> {
    /// Borrows a value.
    ///
    /// # Safety
    /// `raw` is a value as the packed call convention passes arguments, valid for `'a`.
    #[inline(always)]
    pub unsafe fn from_raw(raw: &'a RawAny) -> Self {
        Self(raw)
    }

    /// The value as the ABI passes it.
    #[inline(always)]
    pub fn as_raw(self) -> &'a RawAny {
        self.0
    }

    /// What the value is: for an object that is being moved in, what the object is.
    #[inline]
    pub fn type_index(self) -> TypeIndex {
        if self.0.type_index == TypeIndex::OBJECT_RVALUE_REF {
            return self.object().map_or(TypeIndex::NONE, |object| {
                // SAFETY: the caller of the function keeps the object alive during the call.
                unsafe { object.as_ref().type_index }
            });
        }
        self.0.type_index
    }

    /// Whether the value is None.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0.type_index == TypeIndex::NONE
    }

    /// The object, be it borrowed or moved in.
    #[inline]
    pub(crate) fn object(self) -> Option<NonNull<ObjectHeader>> {
        if self.0.type_index.is_object() {
            return NonNull::new(self.0.pointer().cast());
        }
        if self.0.type_index != TypeIndex::OBJECT_RVALUE_REF || self.0.pointer().is_null() {
            return None;
        }
        // SAFETY: an rvalue reference points to the caller's pointer to the object, null when moved out.
        NonNull::new(unsafe { *self.0.pointer().cast::<*mut ObjectHeader>() })
    }

    /// The value as it is passed on: an object that is moved in is lent, since whoever holds this view may borrow from
    /// it. None when the object was moved out before.
    #[inline(always)]
    pub(crate) fn lent(self) -> Option<RawAny> {
        if self.0.type_index != TypeIndex::OBJECT_RVALUE_REF {
            return Some(*self.0);
        }
        // SAFETY: the caller of the function keeps the object alive during the call.
        self.object()
            .map(|object| unsafe { RawAny::from_pointer(object.as_ref().type_index, object.as_ptr().cast()) })
    }

    /// The object if it is of that type, be it borrowed or moved in.
    #[inline(always)]
    pub(crate) fn object_of(self, type_index: TypeIndex) -> Option<NonNull<ObjectHeader>> {
        if self.0.type_index == type_index {
            return NonNull::new(self.0.pointer().cast());
        }
        self.moved_object_of(type_index)
    }

    #[cold]
    fn moved_object_of(self, type_index: TypeIndex) -> Option<NonNull<ObjectHeader>> {
        (self.0.type_index == TypeIndex::OBJECT_RVALUE_REF && self.type_index() == type_index)
            .then(|| self.object())
            .flatten()
    }

    /// A new reference to the object if it is of that type. The reference that a caller moves in stays in its place: the
    /// call takes it once it knows that no other argument borrows from the object.
    #[inline]
    pub(crate) fn own_object_of(self, type_index: TypeIndex) -> Option<ObjectPtr> {
        // SAFETY: the caller of the function keeps the object alive during the call.
        self.object_of(type_index).map(|object| unsafe { ObjectPtr::from_borrowed(object) })
    }
}

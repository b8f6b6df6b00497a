use core::fmt;

use super::type_key::type_key;
use crate::any::{Any, AnyView};
use crate::convert::{
    Argument, ArgumentValue, IntoAny, Mismatch, ObjectHandle, OwnedArgument, ToArgument, impl_ffi_type,
};
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::{ObjectHeader, RawAny, TypeIndex};

/// A reference to an object of any type: of a class of any language, a container, a function, a tensor and so on.
///
/// Numbers, `None`, and strings and bytes of at most seven bytes are no objects; [`Any`] holds those as well.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let array: Array<i64> = [1, 2].into_iter().collect();
/// let object = Object::from(array);
/// assert_eq!(object.type_key(), "ffi.Array");
/// assert_eq!(object.to::<Array<i64>>()?.len(), 2);
/// assert!(object.to::<Function>().is_err());
/// assert!(Any::from(1).to::<Object>().is_err());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Object(ObjectPtr);

impl Object {
    /// The type's index: below 128 one that the ABI fixes, from there on what the host gave.
    pub fn type_index(&self) -> TypeIndex {
        self.0.type_index()
    }

    /// The key that every language knows the type by, such as `ffi.Array`.
    pub fn type_key(&self) -> String {
        type_key(self.type_index())
    }

    /// Whether both are the same object.
    pub fn same_as(&self, other: &Self) -> bool {
        self.0.same_as(&other.0)
    }

    /// Whether this is the only reference to the object, weak ones included.
    pub fn is_unique(&self) -> bool {
        self.0.is_unique()
    }

    /// The object as a `T`, converted as an argument of that type is.
    ///
    /// # Errors
    /// A TypeError when it is none.
    #[track_caller]
    pub fn to<T: OwnedArgument>(&self) -> Result<T> {
        Any::from(self.clone()).to()
    }

    pub(super) fn as_object(&self) -> &ObjectPtr {
        &self.0
    }

    pub(super) fn from_handle(handle: impl ObjectHandle) -> Self {
        Self(handle.into_object())
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Object({} at {:p})", self.type_key(), self.0.as_ptr())
    }
}

impl_ffi_type!("Object", "ffi.Object": Object);

impl Argument for Object {
    type View<'a> = Self;

    const BORROWS: bool = false;
    const TAKES_MOVED: bool = true;

    fn from_view<'a>(view: AnyView<'a>) -> core::result::Result<Self, Mismatch> {
        match view.object() {
            // SAFETY: the view keeps the object alive.
            Some(object) => Ok(Self(unsafe { ObjectPtr::from_borrowed(object) })),
            None => Err(Mismatch::of_type::<Self>(view)),
        }
    }

    fn is_handle_of(value: &Self, object: *const ObjectHeader) -> bool {
        value.0.as_ptr().cast_const() == object
    }
}

impl ObjectHandle for Object {
    fn into_object(self) -> ObjectPtr {
        self.0
    }
}

impl IntoAny for Object {
    fn into_any(self) -> core::result::Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl ToArgument for Object {
    fn to_argument(&self) -> core::result::Result<ArgumentValue<'_>, Mismatch> {
        let raw = RawAny::from_pointer(self.type_index(), self.0.as_ptr().cast());
        // SAFETY: `self` keeps the object alive for as long as the value is lent.
        Ok(unsafe { ArgumentValue::lent(raw) })
    }
}

impl From<Object> for Any {
    fn from(object: Object) -> Self {
        Self::from_object(object.0)
    }
}

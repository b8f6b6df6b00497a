//! Objects of classes as arguments and returns.

use super::object_layout::{state_of, value_of};
use super::reference::why_unregistered;
use super::state::Unusable;
use super::{Class, ClassDescriptor, Ref};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ObjectHandle, ToArgument};
use crate::object::ObjectPtr;
use crate::sys::{ObjectHeader, RawAny};

/// Finds the object of a class in an argument.
#[inline(always)]
fn find<T: Class>(view: AnyView<'_>) -> Result<*mut ObjectHeader, Mismatch> {
    let raw = view.as_raw();
    if raw.type_index == T::descriptor().index_or_none() {
        let object = raw.pointer().cast::<ObjectHeader>();
        // SAFETY: a value with the class's index is an object of it, which the view keeps alive.
        if unsafe { state_of(object) }.is_complete() {
            return Ok(object);
        }
    }
    find_other(view, T::descriptor())
}

/// The cases that are rare: an object of a class that extends this one, one that is moved in, one that the host has
/// just filled in, and no object at all.
#[cold]
#[inline(never)]
fn find_other(view: AnyView<'_>, class: &'static ClassDescriptor) -> Result<*mut ObjectHeader, Mismatch> {
    let object = view.object().filter(|_| class.has_instances_of(view.type_index()));
    let Some(object) = object else {
        let mut got = String::new();
        crate::any::write_type_name(view, &mut got);
        return Err(Mismatch::new_type(class.type_key(), got));
    };
    // SAFETY: the object is of the class, and the view keeps it alive.
    match unsafe { state_of(object.as_ptr()) }.close() {
        Ok(()) => Ok(object.as_ptr()),
        Err(Unusable::Missing(number)) => {
            let name = class.field(number).map_or("?", |field| field.name);
            Err(Mismatch::new_value("a complete object", format!("one whose field `{name}` is not set")))
        }
        Err(Unusable::Foreign) => Err(Mismatch::new_value(
            format!("an object made by the library that defines `{}`", class.type_key()),
            "one of a class of another language that extends it",
        )),
    }
}

/// Implements the conversions of a class's values: for a type parameter they would collide with those of references.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_class_values {
    ($class:ty) => {
        impl $crate::__private::FfiType for $class {
            fn write_name(out: &mut $crate::__private::String) {
                out.push_str(<Self as $crate::__private::Class>::TYPE_KEY);
            }

            fn write_schema(out: &mut $crate::__private::String) {
                $crate::__private::write_class_schema(<Self as $crate::__private::Class>::TYPE_KEY, out);
            }
        }

        /// Returning a value makes an object of it.
        impl $crate::__private::IntoAny for $class {
            #[inline]
            fn into_any(self) -> ::core::result::Result<$crate::__private::Any, $crate::__private::Mismatch> {
                $crate::__private::class_value_into_any(self)
            }
        }
    };
}

/// Appends the schema of a class.
pub fn write_class_schema(type_key: &str, out: &mut String) {
    out.push_str("{\"type\":\"");
    out.push_str(type_key);
    out.push_str("\"}");
}

/// Makes an object of a value.
///
/// # Errors
/// A [`Mismatch`] when no host knows the class.
#[inline]
pub fn class_value_into_any<T: Class>(value: T) -> Result<Any, Mismatch> {
    match Ref::try_new(value) {
        Ok(object) => object.into_any(),
        Err(_) => Err(Mismatch::new_value(
            format!("an object of class `{}`", T::TYPE_KEY),
            why_unregistered(T::descriptor()),
        )),
    }
}

impl<T: Class> FfiType for &'static T {
    fn write_name(out: &mut String) {
        out.push_str(T::TYPE_KEY);
    }

    fn write_schema(out: &mut String) {
        write_class_schema(T::TYPE_KEY, out);
    }
}

/// The value, borrowed from the object.
impl<T: Class> Argument for &'static T {
    type View<'a> = &'a T;

    fn is_exact(view: AnyView<'_>) -> bool {
        <Ref<T> as Argument>::is_exact(view)
    }

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<&'a T, Mismatch> {
        let object = find::<T>(view)?;
        // SAFETY: the object is complete and of this class or one that begins with it, and the view keeps it for 'a.
        Ok(unsafe { &*value_of(object).cast::<T>() })
    }
}

impl<T: Class> FfiType for Ref<T> {
    fn write_name(out: &mut String) {
        out.push_str(T::TYPE_KEY);
    }

    fn write_schema(out: &mut String) {
        write_class_schema(T::TYPE_KEY, out);
    }
}

impl<T: Class> Argument for Ref<T> {
    type View<'a> = Self;

    const BORROWS: bool = false;
    const TAKES_MOVED: bool = true;

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        let object = find::<T>(view)?;
        // SAFETY: the object is complete and of this class or one that begins with it; the view keeps it alive.
        Ok(unsafe { Self::from_object(ObjectPtr::from_borrowed(core::ptr::NonNull::new_unchecked(object))) })
    }

    fn is_handle_of(value: &Self, object: *const ObjectHeader) -> bool {
        value.as_object().as_ptr().cast_const() == object
    }
}

impl<T: Class> ObjectHandle for Ref<T> {
    fn into_object(self) -> ObjectPtr {
        self.into_object_ptr()
    }
}

impl<T: Class> IntoAny for Ref<T> {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl<T: Class> ToArgument for Ref<T> {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        let object = self.as_object();
        let raw = RawAny::from_pointer(object.type_index(), object.as_ptr().cast());
        // SAFETY: `self` keeps the object alive for as long as the value is lent.
        Ok(unsafe { ArgumentValue::lent(raw) })
    }
}

impl<T: Class> From<Ref<T>> for Any {
    fn from(object: Ref<T>) -> Self {
        Self::from_object(object.into_object_ptr())
    }
}

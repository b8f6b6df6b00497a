//! Typed handles of classes that another library defines: what `#[ffi_class("…", foreign)]` calls.

use core::sync::atomic::AtomicI32;
use core::sync::atomic::Ordering::Relaxed;

use super::{Object, reflection};
use crate::any::AnyView;
use crate::convert::{Mismatch, OwnedArgument, ToArgument};
use crate::error::{Error, Result};
use crate::function::CallArguments;
use crate::sys::TypeIndex;

/// A field's value.
///
/// # Errors
/// As [`Object::field`]; a TypeError naming the field when its value is no `T`.
#[track_caller]
pub fn get<T: OwnedArgument>(object: &Object, name: &str) -> Result<T> {
    converted(object.field(name)?.view(), "field", name)
}

/// Sets a field.
///
/// # Errors
/// As [`Object::set_field`].
#[track_caller]
pub fn set(object: &Object, name: &str, value: impl ToArgument) -> Result<()> {
    object.set_field(name, value)
}

/// Calls a method.
///
/// # Errors
/// As [`Object::call_method`]; a TypeError naming the method when what it returns is no `R`.
#[track_caller]
pub fn call<R: OwnedArgument>(object: &Object, name: &str, arguments: impl CallArguments) -> Result<R> {
    converted(object.call_method(name, arguments)?.view(), "result of method", name)
}

/// Calls a static method.
///
/// # Errors
/// A TypeError naming the type when no library has registered it, or the method when what it returns is no `R`; an
/// AttributeError when there is no such method; the method's error.
#[track_caller]
pub fn call_static<R: OwnedArgument>(type_key: &str, name: &str, arguments: impl CallArguments) -> Result<R> {
    converted(reflection::call_static(type_key, name, arguments)?.view(), "result of method", name)
}

/// Calls the constructor.
///
/// # Errors
/// As [`call_static`].
#[track_caller]
pub fn init<R: OwnedArgument>(type_key: &str, arguments: impl CallArguments) -> Result<R> {
    converted(reflection::construct(type_key, arguments)?.view(), "result of method", "__ffi_init__")
}

#[track_caller]
fn converted<T: OwnedArgument>(view: AnyView<'_>, what: &str, name: &str) -> Result<T> {
    T::from_view(view).map_err(|mismatch| {
        let error = Error::from(mismatch);
        let message = format!("Invalid {what} `{name}`. {}", error.message());
        Error::new(error.kind(), message)
    })
}

/// The type index of a foreign class, asked for once.
#[derive(Debug)]
pub struct ForeignType {
    type_key: &'static str,
    index: AtomicI32,
}

impl ForeignType {
    /// The class of a handle.
    pub const fn of<T: ForeignClass>() -> Self {
        Self { type_key: T::TYPE_KEY, index: AtomicI32::new(TypeIndex::ANY.0) }
    }

    /// The object in an argument, if it is of the class or of one that extends it.
    ///
    /// # Errors
    /// A [`Mismatch`] naming the class.
    pub fn object_of(&self, view: AnyView<'_>) -> core::result::Result<Object, Mismatch> {
        let mut index = TypeIndex(self.index.load(Relaxed));
        if index == TypeIndex::ANY
            && view.type_index() >= TypeIndex::DYN_OBJECT_BEGIN
            && let Ok(found) = reflection::type_index_of(self.type_key)
        {
            index = found;
            self.index.store(found.0, Relaxed);
        }
        let is_instance = index != TypeIndex::ANY
            && view.type_index().is_object()
            && reflection::extends(view.type_index(), index);
        let mismatch = || {
            let mut got = String::new();
            crate::any::write_type_name(view, &mut got);
            Mismatch::new_type(self.type_key, got)
        };
        if is_instance { <Object as crate::convert::Argument>::from_view(view) } else { Err(mismatch()) }
    }
}

/// A handle of a foreign class.
pub trait ForeignClass: Sized {
    /// The class's key.
    const TYPE_KEY: &'static str;

    /// A handle of an object that is known to be of the class.
    fn from_object(object: Object) -> Self;

    /// The object.
    fn as_object(&self) -> &Object;

    /// The object, with the handle's reference.
    fn into_object(self) -> Object;
}

/// The root of all classes.
impl ForeignClass for Object {
    const TYPE_KEY: &'static str = "ffi.Object";

    fn from_object(object: Object) -> Self {
        object
    }

    fn as_object(&self) -> &Object {
        self
    }

    fn into_object(self) -> Object {
        self
    }
}

/// Implements the conversions of a [`ForeignClass`]: for a type parameter they would collide with others.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_foreign_class {
    ($handle:ty) => {
        impl $crate::__private::FfiType for $handle {
            fn write_name(out: &mut $crate::__private::String) {
                out.push_str(<Self as $crate::__private::foreign::ForeignClass>::TYPE_KEY);
            }

            fn write_schema(out: &mut $crate::__private::String) {
                $crate::__private::write_class_schema(
                    <Self as $crate::__private::foreign::ForeignClass>::TYPE_KEY,
                    out,
                );
            }
        }

        impl $crate::__private::Argument for $handle {
            type View<'a> = Self;

            const BORROWS: bool = false;
            const TAKES_MOVED: bool = true;

            fn from_view<'a>(
                view: $crate::__private::AnyView<'a>,
            ) -> ::core::result::Result<Self, $crate::__private::Mismatch> {
                static CLASS: $crate::__private::foreign::ForeignType =
                    $crate::__private::foreign::ForeignType::of::<$handle>();
                CLASS.object_of(view).map($crate::__private::foreign::ForeignClass::from_object)
            }

            fn is_handle_of(value: &Self, object: *const $crate::__private::ObjectHeader) -> bool {
                <$crate::__private::Object as $crate::__private::Argument>::is_handle_of(
                    $crate::__private::foreign::ForeignClass::as_object(value),
                    object,
                )
            }
        }

        impl $crate::__private::IntoAny for $handle {
            fn into_any(self) -> ::core::result::Result<$crate::__private::Any, $crate::__private::Mismatch> {
                $crate::__private::IntoAny::into_any($crate::__private::foreign::ForeignClass::into_object(
                    self,
                ))
            }
        }

        impl $crate::__private::ToArgument for $handle {
            fn to_argument(
                &self,
            ) -> ::core::result::Result<$crate::__private::ArgumentValue<'_>, $crate::__private::Mismatch>
            {
                $crate::__private::ToArgument::to_argument(
                    $crate::__private::foreign::ForeignClass::as_object(self),
                )
            }
        }

        impl ::core::convert::From<$handle> for $crate::__private::Any {
            fn from(handle: $handle) -> Self {
                ::core::convert::From::from($crate::__private::foreign::ForeignClass::into_object(handle))
            }
        }

        impl ::core::convert::From<$handle> for $crate::__private::Object {
            fn from(handle: $handle) -> Self {
                $crate::__private::foreign::ForeignClass::into_object(handle)
            }
        }
    };
}

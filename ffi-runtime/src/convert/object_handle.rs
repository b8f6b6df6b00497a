//! What the handles of objects have in common.

use crate::object::ObjectPtr;

/// A type that is one reference to an object.
pub trait ObjectHandle: Sized {
    /// The object, with the handle's reference.
    fn into_object(self) -> ObjectPtr;
}

/// Implements what makes a type a handle, and passing it on: the reference is lent in calls, and given away in results.
macro_rules! impl_handle_passing {
    ([$($parameter:ident),*] $type:ty, $field:tt, $type_index:expr) => {
        impl<$($parameter),*> $crate::convert::ObjectHandle for $type {
            #[inline(always)]
            fn into_object(self) -> $crate::object::ObjectPtr {
                self.$field
            }
        }

        impl<$($parameter: $crate::convert::FfiType),*> $crate::convert::IntoAny for $type {
            #[inline]
            fn into_any(self) -> Result<$crate::any::Any, $crate::convert::Mismatch> {
                Ok(self.into())
            }
        }

        impl<$($parameter),*> $crate::convert::ToArgument for $type {
            #[inline]
            fn to_argument(
                &self,
            ) -> Result<$crate::convert::ArgumentValue<'_>, $crate::convert::Mismatch> {
                let raw = $crate::sys::RawAny::from_pointer($type_index, self.$field.as_ptr().cast());
                // SAFETY: `self` keeps the object alive for as long as the value is lent.
                Ok(unsafe { $crate::convert::ArgumentValue::lent(raw) })
            }
        }

        impl<$($parameter),*> From<$type> for $crate::any::Any {
            #[inline]
            fn from(handle: $type) -> Self {
                Self::from_object(handle.$field)
            }
        }
    };
}
pub(crate) use impl_handle_passing;

/// Implements all conversions of a handle type without parameters. `$build` makes one of an [`ObjectPtr`] of that type;
/// `$otherwise` reads other values or says what is wrong.
macro_rules! impl_object_handle {
    ($type:ident, $field:tt, $type_index:expr, $name:literal, $key:literal, $build:expr, $otherwise:expr) => {
        $crate::convert::impl_ffi_type!($name, $key: $type);

        impl $crate::convert::Argument for $type {
            type View<'a> = Self;

            const BORROWS: bool = false;
            const TAKES_MOVED: bool = true;

            #[inline]
            fn from_view<'a>(view: $crate::any::AnyView<'a>) -> Result<Self, $crate::convert::Mismatch> {
                match view.own_object_of($type_index) {
                    Some(object) => Ok($build(object)),
                    None => $otherwise(view),
                }
            }

            fn is_handle_of(value: &Self, object: *const $crate::sys::ObjectHeader) -> bool {
                value.$field.as_ptr().cast_const() == object
            }
        }

        $crate::convert::impl_handle_passing!([] $type, $field, $type_index);
    };
}
pub(crate) use impl_object_handle;

//! Conversions between Rust values and any values.
//!
//! [`Argument`] reads a borrowed value, [`IntoAny`] makes an owned one, [`ToArgument`] lends a Rust value for
//! a call. [`FfiType`] names a type in messages and in the type schema.

mod any_values;
mod argument;
mod big_integer;
mod bool;
mod ffi_type;
mod floats;
#[cfg(feature = "half")]
mod half_floats;
mod integers;
mod into_any;
mod mismatch;
mod object_handle;
mod opaque_pointer;
mod option;
mod plain;
mod rvalue_ref;
mod to_argument;
mod unit;

pub use argument::{Argument, OwnedArgument};
pub use ffi_type::FfiType;
pub(crate) use ffi_type::impl_ffi_type;
pub use into_any::IntoAny;
pub use mismatch::{Mismatch, MismatchKind};
pub use object_handle::ObjectHandle;
pub(crate) use object_handle::{impl_handle_passing, impl_object_handle};
pub use rvalue_ref::RValueRef;
pub use to_argument::{ArgumentValue, ToArgument};

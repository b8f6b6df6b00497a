use core::ops::Deref;

use super::byte_sequence::{self, BYTES};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};
use crate::sys::ObjectHeader;

/// Owned, shared bytes: Python's `bytes`, `ffi::Bytes` in C++.
///
/// Copies share the memory. Derefs to `[u8]`.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let bytes = Bytes::from(&b"abc"[..]);
/// assert_eq!(bytes.len(), 3);
/// ```
#[derive(Clone)]
pub struct Bytes(Any);

impl Bytes {
    /// A copy of `bytes`.
    pub fn new(bytes: &[u8]) -> Self {
        Self(byte_sequence::new(bytes, &BYTES))
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        byte_sequence::read(self.0.view(), &BYTES).unwrap_or_default()
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes)
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(&bytes)
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Bytes {}

impl core::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_slice().fmt(f)
    }
}

macro_rules! impl_bytes_type {
    ($($type:ty),+) => {
        $(
            impl FfiType for $type {
                fn write_name(out: &mut String) {
                    out.push_str("bytes");
                }

                fn write_schema(out: &mut String) {
                    out.push_str("{\"type\":\"ffi.Bytes\"}");
                }
            }
        )+
    };
}
impl_bytes_type!([u8], &[u8], Bytes);

/// The bytes, borrowed from the caller for the call.
impl Argument for &[u8] {
    type View<'a> = &'a [u8];

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        byte_sequence::read(view, &BYTES).ok_or_else(|| Mismatch::of_type::<Self>(view))
    }
}

impl Argument for Bytes {
    type View<'a> = Self;

    const BORROWS: bool = false;
    const TAKES_MOVED: bool = true;

    fn is_handle_of(value: &Self, object: *const ObjectHeader) -> bool {
        Any::is_handle_of(&value.0, object)
    }

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        if byte_sequence::read(view, &BYTES).is_none() {
            return Err(Mismatch::of_type::<Self>(view));
        }
        byte_sequence::to_owned(view, &BYTES).map(Self).ok_or_else(|| Mismatch::of_type::<Self>(view))
    }
}

impl IntoAny for &[u8] {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(byte_sequence::new(self, &BYTES))
    }
}

impl IntoAny for Bytes {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.0)
    }
}

impl ToArgument for [u8] {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        Ok(ArgumentValue::owned(byte_sequence::new(self, &BYTES)))
    }
}

impl ToArgument for Bytes {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        self.0.to_argument()
    }
}

impl From<Bytes> for Any {
    #[inline]
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl From<&[u8]> for Any {
    #[inline]
    fn from(bytes: &[u8]) -> Self {
        byte_sequence::new(bytes, &BYTES)
    }
}

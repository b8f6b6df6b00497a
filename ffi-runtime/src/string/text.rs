use std::borrow::Cow;

use super::byte_sequence::{self, TEXT};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};

/// An owned string value.
#[inline]
pub(crate) fn new_string(text: &str) -> Any {
    byte_sequence::new(text.as_bytes(), &TEXT)
}

/// An owned string value of bytes that another language calls a string, UTF-8 or not.
#[inline]
pub(crate) fn new_string_of_bytes(bytes: &[u8]) -> Any {
    byte_sequence::new(bytes, &TEXT)
}

macro_rules! impl_text_type {
    ($($type:ty),+) => {
        $(
            impl FfiType for $type {
                fn write_name(out: &mut String) {
                    out.push_str("str");
                }

                fn write_schema(out: &mut String) {
                    out.push_str("{\"type\":\"ffi.String\"}");
                }
            }
        )+
    };
}
impl_text_type!(str, &str, String, Cow<'_, str>);

/// The string, borrowed from the caller for the call.
impl Argument for &str {
    type View<'a> = &'a str;

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        match byte_sequence::read(view, &TEXT).map(as_text) {
            Some(Ok(text)) => Ok(text),
            Some(Err(error)) => Err(invalid_utf8(error)),
            None => Err(Mismatch::of_type::<Self>(view)),
        }
    }
}

/// `from_utf8` looks at short strings byte by byte; most are ASCII, which is told several bytes at a time.
#[inline]
fn as_text(bytes: &[u8]) -> Result<&str, core::str::Utf8Error> {
    if is_ascii(bytes) {
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    core::str::from_utf8(bytes)
}

/// As `[u8]::is_ascii`, with two reads for the length that most names have.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) if bytes.len() <= 16 => {
            (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & HIGH_BITS == 0
        }
        _ => bytes.is_ascii(),
    }
}

#[cold]
fn invalid_utf8(error: core::str::Utf8Error) -> Mismatch {
    Mismatch::new_value("a string in UTF-8", format!("bytes that are not UTF-8 ({error})"))
}

impl Argument for String {
    type View<'a> = Self;

    const BORROWS: bool = false;

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        <&str>::from_view(view).map(str::to_owned)
    }

    #[inline]
    fn check(view: AnyView<'_>) -> Result<(), Mismatch> {
        <&str>::check(view)
    }
}

impl IntoAny for &str {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(new_string(self))
    }
}

impl IntoAny for String {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(new_string(&self))
    }

    #[inline]
    fn copy_into_any(&self) -> Result<Any, Mismatch> {
        Ok(new_string(self))
    }
}

impl IntoAny for Cow<'_, str> {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(new_string(&self))
    }
}

impl ToArgument for str {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        Ok(ArgumentValue::owned(new_string(self)))
    }

    #[inline]
    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl ToArgument for String {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        self.as_str().to_argument()
    }

    #[inline]
    fn as_text(&self) -> Option<&str> {
        Some(self)
    }
}

impl From<&str> for Any {
    #[inline]
    fn from(text: &str) -> Self {
        new_string(text)
    }
}

impl From<String> for Any {
    #[inline]
    fn from(text: String) -> Self {
        new_string(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    #[test]
    fn ascii_is_told_as_the_standard_library_does() {
        for size in 0..40 {
            let mut bytes = vec![b'x'; size];
            assert!(is_ascii(&bytes));
            for place in 0..size {
                for byte in [0, 0x7f, 0x80, 0xff] {
                    bytes[place] = byte;
                    assert_eq!(is_ascii(&bytes), bytes.is_ascii(), "{byte:#x} at {place} of {size}");
                }
                bytes[place] = b'x';
            }
        }
    }
}

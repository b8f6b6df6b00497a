//! Reading element types from text.

use core::fmt;
use std::borrow::Cow;

use super::names::{NARROW, SIZED};
use crate::sys::{DLDataType, DLDataTypeCode as Code};

/// The text names no element type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDataTypeError {
    text: String,
    reason: Cow<'static, str>,
}

impl fmt::Display for ParseDataTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown dtype `{}`: {}", self.text, self.reason)
    }
}

impl std::error::Error for ParseDataTypeError {}

/// The code that is registered for the name of a custom type, or why there is none.
pub(crate) type CustomCode<'a> = &'a mut dyn FnMut(&str) -> Result<Code, String>;

pub(crate) fn parse(text: &str, custom_code: CustomCode<'_>) -> Result<DLDataType, ParseDataTypeError> {
    parse_parts(text, custom_code).map_err(|reason| ParseDataTypeError { text: text.to_owned(), reason })
}

fn parse_parts(text: &str, custom_code: CustomCode<'_>) -> Result<DLDataType, Cow<'static, str>> {
    if text.is_empty() || text == "void" {
        return Ok(DLDataType { code: Code::OPAQUE_HANDLE, bits: 0, lanes: 0 });
    }
    let name = full_name(text);
    if let Some((code, bits, rest)) = narrow_float(&name) {
        // The four-bit floats may also be written with an underscore before the lanes.
        let rest = if code == Code::FLOAT4_E2M1FN { rest.strip_prefix('_').unwrap_or(rest) } else { rest };
        return Ok(DLDataType { code, bits, lanes: lanes(rest, false)? });
    }
    let (code, default_bits, rest) = match name.strip_prefix("custom") {
        Some(rest) => custom(rest, custom_code)?,
        None => sized(&name).ok_or("no such name")?,
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (bits, rest) = rest.split_at(digits);
    let bits = match bits {
        "" => 0,
        bits => bits.parse::<u8>().map_err(|_| "the bits are out of range")?,
    };
    let bits = if bits == 0 { default_bits } else { bits };
    Ok(DLDataType { code, bits, lanes: lanes(rest, true)? })
}

/// The name with the abbreviations `i8`, `u8`, `f32`, `bf16`, `fp8_`, `f8_` and so on written out.
fn full_name(text: &str) -> String {
    let digit_follows = |prefix: &str| {
        text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
    };
    for (short, long) in [("fp8_", "float8_"), ("fp6_", "float6_"), ("fp4_", "float4_")] {
        if let Some(rest) = text.strip_prefix(short) {
            return format!("{long}{rest}");
        }
    }
    for (short, long) in [("bf", "bfloat"), ("i", "int"), ("u", "uint"), ("f", "float")] {
        if digit_follows(short) {
            return format!("{long}{}", &text[short.len()..]);
        }
    }
    text.to_owned()
}

/// A narrow float at the start of the name, with what follows: nothing, lanes or an underscore.
fn narrow_float(name: &str) -> Option<(Code, u8, &str)> {
    NARROW.iter().find_map(|&(code, bits, known)| {
        let rest = name.strip_prefix(known)?;
        let ends = rest.is_empty() || rest.starts_with('x') || (bits == 4 && rest.starts_with('_'));
        ends.then_some((code, bits, rest))
    })
}

/// A type whose bits may follow, with the bits it has when they do not.
fn sized(name: &str) -> Option<(Code, u8, &str)> {
    if let Some(rest) = name.strip_prefix("handle") {
        return Some((Code::OPAQUE_HANDLE, 64, rest));
    }
    SIZED.iter().find_map(|&(code, known)| {
        let bits = match code {
            Code::BOOL => 8,
            Code::BFLOAT => 16,
            // libtvm_ffi prints but does not read complex types.
            Code::COMPLEX => return None,
            _ => 32,
        };
        Some((code, bits, name.strip_prefix(known)?))
    })
}

/// A type that is registered at run time: the rest of `custom[name]`.
fn custom<'a>(rest: &'a str, custom_code: CustomCode<'_>) -> Result<(Code, u8, &'a str), Cow<'static, str>> {
    const BITS: u8 = 32;
    let rest = rest.strip_prefix('[').ok_or("`[` is missing behind `custom`")?;
    let (name, rest) = rest.split_once(']').ok_or("`]` is missing behind the name of the custom type")?;
    Ok((custom_code(name)?, BITS, rest))
}

/// `x4`, or `xvscalex4` for a scalable vector, or nothing.
fn lanes(text: &str, allow_scalable: bool) -> Result<u16, &'static str> {
    let (scalable, digits) = match text.strip_prefix("xvscale").filter(|_| allow_scalable) {
        Some("") => return Ok(1),
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if digits.is_empty() {
        return Ok(1);
    }
    let digits = digits.strip_prefix('x').ok_or("something follows the name")?;
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err("lanes must be a positive integer");
    }
    match digits.parse::<u16>() {
        Ok(0) => Err("lanes must be a positive integer"),
        Ok(lanes) => Ok(if scalable { lanes.wrapping_neg() } else { lanes }),
        Err(_) => Err("the lanes are out of range"),
    }
}

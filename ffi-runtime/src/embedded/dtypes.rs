//! Dtypes from and to text. As in libtvm_ffi, two global functions of the program know the custom ones.

use core::ffi::c_int;
use core::fmt;

use super::strings::write_value;
use super::{guard, lent};
use crate::dtype::{DataType, parse_name, write_lanes};
use crate::error::{Error, Result};
use crate::function::Function;
use crate::string::new_string;
use crate::sys::{ByteArray, DLDataType, DLDataTypeCode, RawAny};

/// # Safety
/// `text` is a valid byte array; `out` points to a writable dtype.
pub(super) unsafe extern "C" fn data_type_from_string(text: *const ByteArray, out: *mut DLDataType) -> c_int {
    guard::status("TVMFFIDataTypeFromString", || {
        // SAFETY: the caller promises a valid byte array.
        let dtype = parse(&lent::text(unsafe { lent::bytes(text) }))?;
        // SAFETY: the caller promises a writable place.
        unsafe { out.write(dtype) };
        Ok(())
    })
}

fn parse(text: &str) -> Result<DLDataType> {
    let mut failure = None;
    let parsed = parse_name(text, &mut |name| {
        custom_code(name).map_err(|error| {
            let message = error.message().into_owned();
            failure = Some(error);
            message
        })
    });
    // The error of the function that knows the codes is more than its message.
    parsed.map_err(|error| failure.unwrap_or_else(|| Error::from(error)))
}

fn custom_code(name: &str) -> Result<DLDataTypeCode> {
    let code = Function::global("dtype.get_custom_type_code")?.call((name,))?.to::<i32>()?;
    // Cut to a byte, as libtvm_ffi does.
    Ok(DLDataTypeCode(code as u8))
}

/// # Safety
/// `dtype` points to a dtype; `out` points to a writable value that owns nothing.
pub(super) unsafe extern "C" fn data_type_to_string(dtype: *const DLDataType, out: *mut RawAny) -> c_int {
    // SAFETY: the caller promises a writable value.
    unsafe {
        write_value("TVMFFIDataTypeToString", out, || {
            // SAFETY: the caller promises a dtype; any bytes are one.
            name(*dtype).map(|name| new_string(&name))
        })
    }
}

/// How the lanes are written behind the name.
struct Lanes(u16);

impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_lanes(self.0, f)
    }
}

fn name(dtype: DLDataType) -> Result<String> {
    if dtype.code.is_custom() {
        return Ok(format!("custom[{}]{}", custom_name(dtype.code)?, Lanes(dtype.lanes)));
    }
    let name = DataType(dtype).to_string();
    ensure!(!name.starts_with("unknown("), ValueError, "Expected a dtype that has a name but got {name}");
    Ok(name)
}

fn custom_name(code: DLDataTypeCode) -> Result<String> {
    Function::global("dtype.get_custom_type_name")?.call((code.0,))?.to()
}

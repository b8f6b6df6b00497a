//! Types that are registered at run time, which the host knows by name.

use core::ffi::c_int;
use core::ptr::NonNull;

use crate::any::Any;
use crate::host::{self, HostTable};
use crate::object::ObjectPtr;
use crate::string;
use crate::sys::{ByteArray, DLDataType, DLDataTypeCode, ErrorCell, RawAny};

/// The name of a code, None when nobody has registered one.
pub(super) fn name(code: DLDataTypeCode) -> Option<String> {
    let host = host::present().ok()?;
    let dtype = DLDataType { code, bits: 8, lanes: 1 };
    let mut text = RawAny::NONE;
    // SAFETY: the dtype is readable and the result writable.
    let status = unsafe { host.data_type_to_string().ok()?(&dtype, &mut text) };
    check(host, status).ok()?;
    // SAFETY: a successful call leaves an owned value.
    let text = unsafe { Any::from_raw(text) };
    let name = String::from_utf8_lossy(string::content(text.view())?.1).into_owned();
    Some(name.strip_prefix("custom[")?.strip_suffix(']')?.to_owned())
}

/// The code of a name, or why there is none.
pub(super) fn code(name: &str) -> Result<DLDataTypeCode, String> {
    let host = host::present().map_err(|error| error.to_string())?;
    let from_string = host.data_type_from_string().map_err(|error| error.to_string())?;
    let text = format!("custom[{name}]");
    let mut dtype = DLDataType { code: DLDataTypeCode::INT, bits: 0, lanes: 0 };
    // SAFETY: the text is readable and the result writable.
    let status = unsafe { from_string(&ByteArray::new(text.as_bytes()), &mut dtype) };
    check(host, status)?;
    Ok(dtype.code)
}

/// The message of the error that a failed call of the host left behind, which is taken away.
fn check(host: &HostTable, status: c_int) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    let mut object = core::ptr::null_mut();
    if let Ok(move_from_raised) = host.error_move_from_raised() {
        // SAFETY: the host writes the error object, whose reference becomes ours, or null.
        unsafe { move_from_raised(&mut object) }
    }
    let Some(object) = NonNull::new(object.cast()) else {
        return Err("the host does not know it".to_owned());
    };
    // SAFETY: the reference is ours.
    let error = unsafe { ObjectPtr::from_owned(object) };
    // SAFETY: an error has the cell behind its header, and the message lives as long as the error.
    let message = unsafe { error.body::<ErrorCell>().as_ref().message.as_bytes() };
    Err(String::from_utf8_lossy(message).into_owned())
}

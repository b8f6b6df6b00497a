//! Types that are registered at run time, which the host knows by name.

use core::ffi::c_int;
use core::ptr::NonNull;

use crate::any::Any;
use crate::host::{self, HostTable};
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, DLDataType, DLDataTypeCode, ErrorCell, RawAny};

/// How the host prints a type, None when nobody has registered its code.
#[inline]
pub(super) fn name(dtype: DLDataType) -> Option<Any> {
    let host = host::current()?;
    let to_string = host.data_type_to_string().ok()?;
    let mut text = RawAny::NONE;
    // SAFETY: the dtype is readable and the result writable.
    if unsafe { to_string(&dtype, &mut text) } != 0 {
        drop(take_raised(host));
        return None;
    }
    // SAFETY: a successful call leaves an owned value.
    Some(unsafe { Any::from_raw(text) })
}

/// The code of a name, or why there is none.
#[inline]
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
#[inline]
fn check(host: &HostTable, status: c_int) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    let Some(error) = take_raised(host) else { return Err("the host does not know it".to_owned()) };
    // SAFETY: an error has the cell behind its header, and the message lives as long as the error.
    let message = unsafe { error.body::<ErrorCell>().as_ref().message.as_bytes() };
    Err(String::from_utf8_lossy(message).into_owned())
}

/// The error that a failed call of the host left behind.
#[inline]
fn take_raised(host: &HostTable) -> Option<ObjectPtr> {
    let mut object = core::ptr::null_mut();
    // SAFETY: the host writes the error object, whose reference becomes ours, or null.
    unsafe { host.error_move_from_raised().ok()?(&mut object) }
    // SAFETY: the reference is ours.
    NonNull::new(object.cast()).map(|error| unsafe { ObjectPtr::from_owned(error) })
}

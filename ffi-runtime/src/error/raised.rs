//! The host's slot for the error that a failed call leaves behind.

use core::ffi::c_int;
use core::ptr::NonNull;
use std::io::Write;

use super::{Error, ErrorKind, Result};
use crate::host;
use crate::object::ObjectPtr;

/// Leaves `error` for the caller of a packed call. Returns the call's return value, -1.
#[cold]
#[inline(never)]
pub fn raise(error: &Error) -> c_int {
    match host::require().and_then(|host| host.error_set_raised()) {
        // SAFETY: the host takes a reference of its own to the error.
        Ok(set_raised) => unsafe { set_raised(error.as_object().as_ptr().cast()) },
        // The caller learns from the return value that the call failed; the reason has nowhere else to go.
        Err(host_error) => {
            let _ = writeln!(std::io::stderr(), "{error:?}\n(not raised: {host_error})");
        }
    }
    -1
}

/// Takes the error that a failed call of the host left behind.
#[cold]
#[inline(never)]
pub fn take_raised() -> Error {
    let mut object = core::ptr::null_mut();
    match host::require().and_then(|host| host.error_move_from_raised()) {
        // SAFETY: the host writes the error object, whose reference becomes ours, or null.
        Ok(move_from_raised) => unsafe { move_from_raised(&mut object) },
        Err(error) => return error.into(),
    }
    match NonNull::new(object.cast()) {
        // SAFETY: the object is an error and the reference is ours.
        Some(object) => unsafe { Error::from_object(ObjectPtr::from_owned(object)) },
        None => Error::new(ErrorKind::RuntimeError, "a call failed without saying why"),
    }
}

/// The result of a call of the host by its return value.
#[inline]
pub fn check(return_value: c_int) -> Result<()> {
    if return_value == 0 { Ok(()) } else { Err(take_raised()) }
}

//! The host's slot for the error that a failed call leaves behind.

use core::cell::RefCell;
use core::ffi::c_int;
use core::ptr::NonNull;
use std::io::Write;

use super::{Error, ErrorKind, Result};
use crate::host;
use crate::object::ObjectPtr;

thread_local! {
    /// The raised error of this library while there is no host to keep it: a program's closures and their callers
    /// do without one.
    static WITHOUT_HOST: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Leaves `error` for the caller of a packed call. Returns the call's return value, -1.
#[cold]
#[inline(never)]
pub fn raise(error: &Error) -> c_int {
    match host::present().and_then(|host| host.error_set_raised()) {
        // SAFETY: the host takes a reference of its own to the error.
        Ok(set_raised) => unsafe { set_raised(error.as_object().as_ptr().cast()) },
        Err(host_error) => {
            if !host::is_main_executable() {
                // The caller is no part of this library: it learns from the return value alone that the call failed.
                let text = format!("{error}\n{}(not raised: {host_error})\n", error.backtrace());
                let _ = std::io::stderr().write_all(text.as_bytes());
            }
            // A thread that is being torn down has no such variable any more.
            let _ = WITHOUT_HOST.try_with(|raised| raised.replace(Some(error.clone())));
        }
    }
    -1
}

/// Takes the error that a failed call left behind.
#[cold]
#[inline(never)]
#[track_caller]
pub fn take_raised() -> Error {
    let mut object = core::ptr::null_mut();
    if let Ok(move_from_raised) = host::present().and_then(|host| host.error_move_from_raised()) {
        // SAFETY: the host writes the error object, whose reference becomes ours, or null.
        unsafe { move_from_raised(&mut object) }
    }
    if let Some(object) = NonNull::new(object.cast()) {
        // SAFETY: the object is an error and the reference is ours.
        return unsafe { Error::from_object(ObjectPtr::from_owned(object)) };
    }
    let without_host = WITHOUT_HOST.try_with(RefCell::take).ok().flatten();
    without_host.unwrap_or_else(|| Error::new(ErrorKind::RuntimeError, "a call failed without saying why"))
}

/// The result of a call of the host by its return value.
#[inline]
#[track_caller]
pub fn check(return_value: c_int) -> Result<()> {
    if return_value == 0 { Ok(()) } else { Err(take_raised()) }
}

//! What every C function of the table runs in: no panic leaves it, and errors are raised.

use core::any::Any;
use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::raised;
use crate::error::{Error, ErrorKind, Result, panic_error};

/// Runs the body of the C function `function`; an error or a panic of it is raised and gives None.
pub(super) fn value<T>(function: &'static str, body: impl FnOnce() -> Result<T>) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => Some(value),
        Ok(Err(error)) => {
            raise(error);
            None
        }
        Err(payload) => {
            raise_panic(payload, function);
            None
        }
    }
}

// Out of line: each function of the table would have a copy, and unwinding tables for it, which every library
// carries whether it uses the embedded host or not. And with the ABI of C, which does not unwind: no function needs a
// landing pad for them.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
extern "C" fn raise(error: Error) {
    raised::set(error.as_object().clone());
}

#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
extern "C" fn raise_panic(payload: Box<dyn Any + Send>, function: &str) {
    raise(panic_error(payload, function));
}

/// As [`value`], for a C function that returns 0, or -1 with the error raised.
pub(super) fn status(function: &'static str, body: impl FnOnce() -> Result<()>) -> c_int {
    match value(function, body) {
        Some(()) => 0,
        None => -1,
    }
}

/// An error to be: found while a lock is held, made after it is given back, since making an object calls the
/// allocator.
#[derive(Debug)]
pub(super) struct Refusal {
    kind: ErrorKind,
    message: String,
}

impl Refusal {
    pub(super) fn new(kind: ErrorKind, message: String) -> Self {
        Self { kind, message }
    }
}

impl From<Refusal> for Error {
    #[track_caller]
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.kind, refusal.message)
    }
}

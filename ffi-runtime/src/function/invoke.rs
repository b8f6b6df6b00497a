//! From the C call to the Rust function.

use core::any::Any as Payload;
use core::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Arguments, FunctionDescriptor, metadata};
use crate::any::Any;
use crate::error::{self, Error, Frame, Result};
use crate::string;
use crate::sys::RawAny;

/// Runs a packed call: checks the number of arguments, calls `body`, contains panics, and leaves the result or
/// the raised error. Only this shell is compiled for each function; everything that fails is shared.
///
/// # Safety
/// `arguments` points to `count` values as the packed call convention passes them and `result` to a writable
/// value that owns nothing.
#[inline(always)]
pub unsafe fn invoke<const REQUIRED: usize, const TOTAL: usize, F>(
    function: &'static FunctionDescriptor,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
    body: F,
) -> c_int
where
    F: for<'a> FnOnce(Arguments<'a>) -> Result<Any>,
{
    let given = count as usize;
    // A negative count is a huge one here.
    if given < REQUIRED || given > TOTAL {
        return fail_count(function, count);
    }
    // Where it is known, it needs no register.
    let given = if REQUIRED == TOTAL { TOTAL } else { given };
    // SAFETY: the caller promises `count` valid arguments and a writable result that owns nothing.
    unsafe {
        contain(
            result,
            || body(Arguments::new(arguments, given, function)),
            |failure| fail(function, arguments, given, failure),
        )
    }
}

/// Why a call has no result.
pub(crate) enum Failure {
    Error(Error),
    Panic(Box<dyn Payload + Send>),
}

/// Calls `body` and leaves its result; what else comes out of it goes to `fail`, which returns the call's return
/// value.
///
/// # Safety
/// `result` points to a writable value that owns nothing.
#[inline(always)]
pub(crate) unsafe fn contain(
    result: *mut RawAny,
    body: impl FnOnce() -> Result<Any>,
    fail: impl FnOnce(Failure) -> c_int,
) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => {
            // SAFETY: the caller promises a writable result; it owns nothing, so nothing is lost.
            unsafe { result.write(value.into_raw()) };
            0
        }
        Ok(Err(error)) => fail(Failure::Error(error)),
        Err(payload) => fail(Failure::Panic(payload)),
    }
}

// This and the others that fail have the ABI of C, which does not unwind: each call would have a landing pad for them.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
extern "C" fn fail_count(function: &'static FunctionDescriptor, count: i32) -> c_int {
    error::raise(&function.count_error(count).leave(&function.frame()))
}

/// Takes the arguments in pieces, so that they stay in registers in calls that succeed.
///
/// # Safety
/// `first` points to `count` values as the packed call convention passes them.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
unsafe extern "C" fn fail(
    function: &'static FunctionDescriptor,
    first: *const RawAny,
    count: usize,
    failure: Failure,
) -> c_int {
    // SAFETY: the caller promises `count` valid arguments.
    let arguments = unsafe { Arguments::new(first, count, function) };
    raise(&function.frame(), Some(arguments), failure)
}

/// Raises what came out of a function: the error, or the panic as an error.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
pub(crate) extern "C" fn raise(frame: &Frame, arguments: Option<Arguments<'_>>, failure: Failure) -> c_int {
    let error = match (failure, arguments) {
        (Failure::Panic(payload), _) => error::panic_error(payload, frame.function),
        (Failure::Error(error), Some(arguments)) => arguments.name_subject(error),
        (Failure::Error(error), None) => error,
    };
    error::raise(&error.leave(frame).with_causes_told())
}

/// Answers the loader's question for a function's metadata.
///
/// # Safety
/// `result` points to a writable value that owns nothing.
pub unsafe fn return_metadata(function: &'static FunctionDescriptor, result: *mut RawAny) -> c_int {
    // SAFETY: the caller promises a writable result.
    unsafe { return_text(function, result, || metadata::of(function)) }
}

/// Answers the loader's question for a function's doc comment.
///
/// # Safety
/// `result` points to a writable value that owns nothing.
pub unsafe fn return_doc(function: &'static FunctionDescriptor, result: *mut RawAny) -> c_int {
    // SAFETY: the caller promises a writable result.
    unsafe { return_text(function, result, || function.doc.to_owned()) }
}

/// # Safety
/// `result` points to a writable value that owns nothing.
unsafe fn return_text(
    function: &'static FunctionDescriptor,
    result: *mut RawAny,
    text: impl FnOnce() -> String,
) -> c_int {
    let body = || Ok(string::new_string(&text()));
    // SAFETY: the caller promises a writable result.
    unsafe { contain(result, body, |failure| raise(&function.frame(), None, failure)) }
}

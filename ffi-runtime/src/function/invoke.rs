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
        return raise_in(&function.frame(), None, function.count_error(count));
    }
    // SAFETY: the caller promises `count` valid arguments.
    let arguments = unsafe { Arguments::new(arguments, given, function) };
    // SAFETY: the caller promises a writable result that owns nothing.
    unsafe { contain(result, || (function.frame(), Some(arguments)), || body(arguments)) }
}

/// Calls `body` and leaves its result, its error or its panic; `context` tells the function and the arguments
/// for the latter two.
///
/// # Safety
/// `result` points to a writable value that owns nothing.
#[inline(always)]
pub(super) unsafe fn contain<'a>(
    result: *mut RawAny,
    context: impl FnOnce() -> (Frame, Option<Arguments<'a>>),
    body: impl FnOnce() -> Result<Any>,
) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => {
            // SAFETY: the caller promises a writable result; it owns nothing, so nothing is lost.
            unsafe { result.write(value.into_raw()) };
            0
        }
        Ok(Err(error)) => {
            let (frame, arguments) = context();
            raise_in(&frame, arguments, error)
        }
        Err(payload) => raise_panic(&context().0, payload),
    }
}

#[cold]
#[inline(never)]
fn raise_in(frame: &Frame, arguments: Option<Arguments<'_>>, error: Error) -> c_int {
    let error = match arguments {
        Some(arguments) => arguments.name_subject(error),
        None => error,
    };
    error.leave(frame);
    error::raise(&error)
}

#[cold]
#[inline(never)]
fn raise_panic(frame: &Frame, payload: Box<dyn Payload + Send>) -> c_int {
    error::raise(&error::panic_error(payload, frame.function))
}

/// Answers the loader's question for a function's metadata.
///
/// # Safety
/// `result` points to a writable value that owns nothing.
pub unsafe fn return_metadata(function: &'static FunctionDescriptor, result: *mut RawAny) -> c_int {
    let body = || Ok(string::new_string(&metadata::of(function)));
    // SAFETY: the caller promises a writable result.
    unsafe { contain(result, || (function.frame(), None), body) }
}

/// Answers the loader's question for a function's doc comment.
///
/// # Safety
/// `result` points to a writable value that owns nothing.
pub unsafe fn return_doc(function: &'static FunctionDescriptor, result: *mut RawAny) -> c_int {
    let body = || Ok(string::new_string(function.doc));
    // SAFETY: the caller promises a writable result.
    unsafe { contain(result, || (function.frame(), None), body) }
}

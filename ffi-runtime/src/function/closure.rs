//! Function objects that run Rust closures.

use core::ffi::{c_int, c_void};
use core::panic::Location;

use super::invoke::{self, Failure};
use super::{Function, FunctionDescriptor};
use crate::any::Any;
use crate::error::{self, Frame, Result};
use crate::function::Arguments;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{FunctionCell, ObjectHeader, RawAny, SafeCall, TypeIndex};

/// The ABI's cell and the closure, or a box of it: the body stands behind a header of 24 bytes, so it cannot be
/// aligned to more than [`LARGEST_ALIGNMENT`].
#[repr(C)]
struct ClosureBody<F> {
    cell: FunctionCell,
    location: &'static Location<'static>,
    closure: F,
}

// SAFETY: the cell holds a function pointer and null; the closure is `Send` itself.
unsafe impl<F: Send> Send for ClosureBody<F> {}
// SAFETY: the cell never changes; the closure is `Sync` itself.
unsafe impl<F: Sync> Sync for ClosureBody<F> {}

/// What the body of an object is aligned to at most.
const LARGEST_ALIGNMENT: usize = align_of::<ObjectHeader>();

/// A function object that owns `closure`; `safe_call` runs it through [`run`].
pub(super) fn new<F>(closure: F, safe_call: SafeCall, location: &'static Location<'static>) -> Function
where
    F: Send + Sync + 'static,
{
    error::install_hook();
    let cell = FunctionCell { safe_call: Some(safe_call), cpp_call: core::ptr::null_mut() };
    let object = if align_of::<F>() > LARGEST_ALIGNMENT {
        mem::new_object(TypeIndex::FUNCTION, ClosureBody { cell, location, closure: Box::new(closure) })
    } else {
        mem::new_object(TypeIndex::FUNCTION, ClosureBody { cell, location, closure })
    };
    // SAFETY: a new function object has one reference, which is taken over.
    unsafe { Function::from_object(ObjectPtr::from_owned(object)) }
}

/// Runs a packed call of a closure made by [`new`].
///
/// # Safety
/// `function` is a function object made by [`new`] with a closure of type `F`; the rest is as the packed call
/// convention passes it.
#[inline(always)]
pub(super) unsafe fn run<F>(
    function: *mut c_void,
    descriptor: &'static FunctionDescriptor,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
    call: impl FnOnce(&F, Arguments<'_>) -> Result<Any>,
) -> c_int {
    // SAFETY: the body stands behind the header and lives during the call, since the caller holds the function;
    // `new` put a closure of large alignment into a box.
    let (closure, location) = unsafe {
        let body = function.cast::<ObjectHeader>().add(1);
        if align_of::<F>() > LARGEST_ALIGNMENT {
            let body = &*body.cast::<ClosureBody<Box<F>>>();
            (&*body.closure, body.location)
        } else {
            let body = &*body.cast::<ClosureBody<F>>();
            (&body.closure, body.location)
        }
    };
    // A negative count means none.
    let count = usize::try_from(count).unwrap_or(0);
    // SAFETY: the caller promises `count` valid arguments and a writable result that owns nothing.
    unsafe {
        let body = || call(closure, Arguments::new(arguments, count, descriptor));
        let name = core::any::type_name::<F>();
        invoke::contain(result, body, |failure| fail(name, location, descriptor, arguments, count, failure))
    }
}

/// Takes the arguments in pieces, so that they stay in registers in calls that succeed.
///
/// # Safety
/// `first` points to `count` values as the packed call convention passes them.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "only Rust calls it, and the ABI of C does not unwind")]
unsafe extern "C" fn fail(
    name: &'static str,
    location: &'static Location<'static>,
    descriptor: &'static FunctionDescriptor,
    first: *const RawAny,
    count: usize,
    failure: Failure,
) -> c_int {
    let line = location.line();
    let frame = Frame { function: name, file: location.file(), lines: (line, line) };
    // SAFETY: the caller promises `count` valid arguments.
    let arguments = unsafe { Arguments::new(first, count, descriptor) };
    invoke::raise(&frame, Some(arguments), failure)
}

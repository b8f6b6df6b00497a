//! The symbols that every library built with this crate has, beside its exports.

use core::ffi::{c_int, c_void};

use super::EXPORTS;
use super::module_loader::register_loaders;
use super::registration::registration_report;
use crate::function::{FunctionDescriptor, ReturnType, finish, invoke};
use crate::host::{self, AttachStatus, TableHeader};
use crate::sys::RawAny;

/// Takes the host of the program that loads this library.
///
/// # Safety
/// `table` points to a host table whose functions stay valid.
#[unsafe(no_mangle)]
unsafe extern "C" fn __ffi_runtime_attach(table: *const TableHeader) -> AttachStatus {
    // SAFETY: the caller promises a table that begins with its header.
    let status = unsafe { host::answer_attach(table) };
    if status == AttachStatus::ATTACHED {
        // All constructors of the library have run.
        register_loaders();
    }
    status
}

static REGISTRATION_ERRORS: FunctionDescriptor = lines("_registration_errors");

/// The registrations of this library that failed, one line each, as a packed call: the name has the prefix of
/// exports, so that `module["_registration_errors"]()` finds it.
///
/// # Safety
/// As the packed call convention demands.
#[unsafe(no_mangle)]
unsafe extern "C" fn __tvm_ffi__registration_errors(
    _handle: *mut c_void,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
) -> c_int {
    // SAFETY: the caller keeps the packed call convention.
    unsafe { return_lines(&REGISTRATION_ERRORS, registration_report, arguments, count, result) }
}

static EXPORT_NAMES: FunctionDescriptor = lines("_export_names");

/// The names of the functions that this library exports, a line each, in no order; for tools that write stubs. In
/// Python: `module["_export_names"]()`.
///
/// # Safety
/// As the packed call convention demands.
#[unsafe(no_mangle)]
unsafe extern "C" fn __tvm_ffi__export_names(
    _handle: *mut c_void,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
) -> c_int {
    // SAFETY: the caller keeps the packed call convention.
    unsafe { return_lines(&EXPORT_NAMES, export_names, arguments, count, result) }
}

fn export_names() -> String {
    let mut names = String::new();
    for export in EXPORTS {
        names.push_str(export.function.name);
        names.push('\n');
    }
    names
}

/// A function of the library itself, without parameters, that gives text.
const fn lines(name: &'static str) -> FunctionDescriptor {
    FunctionDescriptor {
        name,
        path: module_path!(),
        file: file!(),
        lines: (line!(), line!()),
        doc: "",
        parameters: &[],
        returns: ReturnType::of::<String>(),
        dispatch: None,
    }
}

/// Once for both, since every library carries it.
///
/// # Safety
/// As the packed call convention demands.
#[inline(never)]
unsafe fn return_lines(
    function: &'static FunctionDescriptor,
    lines: fn() -> String,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
) -> c_int {
    // SAFETY: the caller keeps the packed call convention.
    unsafe { invoke::<0, 0, _>(function, arguments, count, result, |arguments| finish(arguments, lines())) }
}

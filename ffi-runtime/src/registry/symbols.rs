//! The symbols that every library built with this crate has, beside its exports.

use core::ffi::{c_int, c_void};

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

static REGISTRATION_ERRORS: FunctionDescriptor = FunctionDescriptor {
    name: "_registration_errors",
    path: concat!(module_path!(), "::registration_errors"),
    file: file!(),
    lines: (line!(), line!()),
    doc: "",
    parameters: &[],
    returns: ReturnType::of::<String>(),
};

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
    unsafe {
        invoke::<0, 0, _>(&REGISTRATION_ERRORS, arguments, count, result, |arguments| {
            finish(arguments, registration_report())
        })
    }
}

use core::ffi::c_void;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use super::module_loader::register_loaders;
use super::{CLASSES, EXPORTS, GLOBALS, METHODS};
use crate::error::{Error, Result, check};
use crate::function::register_global_call;
use crate::host;

/// What went wrong, for those who ask.
static ERRORS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Registers this library's classes and globals with the host, and a program's exports. What fails is reported and kept; the
/// rest is registered.
pub(super) fn register_all() {
    for entry in CLASSES {
        if let Err(error) = (entry.register)((entry.class)(), &METHODS) {
            report((entry.class)().type_key(), &error);
        }
    }
    for methods in METHODS {
        (methods.register)(methods, &report);
    }
    for global in GLOBALS {
        if let Err(error) = register_global_call(global.function, global.call) {
            report(global.function.path, &error);
        }
    }
    register_loaders();
    if host::is_main_executable()
        && let Err(error) = register_system_library()
    {
        report("the program's exports", &error);
    }
}

/// The exports of a program, which are in no library that could be loaded, become functions of the system library.
fn register_system_library() -> Result<()> {
    let register = host::present()?.env_module_register_system_lib_symbol()?;
    for export in EXPORTS {
        // The name of an export is an identifier, so the first NUL is the one put here.
        let symbol = format!("__tvm_ffi_{}\0", export.function.name);
        // SAFETY: the name is copied during the call; the address is that of a packed call, which lives as long as
        // the program.
        check(unsafe { register(symbol.as_ptr().cast(), export.call as *mut c_void) })?;
    }
    Ok(())
}

/// Nobody waits for the constructor's result, and the loader must go on: the console is what is left.
pub(super) fn report(path: &str, error: &Error) {
    let text = format!("`{path}`: {}", error.message());
    // Written in one piece; what formats for a stream is one more kilobyte in every library.
    let _ = std::io::stderr().write_all(format!("ffi-runtime: cannot register {text}\n").as_bytes());
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).push(text);
}

/// The registrations of this library that failed, in one text. (`join` is one more kilobyte in every library.)
pub(super) fn registration_report() -> String {
    let mut report = String::new();
    for (index, error) in ERRORS.lock().unwrap_or_else(PoisonError::into_inner).iter().enumerate() {
        if index > 0 {
            report.push('\n');
        }
        report.push_str(error);
    }
    report
}

/// The registrations of this library that failed, one line each. In Python: `module["_registration_errors"]()`.
pub fn registration_errors() -> Vec<String> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

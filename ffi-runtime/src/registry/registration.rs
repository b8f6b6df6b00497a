use std::io::Write;
use std::sync::{Mutex, PoisonError};

use super::GLOBALS;
use crate::error::Error;
use crate::function::register_global_call;

/// What went wrong, for those who ask.
static ERRORS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Registers this library's globals with the host. What fails is reported and kept; the rest is registered.
pub(super) fn register_all() {
    for global in GLOBALS {
        if let Err(error) = register_global_call(global.function, global.call) {
            report(global.function.path, &error);
        }
    }
}

/// Nobody waits for the constructor's result, and the loader must go on: the console is what is left.
fn report(path: &str, error: &Error) {
    let text = format!("`{path}`: {}", error.message());
    let _ = writeln!(std::io::stderr(), "ffi-runtime: cannot register {text}");
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).push(text);
}

/// The registrations of this library that failed, one line each. In Python: `module["_registration_errors"]()`.
pub fn registration_errors() -> Vec<String> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

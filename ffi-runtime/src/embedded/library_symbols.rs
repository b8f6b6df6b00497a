//! Symbols that the program registers: to be set in libraries it loads, or found without loading any.

use core::ffi::{c_char, c_int, c_void};
use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use super::guard;
use super::library::Symbols;

/// An address that is only handed on.
#[derive(Clone, Copy)]
struct Address(*mut c_void);

// SAFETY: the address is not used here; whoever registered it has made sure that any thread may.
unsafe impl Send for Address {}

static CONTEXT: Mutex<Vec<(CString, Address)>> = Mutex::new(Vec::new());
static SYSTEM: LazyLock<Mutex<HashMap<Box<[u8]>, Address>>> = LazyLock::new(Mutex::default);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the variables of a library that have the names of context symbols to the registered addresses.
pub(super) fn set_context(symbols: &Symbols) {
    let context = lock(&CONTEXT).clone();
    for (name, Address(value)) in context {
        if let Some(variable) = symbols.symbol(&name) {
            // SAFETY: a library's symbol of the name of a context symbol is a pointer variable, by convention.
            unsafe { variable.cast::<*mut c_void>().write(value) };
        }
    }
}

/// The address registered for a system library's symbol, null when there is none.
pub(super) fn find_system_symbol(name: &[u8]) -> *mut c_void {
    lock(&SYSTEM).get(name).map_or(core::ptr::null_mut(), |Address(address)| *address)
}

/// # Safety
/// `name` is a C string or null.
unsafe fn checked_name<'a>(name: *const c_char) -> crate::error::Result<&'a CStr> {
    if name.is_null() {
        bail!(ValueError, "Expected the name of a symbol but got a null pointer");
    }
    // SAFETY: the caller promises a C string.
    Ok(unsafe { CStr::from_ptr(name) })
}

/// Registered again, a name gets the new address in libraries that are loaded from then on.
///
/// # Safety
/// `name` is a C string or null; `symbol` is what libraries with a variable of that name expect.
pub(super) unsafe extern "C" fn register_context_symbol(name: *const c_char, symbol: *mut c_void) -> c_int {
    guard::status("TVMFFIEnvModRegisterContextSymbol", || {
        // SAFETY: the caller promises a C string or null.
        let name = unsafe { checked_name(name)? };
        let mut context = lock(&CONTEXT);
        match context.iter_mut().find(|(known, _)| known.as_c_str() == name) {
            Some((_, address)) => *address = Address(symbol),
            None => context.push((name.to_owned(), Address(symbol))),
        }
        Ok(())
    })
}

/// Registered again, a name gets the new address, as in libtvm_ffi.
///
/// # Safety
/// `name` is a C string or null; `symbol` is a function of the kind that the name says.
pub(super) unsafe extern "C" fn register_system_symbol(name: *const c_char, symbol: *mut c_void) -> c_int {
    guard::status("TVMFFIEnvModRegisterSystemLibSymbol", || {
        // SAFETY: the caller promises a C string or null.
        let name = unsafe { checked_name(name)? };
        lock(&SYSTEM).insert(Box::from(name.to_bytes()), Address(symbol));
        Ok(())
    })
}

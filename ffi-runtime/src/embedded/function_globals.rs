//! Global functions about functions, and the ones that make strings and bytes.

use core::ffi::c_void;

use super::{functions, globals, lent};
use crate::any::Any;
use crate::error::Result;
use crate::function::Function;
use crate::string::{Bytes, new_string_of_bytes};
use crate::sys::SafeCall;

/// The functions with their names.
pub(super) fn all() -> Vec<(&'static str, Function)> {
    vec![
        ("ffi.FunctionRemoveGlobal", Function::from_fn(|name: &str| globals::remove(name.as_bytes()))),
        ("ffi.FunctionListGlobalNamesFunctor", Function::from_fn(list_names)),
        ("ffi.GetGlobalFuncMetadata", Function::from_fn(metadata)),
        ("ffi.FunctionFromExternC", Function::from_fn(from_extern_c)),
        ("ffi.String", Function::from_fn(|text: String| text)),
        ("ffi.Bytes", Function::from_fn(|bytes: Bytes| bytes)),
    ]
}

/// A function that gives the number of names for a negative index, else the name at the index.
fn list_names() -> Function {
    let names = globals::names();
    Function::from_fn(move |index: i64| -> Result<Any> {
        let Ok(position) = usize::try_from(index) else {
            return Ok(Any::from(names.len() as i64));
        };
        match names.get(position) {
            Some(name) => Ok(new_string_of_bytes(name)),
            None => bail!(IndexError, "Expected an index below {} but got {index}", names.len()),
        }
    })
}

fn metadata(name: &str) -> Result<Any> {
    match globals::metadata(name.as_bytes()) {
        Some(metadata) => Ok(new_string_of_bytes(&metadata)),
        None => bail!(RuntimeError, "there is no global function `{}`", lent::text(name.as_bytes())),
    }
}

fn from_extern_c(handle: *mut c_void, safe_call: *mut c_void, deleter: *mut c_void) -> Result<Function> {
    ensure!(!safe_call.is_null(), ValueError, "Expected a C function but got a null pointer");
    // SAFETY: the caller promises the address of a packed call, and of a deleter or null, that fit the handle.
    unsafe {
        let safe_call = core::mem::transmute::<*mut c_void, SafeCall>(safe_call);
        let deleter = core::mem::transmute::<*mut c_void, Option<unsafe extern "C" fn(*mut c_void)>>(deleter);
        Ok(functions::create(handle, safe_call, deleter))
    }
}

//! Finding libtvm_ffi: in the process, at a path, or through the loader's ordinary search.

use core::ffi::{CStr, c_void};
use std::error::Error as _;
use std::ffi::OsStr;
use std::path::Path;

use libloading::Library;

use super::dynamic_library::{find_global_symbol, find_loaded, library_of, symbol_address};
use super::{HostError, HostKind, HostTable};

/// The file name of libtvm_ffi on this platform.
#[cfg(target_vendor = "apple")]
const LIBRARY_FILE: &str = "libtvm_ffi.dylib";
/// The file name of libtvm_ffi on this platform.
#[cfg(windows)]
const LIBRARY_FILE: &str = "tvm_ffi.dll";
/// The file name of libtvm_ffi on this platform.
#[cfg(not(any(target_vendor = "apple", windows)))]
const LIBRARY_FILE: &str = "libtvm_ffi.so";

/// Names a library that a Rust program takes as its host.
const LIBRARY_VARIABLE: &str = "TVM_FFI_LIBRARY";

/// `embedded` makes a Rust program use the embedded host even where libtvm_ffi could be found.
const HOST_VARIABLE: &str = "FFI_RUNTIME_HOST";

/// The libtvm_ffi that the process has loaded, with global or local symbols.
pub(super) fn in_process() -> Option<HostTable> {
    // SAFETY: symbols of these names are libtvm_ffi's, whose functions have the table's types.
    let table = unsafe { HostTable::from_symbols(HostKind::LIBTVM_FFI, &find_global_symbol) };
    if table.get_version.is_some() {
        return Some(table);
    }
    let library = find_loaded(OsStr::new(LIBRARY_FILE))?;
    Some(table_of(library))
}

/// The libtvm_ffi that the environment names or the loader finds, if there is one.
pub(super) fn from_environment() -> Result<Option<HostTable>, HostError> {
    if std::env::var_os(HOST_VARIABLE).is_some_and(|host| host == "embedded") {
        return Ok(None);
    }
    if let Some(path) = std::env::var_os(LIBRARY_VARIABLE).filter(|path| !path.is_empty()) {
        return at_path(Path::new(&path)).map(Some);
    }
    // Nobody asked for it by name, so a missing or broken one only means the embedded host.
    Ok(at_path(Path::new(LIBRARY_FILE)).ok())
}

/// The libtvm_ffi at a path.
pub(super) fn at_path(path: &Path) -> Result<HostTable, HostError> {
    let failed = |reason: String| HostError::Load { path: path.to_owned(), reason };
    // SAFETY: loading a library runs its initialisers; that is what naming it asks for.
    let library = unsafe { Library::new(path) }.map_err(|error| {
        // The error itself says only that `dlopen` failed.
        failed(error.source().map_or_else(|| error.to_string(), ToString::to_string))
    })?;
    let table = table_of(library);
    if table.get_version.is_none() {
        return Err(failed("it is no libtvm_ffi: it has no symbol `TVMFFIGetVersion`".to_owned()));
    }
    Ok(table)
}

/// The functions of a library, which stays loaded: they are used until the process ends.
fn table_of(library: Library) -> HostTable {
    // SAFETY: symbols of these names are libtvm_ffi's, whose functions have the table's types.
    let table =
        unsafe { HostTable::from_symbols(HostKind::LIBTVM_FFI, &|symbol| symbol_address(&library, symbol)) };
    core::mem::forget(library);
    table
}

/// A symbol of the library that the host's functions are in, null when there is none.
pub fn library_symbol(host: &HostTable, symbol: &CStr) -> *mut c_void {
    let Some(function) = host.error_set_raised else { return core::ptr::null_mut() };
    match library_of(function as *const c_void) {
        Some(library) => symbol_address(&library, symbol),
        None => core::ptr::null_mut(),
    }
}

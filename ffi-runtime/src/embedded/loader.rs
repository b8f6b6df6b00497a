//! Loading libraries.

use core::ffi::CStr;
use std::error::Error as _;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use libloading::Library;

use super::library::Symbols;
use super::{globals, modules};
use crate::error::Result;
use crate::host;
use crate::module::Module;

/// A library has this symbol when other modules are stored in it.
const BINARY_SYMBOL: &CStr = c"__tvm_ffi__library_bin";

/// A library that has this symbol, in itself or a library it needs, comes with a libtvm_ffi.
const OTHER_HOST_SYMBOL: &CStr = c"TVMFFIGetVersion";

/// Loads the module in a file with the loader for the format that the file's name tells.
pub(super) fn load(path: &str) -> Result<Module> {
    let Some(format) = format_of(path) else {
        bail!(RuntimeError, "cannot tell the format of `{path}` from its name: Expected one like `{path}.so`")
    };
    let loader = format!("ffi.Module.load_from_file.{format}");
    match globals::find(loader.as_bytes()) {
        Some(loader) => loader.call((path, format))?.to::<Module>(),
        None => bail!(
            RuntimeError,
            "there is no loader for `.{format}` files such as `{path}`: `{loader}` is no global function"
        ),
    }
}

/// What follows the last dot of the file's name; all names of shared libraries are `so`.
fn format_of(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    if name.contains(".so.") {
        return Some("so");
    }
    match name.rsplit_once('.')?.1 {
        "" => None,
        "dll" | "dylib" | "dso" => Some("so"),
        format => Some(format),
    }
}

/// Loads the module in a shared library, which stays mapped until the process ends.
pub(super) fn load_library(path: &str) -> Result<Module> {
    let path = resolved(path);
    // SAFETY: loading a library runs its initialisers; that is what loading it asks for.
    let library = match unsafe { Library::new(&path) } {
        // Objects and functions that it makes may outlive the module.
        Ok(library) => Box::leak(Box::new(library)),
        Err(error) => {
            bail!(RuntimeError, "cannot load the library `{}`: {}", path.display(), reason(&path, &error))
        }
    };
    if !host::symbol_address(library, OTHER_HOST_SYMBOL).is_null() {
        bail!(
            RuntimeError,
            "`{}` is linked to libtvm_ffi, and this program uses the embedded host: a process has one host. Let \
             this program use libtvm_ffi too: `TVM_FFI_LIBRARY` names it",
            path.display()
        );
    }
    if !host::symbol_address(library, BINARY_SYMBOL).is_null() {
        bail!(
            RuntimeError,
            "`{}` has other modules embedded (`__tvm_ffi__library_bin`), which the embedded host does not support",
            path.display()
        );
    }
    host::attach_loaded(library, &path)?;
    Ok(modules::new(Symbols::Library { path, library }))
}

/// The dynamic loader looks for a bare name in its own directories only; a file that is there comes first.
fn resolved(path: &str) -> PathBuf {
    let plain = Path::new(path);
    let is_bare = plain.parent().is_some_and(|parent| parent.as_os_str().is_empty());
    if is_bare && plain.is_file() { Path::new(".").join(plain) } else { plain.to_owned() }
}

/// Why a library was not loaded.
#[cold]
fn reason(path: &Path, error: &libloading::Error) -> String {
    let is_bare = path.parent().is_some_and(|parent| parent.as_os_str().is_empty());
    let reason = error.source().map_or_else(|| error.to_string(), |source| source.to_string());
    if !is_bare && !path.exists() {
        "there is no such file".to_owned()
    } else if is_other_file(path) {
        format!("it is no shared library ({reason})")
    } else {
        reason
    }
}

/// Whether there is a file that is certainly no library.
fn is_other_file(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut start));
    cfg!(any(target_os = "linux", target_os = "android", target_os = "freebsd"))
        && read.is_ok()
        && start != *b"\x7fELF"
}

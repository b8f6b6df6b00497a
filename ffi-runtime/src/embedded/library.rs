//! Where a module's symbols come from: a loaded library, or symbols that the program registered.

use core::ffi::{CStr, c_void};
use std::ffi::CString;
use std::path::PathBuf;

use libloading::Library;

use super::library_symbols;
use crate::host;
use crate::sys::SafeCall;

/// Stands before the name of every exported function.
const FUNCTION_PREFIX: &str = "__tvm_ffi_";
const METADATA_PREFIX: &str = "__tvm_ffi__metadata_";
const DOC_PREFIX: &str = "__tvm_ffi__doc_";

/// The symbols of a module.
pub(super) enum Symbols {
    /// Those of a library, which stays mapped until the process ends.
    Library {
        /// For messages.
        path: PathBuf,
        library: &'static Library,
    },
    /// Those that the program registered under names with this prefix, or without it.
    System { prefix: String },
}

impl Symbols {
    /// The exported function of that name.
    pub(super) fn function(&self, name: &str) -> Option<SafeCall> {
        let address = match self {
            Self::Library { .. } => self.address(&[FUNCTION_PREFIX, name]),
            Self::System { prefix } => self
                .address(&[FUNCTION_PREFIX, prefix, name])
                .or_else(|| self.address(&[FUNCTION_PREFIX, name])),
        };
        safe_call(address)
    }

    /// The function that returns the metadata of the function of that name.
    pub(super) fn metadata(&self, name: &str) -> Option<SafeCall> {
        safe_call(self.prefixed_address(METADATA_PREFIX, name))
    }

    /// The function that returns the doc comment of the function of that name.
    pub(super) fn doc(&self, name: &str) -> Option<SafeCall> {
        safe_call(self.prefixed_address(DOC_PREFIX, name))
    }

    fn prefixed_address(&self, kind: &str, name: &str) -> Option<*mut c_void> {
        match self {
            Self::Library { .. } => self.address(&[kind, name]),
            Self::System { prefix } => {
                self.address(&[prefix, kind, name]).or_else(|| self.address(&[kind, name]))
            }
        }
    }

    /// A name with a NUL inside is no symbol's.
    fn address(&self, parts: &[&str]) -> Option<*mut c_void> {
        let symbol = CString::new(parts.concat()).ok()?;
        self.symbol(&symbol)
    }

    /// The address of a symbol, spelled in full.
    pub(super) fn symbol(&self, symbol: &CStr) -> Option<*mut c_void> {
        let address = match self {
            Self::Library { library, .. } => host::symbol_address(library, symbol),
            Self::System { .. } => library_symbols::find_system_symbol(symbol.to_bytes()),
        };
        (!address.is_null()).then_some(address)
    }
}

impl core::fmt::Display for Symbols {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Library { path, .. } => write!(f, "`{}`", path.display()),
            Self::System { prefix } => write!(f, "the system library with prefix `{prefix}`"),
        }
    }
}

fn safe_call(address: Option<*mut c_void>) -> Option<SafeCall> {
    // SAFETY: symbols of these names are packed calls, by the ABI's convention.
    address.map(|address| unsafe { core::mem::transmute::<*mut c_void, SafeCall>(address) })
}

//! Handing the host to a library, and taking it there.

use core::ffi::{CStr, c_int};
use std::path::Path;

use libloading::Library;

use super::dynamic_library::{find_loaded, symbol_address};
use super::state::{self, current};
use super::{HostError, HostKind, TableHeader};

/// The symbol of [`AttachFunction`] in every library built with this crate.
const ATTACH_SYMBOL: &CStr = c"__ffi_runtime_attach";

/// Takes the host of the program that loads the library; answers with an [`AttachStatus`].
type AttachFunction = unsafe extern "C" fn(table: *const TableHeader) -> AttachStatus;

/// What a library answers; the numbers stay, since libraries may be built with other versions of this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct AttachStatus(c_int);

impl AttachStatus {
    pub(crate) const ATTACHED: Self = Self(0);
    const OTHER_HOST: Self = Self(1);
    const OTHER_LAYOUT: Self = Self(2);
    const OTHER_VERSION: Self = Self(3);
}

/// What the symbol of this library does.
///
/// # Safety
/// `table` points to a host table of this or another version of this crate, whose functions stay valid.
pub unsafe fn answer_attach(table: *const TableHeader) -> AttachStatus {
    // SAFETY: the caller promises a table that begins with its header.
    match unsafe { state::attach(table) } {
        Ok(()) => AttachStatus::ATTACHED,
        Err(HostError::TableLayout { .. }) => AttachStatus::OTHER_LAYOUT,
        Err(HostError::Version { .. }) => AttachStatus::OTHER_VERSION,
        Err(_) => AttachStatus::OTHER_HOST,
    }
}

/// Hands this program's host to a library that was loaded from `path`, if the library was built with this
/// crate; others find their host by themselves.
///
/// # Errors
/// [`HostError::Refused`] when the library has another host or was built for another one.
pub fn attach_library(path: &Path) -> Result<(), HostError> {
    match find_loaded(path.as_os_str()) {
        Some(library) => attach_loaded(&library, path),
        None => Ok(()),
    }
}

/// As [`attach_library`], for a library that is at hand; `path` is for the error.
pub(crate) fn attach_loaded(library: &Library, path: &Path) -> Result<(), HostError> {
    let Some(host) = current() else { return Ok(()) };
    let address = symbol_address(library, ATTACH_SYMBOL);
    if address.is_null() {
        return Ok(());
    }
    // SAFETY: the symbol of this name has this type in every version of this crate.
    let attach = unsafe { core::mem::transmute::<*mut core::ffi::c_void, AttachFunction>(address) };
    // SAFETY: the table lives as long as the process.
    let status = unsafe { attach(&host.header) };
    let refused = |reason| Err(HostError::Refused { path: path.to_owned(), reason });
    match status {
        AttachStatus::ATTACHED => Ok(()),
        AttachStatus::OTHER_HOST if host.header.kind == HostKind::EMBEDDED => refused(
            "it already uses libtvm_ffi, and this program uses the embedded host: a process has one host",
        ),
        AttachStatus::OTHER_HOST => refused("it already uses another host: a process has one host"),
        AttachStatus::OTHER_LAYOUT => refused(
            "it was built with an ffi-runtime whose host table has another layout: build both with the same",
        ),
        AttachStatus::OTHER_VERSION => refused("it was built for another major version of the ABI"),
        AttachStatus(_) => {
            refused("it does not accept this program's host, and gives no reason that is known here")
        }
    }
}

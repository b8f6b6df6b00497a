//! The embedded host: the ABI's functions in Rust, for programs without libtvm_ffi.

use crate::host::{HostKind, HostTable};

/// The functions of the embedded host.
pub(crate) fn table() -> &'static HostTable {
    static TABLE: HostTable = HostTable::empty(HostKind::EMBEDDED);
    &TABLE
}

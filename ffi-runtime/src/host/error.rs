use core::fmt;
use std::path::PathBuf;

use super::HostKind;

/// Why there is no host, or why the host cannot do something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostError {
    /// No host in the process, and this library is not the one to start one.
    Absent,
    /// The process has a host of the other kind already.
    Mixed {
        /// The host that is there.
        present: HostKind,
        /// The host that was asked for.
        wanted: HostKind,
    },
    /// The process has a libtvm_ffi already, and it is another one.
    AnotherLibrary {
        /// The library that was asked for.
        wanted: PathBuf,
    },
    /// The host has another major version.
    Version {
        /// The host's.
        got: u32,
    },
    /// The table handed over by another library has another layout.
    TableLayout {
        /// This crate's.
        expected: u32,
        /// The table's.
        got: u32,
    },
    /// The host lacks a function.
    MissingFunction(
        /// The C symbol.
        &'static str,
    ),
    /// A library does not accept this program's host.
    Refused {
        /// The library.
        path: PathBuf,
        /// Why.
        reason: &'static str,
    },
    /// A library that was to be the host cannot be loaded.
    Load {
        /// The library.
        path: PathBuf,
        /// What the loader says.
        reason: String,
    },
}

/// The major version of the ABI that this crate is written for.
pub(super) const SUPPORTED_MAJOR: u32 = 0;

impl fmt::Display for HostKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LIBTVM_FFI => f.write_str("libtvm_ffi"),
            Self::EMBEDDED => f.write_str("the embedded host"),
            Self(other) => write!(f, "an unknown host (kind {other})"),
        }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str(
                "no host in this process: load libtvm_ffi first (in Python: `import tvm_ffi`), or load this library \
                 through `ffi_runtime::Module::load`",
            ),
            Self::Mixed { present, wanted } => write!(
                f,
                "this process already uses {present} and cannot use {wanted} as well: a process has one host"
            ),
            Self::AnotherLibrary { wanted } => write!(
                f,
                "this process already uses another libtvm_ffi than `{}`: a process has one host",
                wanted.display()
            ),
            Self::Version { got } => write!(
                f,
                "the host has ABI version {got}.x, this library was built for {SUPPORTED_MAJOR}.x: install a matching \
                 apache-tvm-ffi or rebuild the library"
            ),
            Self::TableLayout { expected, got } => write!(
                f,
                "the host's function table has layout {got}, this library was built for layout {expected}: build both \
                 with the same ffi-runtime"
            ),
            Self::MissingFunction(symbol) => {
                write!(f, "the host has no function `{symbol}`: install a newer apache-tvm-ffi")
            }
            Self::Refused { path, reason } => {
                write!(f, "`{}` does not accept this program's host: {reason}", path.display())
            }
            Self::Load { path, reason } => {
                write!(f, "cannot load `{}` as the host: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for HostError {}

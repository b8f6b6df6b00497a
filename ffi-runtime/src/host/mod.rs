//! The host: whoever keeps this process's globals, types and raised errors.
//!
//! That is libtvm_ffi, or this crate's embedded one. Either is reached through a [`HostTable`] of C functions,
//! so nothing is linked. A process has one host. A library takes the one it finds in the process or is handed
//! by the program that loads it; a Rust program that is its own main executable may also start one.

mod attach;
mod dynamic_library;
mod error;
mod lookup;
mod state;
mod table;

pub(crate) use attach::{AttachStatus, answer_attach, attach_library, attach_loaded};
pub(crate) use dynamic_library::{is_main_executable, symbol_address, symbol_size};
pub use error::HostError;
pub(crate) use lookup::library_symbol;
pub use state::{current, require, use_embedded, use_library};
pub(crate) use state::{is_adopted, on_adopted, pin_this_library, present};
pub use table::{HostKind, HostTable, TableHeader};

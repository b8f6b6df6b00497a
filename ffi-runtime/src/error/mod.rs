//! Errors: a kind, a message, the frames they passed and what caused them.
//!
//! An error is an object of the ABI, so one that another language raised passes through unchanged.

mod any_conversions;
mod body;
mod conversions;
mod error_kind;
mod error_object;
mod frame;
pub mod kinds;
#[macro_use]
mod macros;
mod panic;
mod raised;

#[cfg(test)]
mod tests;

pub use error_kind::ErrorKind;
pub use error_object::Error;
pub(crate) use frame::line as backtrace_line;
pub use frame::{Frame, enclosing_function};
pub use panic::{install_hook, panic_error};
pub use raised::{check, raise, take_raised};

/// A result whose error is an [`Error`] unless said otherwise.
pub type Result<T, E = Error> = core::result::Result<T, E>;

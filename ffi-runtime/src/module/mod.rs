//! Modules: libraries, modules defined in Rust, and other collections of functions that the host knows.
//!
//! All functions here are `#[inline]`, so that only libraries that use them contain them: of a function that is
//! compiled into this crate, the linker keeps the unwinding table even where it drops the function.

mod cxx_module;
mod defined_module;
mod embedded_module;
mod handle;
mod imports;
mod module_object;

pub use cxx_module::LAYOUT as CXX_LAYOUT;
pub(crate) use embedded_module::{CREATE, question};
pub use handle::Module;
pub use module_object::ModuleObject;

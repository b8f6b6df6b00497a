//! Modules: libraries and other collections of functions, loaded by the host.

mod module_object;

pub use module_object::Module;

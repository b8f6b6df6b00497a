//! What a library offers: its exports and globals, as data in linker sections, and the constructor that
//! registers the globals when the library is loaded.

mod constructor;
mod descriptors;
mod late_host;
mod module_loader;
mod registration;
mod symbols;

pub use descriptors::{CLASSES, ClassEntry, EXPORTS, ExportDescriptor, GLOBALS, GlobalDescriptor, METHODS};
pub use module_loader::{ModuleLoader, loader_submitted};
pub use registration::registration_errors;

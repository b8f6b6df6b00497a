use linkme::distributed_slice;

use crate::class::{ClassDescriptor, MethodsDescriptor};
use crate::error::Result;
use crate::function::FunctionDescriptor;
use crate::sys::SafeCall;

/// A function annotated with `#[ffi_export]`.
pub struct ExportDescriptor {
    /// What is known of it.
    pub function: &'static FunctionDescriptor,
    /// The C symbol's address.
    pub call: SafeCall,
}

/// A function annotated with `#[ffi_global]`.
pub struct GlobalDescriptor {
    /// What is known of it.
    pub function: &'static FunctionDescriptor,
    /// The packed call.
    pub call: SafeCall,
}

/// All exports linked into this library or program.
#[distributed_slice]
pub static EXPORTS: [ExportDescriptor];

/// All globals linked into this library or program.
#[distributed_slice]
pub static GLOBALS: [GlobalDescriptor];

/// A struct annotated with `#[ffi_class]`. It brings the functions that register it, so that libraries without classes
/// do without them.
pub struct ClassEntry {
    /// What is known of it.
    pub class: fn() -> &'static ClassDescriptor,
    /// Makes the class known to the host, with the methods in the list.
    pub register: fn(&'static ClassDescriptor, &[MethodsDescriptor]) -> Result<()>,
}

/// All classes linked into this library or program.
#[distributed_slice]
pub static CLASSES: [ClassEntry];

/// The methods of all classes linked into this library or program.
#[distributed_slice]
pub static METHODS: [MethodsDescriptor];

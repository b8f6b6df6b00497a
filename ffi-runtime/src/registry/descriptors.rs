use linkme::distributed_slice;

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

use super::ClassDescriptor;
use crate::error::Error;
use crate::function::FunctionDescriptor;
use crate::sys::SafeCall;

/// A method of a class.
#[derive(Clone, Copy)]
pub struct MethodDescriptor {
    /// The name it is called by.
    pub name: &'static str,
    /// What is known of the function; its first parameter is the object, if the method has one.
    pub function: &'static FunctionDescriptor,
    /// The packed call.
    pub call: SafeCall,
    /// What it is called on.
    pub kind: MethodKind,
}

/// What a method is called on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKind {
    /// An object, the first argument.
    Instance,
    /// The class.
    Static,
    /// The class, to make an object.
    Init,
}

/// Takes what could not be registered, by its path in Rust, and why.
pub type Report<'a> = &'a dyn Fn(&str, &Error);

/// The methods of one `impl` with `#[ffi_methods]`.
pub struct MethodsDescriptor {
    /// The class.
    pub class: fn() -> &'static ClassDescriptor,
    /// Makes the methods known to the host, once the class is; what fails is reported.
    pub register: fn(&MethodsDescriptor, Report<'_>),
    /// Its methods in order.
    pub methods: &'static [MethodDescriptor],
}

/// How many bytes [`method_name`] takes.
pub const fn method_name_length(type_key: &str, method: &str) -> usize {
    if method.is_empty() { type_key.len() } else { type_key.len() + 1 + method.len() }
}

/// `type_key.method`, or the type key for a method without a name, as messages name a constructor.
pub const fn method_name<const LENGTH: usize>(type_key: &str, method: &str) -> [u8; LENGTH] {
    let mut name = [b'.'; LENGTH];
    let mut at = 0;
    while at < type_key.len() {
        name[at] = type_key.as_bytes()[at];
        at += 1;
    }
    let start = type_key.len() + 1;
    at = 0;
    while at < method.len() {
        name[start + at] = method.as_bytes()[at];
        at += 1;
    }
    name
}

/// The bytes of [`method_name`] as text.
pub const fn method_name_text(name: &[u8]) -> &str {
    match core::str::from_utf8(name) {
        Ok(text) => text,
        Err(_) => panic!("two texts and a dot are text"),
    }
}

//! Bases that fewer can see than the classes that extend them.
use ffi_runtime::prelude::*;

#[ffi_class("visibility.Base")]
struct Base {
    #[ffi(get)]
    value: i64,
}

#[ffi_class("visibility.Derived", extends = Base)]
pub struct Derived {
    base: Base,
}

#[ffi_class("visibility.Handle", foreign)]
struct Handle {
    #[ffi(get)]
    value: i64,
}

#[ffi_class("visibility.DerivedHandle", foreign, extends = Handle)]
pub struct DerivedHandle {
    #[ffi(get)]
    other: i64,
}

fn main() {}

//! Layouts that only the compiler knows.
use ffi_runtime::prelude::*;

#[ffi_class("layout.Wide")]
#[repr(align(64))]
struct Wide {
    #[ffi(get)]
    value: i64,
}

#[ffi_class("layout.Base")]
struct Base {
    #[ffi(get)]
    value: i64,
}

#[ffi_class("layout.Gone", extends = Base)]
struct Gone {
    #[cfg_attr(all(), cfg(any()))]
    base: Base,
    #[ffi(get)]
    other: u8,
}

fn main() {}

//! The classes.

use ffi_runtime::prelude::*;

/// Two integers.
#[ffi_class("benches.IntPair")]
pub struct IntPair {
    #[ffi(get, set)]
    a: Field<i64>,
    #[ffi(get)]
    b: i64,
}

#[ffi_methods]
impl IntPair {
    #[ffi(init)]
    fn new(a: i64, b: i64) -> Self {
        Self { a: Field::new(a), b }
    }

    fn sum(&self) -> i64 {
        self.a.get() + self.b
    }
}

/// A text.
#[ffi_class("benches.Label")]
pub struct Label {
    #[ffi(get, set)]
    text: Field<String>,
}

#[ffi_methods]
impl Label {
    #[ffi(init)]
    fn new(text: String) -> Self {
        Self { text: Field::new(text) }
    }
}

#[ffi_export]
fn class_package() -> &'static str {
    "benches"
}

//! Names that are taken, and keys that are none.
use ffi_runtime::prelude::*;

#[ffi_class("names.Pair")]
struct Pair {
    #[ffi(get)]
    a: i64,
    #[ffi(get, name = "a")]
    b: i64,
}

#[ffi_class("names.Pair")]
struct Other;

#[ffi_class("names.")]
struct Unfinished;

#[ffi_methods]
impl Pair {
    fn sum(&self) -> i64 {
        self.a + self.b
    }

    #[ffi(name = "sum")]
    fn product(&self) -> i64 {
        self.a * self.b
    }

    #[ffi(name = "__ffi_init__")]
    fn new() -> Self {
        Self { a: 1, b: 2 }
    }
}

fn main() {}

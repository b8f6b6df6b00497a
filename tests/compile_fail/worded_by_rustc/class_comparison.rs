//! Comparison that the struct does not have.
use ffi_runtime::prelude::*;

#[ffi_class("comparison.Point", eq, hash)]
struct Point {
    #[ffi(get)]
    x: f64,
}

fn main() {}

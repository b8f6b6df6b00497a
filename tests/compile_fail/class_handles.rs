//! Mistakes in handles of classes that are defined elsewhere.
use ffi_runtime::prelude::*;

#[ffi_class("handles.Point", foreign, eq)]
#[derive(Clone)]
struct Point {
    x: i64,
    #[ffi(get, default = 1)]
    y: i64,
    #[ffi(method)]
    length: f64,
    #[ffi(constructor)]
    new: fn() -> Point,
}

fn main() {}

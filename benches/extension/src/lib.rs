//! The benchmarked functions, written with `ffi-runtime`.

mod classes;
mod containers;
mod kernels;

use ffi_runtime::prelude::*;

#[ffi_export]
fn nop() {}

#[ffi_export]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[ffi_export]
fn two_views(x: TensorView<'_, f32>, y: TensorViewMut<'_, f32>) -> i64 {
    (x.ndim() + y.ndim()) as i64
}

#[ffi_export]
fn two_read_only_views(x: TensorView<'_, f32>, y: TensorView<'_, f32>) -> i64 {
    (x.ndim() + y.ndim()) as i64
}

#[ffi_export]
fn echo(text: &str) -> &str {
    text
}

#[ffi_export]
fn echo_string(text: &str) -> String {
    text.to_owned()
}

#[ffi_export]
fn raise() -> Result<()> {
    bail!(ValueError, "the value is out of range");
}

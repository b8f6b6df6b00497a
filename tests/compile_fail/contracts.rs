//! Demands that cannot be met or are written wrongly.
use ffi_runtime::prelude::*;

#[ffi_export]
fn unknown_symbol(#[ffi(shape = [n, 2 * m])] x: TensorView<'_, f32>) -> usize {
    x.numel()
}

#[ffi_export]
fn shape_of_a_scalar(#[ffi(shape = [n])] k: f64) -> f64 {
    k
}

#[ffi_export]
fn rest_not_last(#[ffi(shape = [.., n])] x: TensorView<'_, f32>) -> usize {
    x.numel()
}

#[ffi_export]
fn unknown_key(#[ffi(shap = [n])] x: TensorView<'_, f32>) -> usize {
    x.numel()
}

#[ffi_export]
fn unknown_device(#[ffi(device = gpu)] x: TensorView<'_, f32>) -> usize {
    x.numel()
}

#[ffi_export]
fn symbol_without_a_shape(x: TensorView<'_, f32>, #[ffi(symbol)] n: usize) -> usize {
    x.numel() + n
}

#[ffi_export]
fn symbol_of_another_type(#[ffi(shape = [n])] x: TensorView<'_, f32>, #[ffi(symbol)] n: i64) -> i64 {
    x.numel() as i64 + n
}

fn main() {}

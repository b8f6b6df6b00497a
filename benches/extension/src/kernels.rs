//! The functions that choose by dtype and check shapes.

use ffi_runtime::prelude::*;

#[ffi_export(dispatch(T = [f64, i32, f32]))]
fn dispatch<T: Element>(x: TensorView<'_, T>, y: TensorView<'_, T>) -> i64 {
    (x.ndim() + y.ndim() + size_of::<T>()) as i64
}

#[ffi_export]
fn shapes(
    #[ffi(shape = [n, k])] _x: TensorView<'_, f32>,
    #[ffi(shape = [k, m])] _y: TensorView<'_, f32>,
    #[ffi(symbol)] n: usize,
    #[ffi(symbol)] m: usize,
) -> i64 {
    (n + m) as i64
}

#[ffi_export]
fn contracts(
    #[ffi(shape = [n, k], device = cpu, same_device, contiguous, aligned = 4)] _x: TensorView<'_, f32>,
    #[ffi(shape = [k, m], device = cpu, same_device, contiguous, aligned = 4)] _y: TensorView<'_, f32>,
    #[ffi(symbol)] n: usize,
    #[ffi(symbol)] m: usize,
) -> i64 {
    (n + m) as i64
}

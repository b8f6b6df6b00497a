//! A caller of another language has no type parameters to give.
use ffi_runtime::prelude::*;

#[ffi_export]
fn generic_type<T: Element>(x: TensorView<'_, T>) -> i64 {
    x.numel() as i64
}

#[ffi_export]
fn generic_constant<const N: usize>(value: i64) -> i64 {
    value * N as i64
}

#[ffi_export]
fn generic_argument(value: impl Into<i64>) -> i64 {
    value.into()
}

#[ffi_global("generic_functions.global")]
fn generic_global<T>(value: i64) -> i64 {
    value
}

fn main() {}

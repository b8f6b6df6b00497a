//! Type parameters whose types nothing chooses, or that are listed wrongly.
use ffi_runtime::prelude::*;

#[ffi_export(dispatch(T = [f32, f64]))]
fn no_tensor<T: Element>(k: T) -> i64 {
    size_of_val(&k) as i64
}

#[ffi_export(dispatch(T = [f32, f64]))]
fn unlisted_parameter<T: Element, I: Element>(x: TensorView<'_, T>, index: TensorView<'_, I>) -> i64 {
    (x.numel() + index.numel()) as i64
}

#[ffi_export(dispatch(T = [f32], T = [f64]))]
fn given_twice<T: Element>(x: TensorView<'_, T>) -> i64 {
    x.numel() as i64
}

#[ffi_export(dispatch(T = [f32, f64, f32]))]
fn listed_twice<T: Element>(x: TensorView<'_, T>) -> i64 {
    x.numel() as i64
}

#[ffi_export(dispatch(T = []))]
fn empty_list<T: Element>(x: TensorView<'_, T>) -> i64 {
    x.numel() as i64
}

#[ffi_global("dispatch.unknown", dispatch(U = [f32]))]
fn unknown_parameter(x: TensorView<'_, f32>) -> i64 {
    x.numel() as i64
}

#[ffi_export(dispath(T = [f32]))]
fn unknown_key<T: Element>(x: TensorView<'_, T>) -> i64 {
    x.numel() as i64
}

fn main() {}

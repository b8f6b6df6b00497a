//! Types that are no elements, and demands on what is no tensor.
use ffi_runtime::prelude::*;

#[ffi_export(dispatch(T = [f32, String]))]
fn no_element<T: Element>(x: TensorView<'_, T>) -> usize {
    x.numel()
}

#[ffi_export]
fn shape_of_an_array(#[ffi(shape = [n])] values: Array<i64>) -> usize {
    values.len()
}

fn main() {}

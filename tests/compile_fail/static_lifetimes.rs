//! A mutable view must not outlive the call.
use ffi_runtime::prelude::*;

#[ffi_export]
fn keeps_a_view(x: TensorView<'static, f32>) -> Function {
    Function::from_fn(move || x.numel() as i64)
}

fn main() {}

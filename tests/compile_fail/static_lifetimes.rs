//! Arguments are lent for the call, so none is static.
use ffi_runtime::prelude::*;

#[ffi_export]
fn keeps_a_view(x: TensorView<'static, f32>) -> Function {
    Function::from_fn(move || x.numel() as i64)
}

fn main() {}

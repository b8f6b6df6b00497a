//! One compilation reports every mistake of a kernel.
use ffi_runtime::prelude::*;

#[ffi_export(dispatch(T = [f32, f32], I = [i32]), nam = "k")]
fn kernel<T: Element, I: Element>(
    #[ffi(shape = [n, q + 1])] x: TensorView<'_, T>,
    #[ffi(shape = [.., n], aligned = 3)] y: TensorView<'_, T>,
    #[ffi(contiguous)] scale: T,
    index: I,
    #[ffi(symbol)] m: usize,
) -> usize {
    let _ = (scale, index);
    x.numel() + y.numel() + m
}

fn main() {}

//! A small library of kernels for PyTorch, NumPy and everything else that speaks DLPack.
//!
//! The tensors may have any strides, and the outputs are the caller's. Rows (the last dimension) are computed in parallel;
//! `set_num_threads` limits that.

mod float;
mod halves;
mod int8;
mod reduce;
mod rms_norm;
mod rotary;
mod rows;
mod scalar;
mod softmax;
mod top_k;
mod wide;

use ffi_runtime::prelude::*;
use half::{bf16, f16};

pub use float::Float;
pub use scalar::Scalar;

/// RMSNorm over the last dimension: `y = x / sqrt(mean(x * x) + eps) * weight`.
#[ffi_export(dispatch(T = [f32, f64, bf16, f16]))]
fn rms_norm<T: Scalar>(
    #[ffi(shape = [..s], device = cpu)] x: TensorView<'_, T>,
    #[ffi(shape = [n], device = cpu)] weight: TensorView<'_, T>,
    #[ffi(shape = [..s], device = cpu)] y: TensorViewMut<'_, T>,
    #[ffi(default = 1e-6)] eps: f64,
) -> Result<()> {
    rms_norm::rms_norm(x, weight, y, eps)
}

/// Softmax of `x / temperature` over the last dimension.
#[ffi_export(dispatch(T = [f32, f64, bf16, f16]))]
fn softmax<T: Scalar>(
    #[ffi(shape = [..s], device = cpu)] x: TensorView<'_, T>,
    #[ffi(shape = [..s], device = cpu)] y: TensorViewMut<'_, T>,
    #[ffi(default = 1.0)] temperature: f64,
) -> Result<()> {
    softmax::softmax(x, y, temperature)
}

/// Rotary position embedding of `x` with shape (.., tokens, heads, width), as Llama has it: the pairs are half the width
/// apart. `cos` and `sin` have shape (tokens, width / 2), in float64 for a float64 `x` and else in float32.
#[ffi_export(dispatch(T = [f32, f64, bf16, f16]))]
fn rotary<T: Scalar>(
    #[ffi(shape = [..s], device = cpu)] x: TensorView<'_, T>,
    #[ffi(shape = [tokens, half], device = cpu)] cos: TensorView<'_>,
    #[ffi(shape = [tokens, half], device = cpu)] sin: TensorView<'_>,
    #[ffi(shape = [..s], device = cpu)] y: TensorViewMut<'_, T>,
) -> Result<()> {
    rotary::rotary(x, cos.typed()?, sin.typed()?, y)
}

/// Quantises each row of `x` to int8, symmetrically: `q = round(x / scale)`, `scale = max(|x|) / 127`.
#[ffi_export(dispatch(T = [f32, bf16, f16]))]
fn quantize_int8<T: Scalar<Compute = f32>>(
    #[ffi(shape = [..s], device = cpu)] x: TensorView<'_, T>,
    #[ffi(shape = [..s], device = cpu)] q: TensorViewMut<'_, i8>,
    scale: TensorViewMut<'_, f32>,
) -> Result<()> {
    int8::quantize(x, q, scale)
}

/// The inverse: `y = q * scale`, with one scale for each row.
#[ffi_export(dispatch(T = [f32, bf16, f16]))]
fn dequantize_int8<T: Scalar<Compute = f32>>(
    #[ffi(shape = [..s], device = cpu)] q: TensorView<'_, i8>,
    scale: TensorView<'_, f32>,
    #[ffi(shape = [..s], device = cpu)] y: TensorViewMut<'_, T>,
) -> Result<()> {
    int8::dequantize(q, scale, y)
}

/// The largest elements along the last dimension, as many as `values` has room for, from the largest, and their indices.
#[ffi_export(dispatch(T = [f32, f64, bf16, f16]))]
fn top_k<T: Scalar>(
    #[ffi(device = cpu)] x: TensorView<'_, T>,
    #[ffi(shape = [..s], device = cpu)] values: TensorViewMut<'_, T>,
    #[ffi(shape = [..s], device = cpu)] indices: TensorViewMut<'_, i64>,
) -> Result<()> {
    top_k::top_k(x, values, indices)
}

/// `y = clamp(x, low, high)`; `y` may be `x`.
#[ffi_export(dispatch(T = [f32, f64, bf16, f16]))]
fn clamp<T: Scalar + PartialOrd>(
    #[ffi(shape = [..s], device = cpu)] x: TensorViewInOut<'_, T>,
    #[ffi(shape = [..s], device = cpu)] y: TensorViewInOut<'_, T>,
    low: T,
    high: T,
) -> Result<()> {
    ensure!(low <= high, ValueError, "low is above high");
    y.zip_map(&x, |value| {
        if value < low {
            low
        } else if value > high {
            high
        } else {
            value
        }
    })
}

/// Limits the kernels to that many threads each; 0 lifts the limit.
#[ffi_export]
fn set_num_threads(limit: usize) {
    ffi_runtime::parallel::set_num_threads(limit);
}

/// How many threads a kernel uses at most.
#[ffi_export]
fn num_threads() -> usize {
    ffi_runtime::parallel::num_threads()
}

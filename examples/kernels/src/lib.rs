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

/// Calls a generic kernel for the dtype of its first tensor.
macro_rules! by_dtype {
    ($tensor:ident, [$($type:ty),+], $kernel:path, $arguments:tt) => {{
        let dtype = $tensor.dtype();
        $(
            if dtype == <$type as Element>::DTYPE {
                type T = $type;
                return $kernel $arguments;
            }
        )+
        bail!(
            TypeError,
            "{} has dtype {dtype}, expected one of {:?}",
            stringify!($tensor),
            [$(<$type as Element>::DTYPE.to_string()),+]
        )
    }};
}

/// RMSNorm over the last dimension: `y = x / sqrt(mean(x * x) + eps) * weight`.
#[ffi_export]
fn rms_norm(
    x: TensorView<'_>,
    weight: TensorView<'_>,
    y: TensorViewMut<'_>,
    #[ffi(default = 1e-6)] eps: f64,
) -> Result<()> {
    by_dtype!(
        x,
        [f32, f64, bf16, f16],
        rms_norm::rms_norm,
        (x.typed::<T>()?, weight.typed::<T>()?, y.typed::<T>()?, eps)
    )
}

/// Softmax of `x / temperature` over the last dimension.
#[ffi_export]
fn softmax(x: TensorView<'_>, y: TensorViewMut<'_>, #[ffi(default = 1.0)] temperature: f64) -> Result<()> {
    by_dtype!(x, [f32, f64, bf16, f16], softmax::softmax, (x.typed::<T>()?, y.typed::<T>()?, temperature))
}

/// Rotary position embedding of `x` with shape (.., tokens, heads, width), as Llama has it: the pairs are half the width
/// apart. `cos` and `sin` have shape (tokens, width / 2), in float64 for a float64 `x` and else in float32.
#[ffi_export]
fn rotary(x: TensorView<'_>, cos: TensorView<'_>, sin: TensorView<'_>, y: TensorViewMut<'_>) -> Result<()> {
    by_dtype!(
        x,
        [f32, f64, bf16, f16],
        rotary::rotary,
        (
            x.typed::<T>()?,
            cos.typed::<<T as Scalar>::Compute>()?,
            sin.typed::<<T as Scalar>::Compute>()?,
            y.typed::<T>()?
        )
    )
}

/// Quantises each row of `x` to int8, symmetrically: `q = round(x / scale)`, `scale = max(|x|) / 127`.
#[ffi_export]
fn quantize_int8(x: TensorView<'_>, q: TensorViewMut<'_, i8>, scale: TensorViewMut<'_, f32>) -> Result<()> {
    by_dtype!(x, [f32, bf16, f16], int8::quantize, (x.typed::<T>()?, q, scale))
}

/// The inverse: `y = q * scale`, with one scale for each row.
#[ffi_export]
fn dequantize_int8(q: TensorView<'_, i8>, scale: TensorView<'_, f32>, y: TensorViewMut<'_>) -> Result<()> {
    by_dtype!(y, [f32, bf16, f16], int8::dequantize, (q, scale, y.typed::<T>()?))
}

/// The largest elements along the last dimension, as many as `values` has room for, from the largest, and their indices.
#[ffi_export]
fn top_k(x: TensorView<'_>, values: TensorViewMut<'_>, indices: TensorViewMut<'_, i64>) -> Result<()> {
    by_dtype!(x, [f32, f64, bf16, f16], top_k::top_k, (x.typed::<T>()?, values.typed::<T>()?, indices))
}

/// `y = clamp(x, low, high)`; `y` may be `x`.
#[ffi_export]
fn clamp(x: TensorViewInOut<'_, f32>, y: TensorViewInOut<'_, f32>, low: f32, high: f32) -> Result<()> {
    ensure!(low <= high, ValueError, "low is {low}, high is {high}");
    y.zip_map(&x, |value| value.clamp(low, high))
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

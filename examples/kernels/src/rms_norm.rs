use ffi_runtime::prelude::*;

use crate::float::Float;
use crate::reduce::lanes;
use crate::rows;
use crate::scalar::Scalar;
use crate::wide::twice;

/// Each row divided by the root of its mean square, times `weight`.
pub fn rms_norm<T: Scalar>(
    x: TensorView<'_, T>,
    weight: TensorView<'_, T>,
    mut y: TensorViewMut<'_, T>,
    eps: f64,
) -> Result<()> {
    let width = x.shape().last().copied().unwrap_or(1);
    ensure!(
        weight.shape() == [width],
        ValueError,
        "weight has shape {:?}, expected [{width}], the last dimension of x",
        weight.shape()
    );
    let (mut gathered, mut numbers) = (Vec::new(), Vec::new());
    let weights = weight.rows()?;
    let weights = T::read(weights.row(0).contiguous(&mut gathered), &mut numbers);
    rows::map(&x.rows()?, &mut y.rows_mut()?, |_, row, out| row_norm(row, weights, eps, out))
}

twice! {
    fn row_norm<F: Float, const WIDE: bool>(row: &[F], weights: &[F], eps: f64, out: &mut [F]) {
        let sum = lanes(
            row,
            F::ZERO,
            |sum, value| value.multiply_add::<WIDE>(value, sum),
            |one, two| one + two,
        );
        let factor = F::from_f64(1.0 / (sum.to_f64() / row.len() as f64 + eps).sqrt());
        for ((out, value), weight) in out.iter_mut().zip(row).zip(weights) {
            *out = *value * factor * *weight;
        }
    }
}

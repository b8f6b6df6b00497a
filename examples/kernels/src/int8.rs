use ffi_runtime::prelude::*;

use crate::float::Float;
use crate::reduce::lanes;
use crate::rows::{self, PER_THREAD};
use crate::scalar::Scalar;
use crate::wide::twice;

/// `q = round(x / scale)`, with one scale for each row, by which its largest absolute value becomes 127.
pub fn quantize<T: Scalar<Compute = f32>>(
    x: TensorView<'_, T>,
    mut q: TensorViewMut<'_, i8>,
    mut scale: TensorViewMut<'_, f32>,
) -> Result<()> {
    check_scales(x.shape(), scale.shape())?;
    let x = x.rows()?;
    let (mut q, mut scale) = (q.rows_mut()?, scale.elements_mut()?);
    q.par_zip_for_each(&mut scale, PER_THREAD, |mut rows, mut scales| {
        let (mut gathered, mut numbers, mut scattered) = (Vec::new(), Vec::new(), Vec::new());
        for (index, mut out) in rows.iter_mut() {
            let row = T::read(x.row(index).contiguous(&mut gathered), &mut numbers);
            let scale = scale_of(row);
            scales.row(index).set(0, scale);
            out.with_slice(&mut scattered, |out| divide(row, scale, out));
        }
        Ok(())
    })
}

/// `y = q * scale`, with one scale for each row.
pub fn dequantize<T: Scalar<Compute = f32>>(
    q: TensorView<'_, i8>,
    scale: TensorView<'_, f32>,
    mut y: TensorViewMut<'_, T>,
) -> Result<()> {
    check_scales(q.shape(), scale.shape())?;
    let scales = scale.to_vec()?;
    let q = q.rows()?;
    rows::write(&mut y.rows_mut()?, |index, gathered, out| {
        multiply(q.row(index).contiguous(gathered), scales[index], out);
    })
}

fn check_scales(x: &[i64], scale: &[i64]) -> Result<()> {
    let rows = x.split_last().map_or(&[][..], |(_, rows)| rows);
    ensure!(scale == rows, ValueError, "scale has shape {scale:?}, expected {rows:?}, one for each row");
    Ok(())
}

twice! {
    fn scale_of<F: Float, const WIDE: bool>(row: &[F]) -> F {
        let largest = lanes(
            row,
            F::ZERO,
            |lane, value| value.absolute().larger(lane),
            |one, two| one.larger(two),
        );
        largest / F::from_f64(127.0)
    }
}

twice! {
    fn divide<F: Float, const WIDE: bool>(row: &[F], scale: F, out: &mut [i8]) {
        // A row of zeros has the scale 0; any other divisor leaves zeros.
        let divisor = if scale > F::ZERO { scale } else { F::from_f64(1.0) };
        let inverse = F::from_f64(1.0) / divisor;
        if WIDE && inverse > F::from_f64(1e-30) && inverse < F::from_f64(1e30) {
            // The quotient as division rounds it, by Markstein's two steps with fused multiplication, which take half the
            // time.
            for (out, value) in out.iter_mut().zip(row) {
                let quotient = *value * inverse;
                let rest = quotient.multiply_add::<WIDE>(F::ZERO - divisor, *value);
                *out = rest.multiply_add::<WIDE>(inverse, quotient).to_i8();
            }
            return;
        }
        for (out, value) in out.iter_mut().zip(row) {
            *out = (*value / divisor).to_i8();
        }
    }
}

twice! {
    fn multiply<F: Float, const WIDE: bool>(row: &[i8], scale: F, out: &mut [F]) {
        for (out, value) in out.iter_mut().zip(row) {
            *out = F::from_i8(*value) * scale;
        }
    }
}

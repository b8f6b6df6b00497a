use ffi_runtime::prelude::*;

use crate::float::Float;
use crate::reduce::lanes;
use crate::rows::PER_THREAD;
use crate::scalar::Scalar;
use crate::wide::twice;

/// `q = round(x / scale)`, with one scale for each row, by which its largest absolute value becomes 127.
pub fn quantize<T: Scalar<Compute = f32>>(
    x: TensorView<'_, T>,
    mut q: TensorViewMut<'_, i8>,
    mut scale: TensorViewMut<'_, f32>,
) -> Result<()> {
    check_shapes(x.shape(), q.shape(), scale.shape())?;
    let x = x.rows()?;
    let scales = scale.as_mut_slice()?;
    let mut q = q.rows_mut()?;
    ensure!(q.row_len() > 0 || q.is_empty(), ValueError, "x has rows without elements, which have no scale");
    // The scales are written first, since each loop writes to one tensor.
    let per_thread = PER_THREAD.div_ceil(q.row_len().max(1));
    ffi_runtime::parallel::for_each_part(scales, per_thread, |first, scales| {
        let (mut gathered, mut numbers) = (Vec::new(), Vec::new());
        for (index, scale) in scales.iter_mut().enumerate() {
            let row = T::read(x.row(first + index).contiguous(&mut gathered), &mut numbers);
            *scale = scale_of(row);
        }
        Ok(())
    })?;
    let scales = &*scales;
    q.par_for_each(PER_THREAD, |mut rows| {
        let (mut gathered, mut numbers, mut scattered) = (Vec::new(), Vec::new(), Vec::new());
        for (index, mut out) in rows.iter_mut() {
            let row = T::read(x.row(index).contiguous(&mut gathered), &mut numbers);
            out.with_slice(&mut scattered, |out| divide(row, scales[index], out));
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
    check_shapes(y.shape(), q.shape(), scale.shape())?;
    let (q, scales) = (q.rows()?, scale.to_vec()?);
    y.rows_mut()?.par_for_each(PER_THREAD, |mut rows| {
        let (mut gathered, mut scattered, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for (index, mut out) in rows.iter_mut() {
            let row = q.row(index).contiguous(&mut gathered);
            out.with_slice(&mut scattered, |out| {
                T::write(out, &mut results, |out| multiply(row, scales[index], out));
            });
        }
        Ok(())
    })
}

fn check_shapes(x: &[i64], q: &[i64], scale: &[i64]) -> Result<()> {
    ensure!(x == q, ValueError, "q has shape {q:?}, expected {x:?}, that of the numbers");
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

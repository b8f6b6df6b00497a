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

fn divide(row: &[f32], scale: f32, out: &mut [i8]) {
    // A row of zeros has the scale 0; any other divisor leaves zeros.
    let divisor = if scale > 0.0 { scale } else { 1.0 };
    #[cfg(target_arch = "x86_64")]
    if crate::wide::is_available() && divisor > 1e-30 && divisor < 1e30 {
        // SAFETY: the processor has the features.
        return unsafe { x86::divide(row, divisor, out) };
    }
    for (out, value) in out.iter_mut().zip(row) {
        *out = (value / divisor).to_i8();
    }
}

/// The compiler narrows numbers to bytes in four times as many steps.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    use crate::float::Float;

    /// `divisor` has an inverse that is a normal number.
    #[target_feature(enable = "avx2,fma,f16c")]
    pub(super) fn divide(row: &[f32], divisor: f32, out: &mut [i8]) {
        let (chunks, rest) = row.as_chunks::<32>();
        let (out_chunks, out_rest) = out.as_chunks_mut::<32>();
        let (divisors, inverses) = (_mm256_set1_ps(divisor), _mm256_set1_ps(1.0 / divisor));
        // Eight quotients as division rounds them, by Markstein's two steps with fused multiplication, and rounded to
        // integers; 0 for NaN.
        let integers = |values: &[f32; 32], part: usize| {
            // SAFETY: `part` is below 4, so there are eight values, which need no alignment.
            let values = unsafe { _mm256_loadu_ps(values.as_ptr().add(8 * part)) };
            let quotient = _mm256_mul_ps(values, inverses);
            let rest = _mm256_fnmadd_ps(quotient, divisors, values);
            let quotient = _mm256_fmadd_ps(rest, inverses, quotient);
            let is_number = _mm256_cmp_ps::<_CMP_ORD_Q>(quotient, quotient);
            _mm256_cvtps_epi32(_mm256_and_ps(quotient, is_number))
        };
        // Packing works in halves of a register, which leaves groups of four in this order.
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        for (values, out) in chunks.iter().zip(out_chunks) {
            let low = _mm256_packs_epi32(integers(values, 0), integers(values, 1));
            let high = _mm256_packs_epi32(integers(values, 2), integers(values, 3));
            let bytes = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), order);
            // SAFETY: there are 32 bytes, which need no alignment.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), bytes) };
        }
        for (out, value) in out_rest.iter_mut().zip(rest) {
            *out = (value / divisor).to_i8();
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

#[cfg(test)]
mod tests {
    use super::divide;

    #[test]
    fn quotients_are_those_of_division() {
        let mut bits = 1_u32;
        for round in 0..2000 {
            let row: Vec<f32> = (0..67)
                .map(|_| {
                    bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (bits as f32 / u32::MAX as f32 - 0.5) * 2.0_f32.powi(round % 60 - 30)
                })
                .collect();
            let scale = row.iter().fold(0.0_f32, |largest, value| largest.max(value.abs())) / 127.0;
            let mut out = vec![0; row.len()];
            divide(&row, scale, &mut out);
            let expected: Vec<i8> = row.iter().map(|value| (value / scale).round_ties_even() as i8).collect();
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn rows_that_cannot_be_scaled_are_zeros() {
        for (value, scale) in
            [(0.0, 0.0), (f32::NAN, 1.0), (f32::INFINITY, f32::INFINITY), (1.0, f32::INFINITY)]
        {
            let mut out = [1; 40];
            divide(&[value; 40], scale, &mut out);
            assert_eq!(out, [0; 40]);
        }
    }
}

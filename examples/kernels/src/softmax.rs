use ffi_runtime::prelude::*;

use crate::float::Float;
use crate::reduce::{LANES, join_lanes, maximum};
use crate::rows;
use crate::scalar::Scalar;
use crate::wide::twice;

/// The exponentials of each row divided by `temperature`, divided by their sum.
pub fn softmax<T: Scalar>(x: TensorView<'_, T>, mut y: TensorViewMut<'_, T>, temperature: f64) -> Result<()> {
    ensure!(
        temperature > 0.0 && temperature.is_finite(),
        ValueError,
        "temperature is {temperature}, expected a positive number"
    );
    let factor = T::Compute::from_f64(1.0 / temperature);
    rows::map(&x.rows()?, &mut y.rows_mut()?, |_, row, out| {
        if row.len() <= CACHED {
            row_softmax(row, factor, out);
        } else {
            long_row_softmax(row, factor, out);
        }
    })
}

/// A row of at most this many elements is read again from the cache.
const CACHED: usize = 1 << 16;

/// What a longer row is read in.
const BLOCK: usize = 1 << 12;

twice! {
    fn row_softmax<F: Float, const WIDE: bool>(row: &[F], factor: F, out: &mut [F]) {
        let largest = maximum(row);
        let sum = exponentials::<F, WIDE>(row, largest, factor, out);
        let scale = F::from_f64(1.0) / sum;
        out.iter_mut().for_each(|value| *value = *value * scale);
    }
}

/// Writes the exponentials and returns their sum.
#[inline(always)]
fn exponentials<F: Float, const WIDE: bool>(row: &[F], largest: F, factor: F, out: &mut [F]) -> F {
    let mut sums = [F::ZERO; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    let (out_chunks, out_rest) = out.as_chunks_mut::<LANES>();
    for (chunk, out) in chunks.iter().zip(out_chunks) {
        for lane in 0..LANES {
            let value = ((chunk[lane] - largest) * factor).exp_of_negative::<WIDE>();
            out[lane] = value;
            sums[lane] = sums[lane] + value;
        }
    }
    for ((value, out), sum) in rest.iter().zip(out_rest).zip(&mut sums) {
        *out = ((*value - largest) * factor).exp_of_negative::<WIDE>();
        *sum = *sum + *out;
    }
    join_lanes(sums, |one, two| one + two)
}

twice! {
    /// Reads the row twice and writes once, for rows that come from memory each time: the sum is kept for the largest
    /// element so far, and corrected when a larger one comes.
    fn long_row_softmax<F: Float, const WIDE: bool>(row: &[F], factor: F, out: &mut [F]) {
        let (mut largest, mut sum) = (F::NEGATIVE_INFINITY, F::ZERO);
        let mut scratch = [F::ZERO; BLOCK];
        for block in row.chunks(BLOCK) {
            let next = maximum(block).larger(largest);
            if next > largest {
                // Nothing was summed up before the first number.
                if sum > F::ZERO {
                    sum = sum * ((largest - next) * factor).exp_of_negative::<WIDE>();
                }
                largest = next;
            }
            // Where there is no number yet, the differences would be NaN and not the zeros that they turn out to be.
            if largest > F::NEGATIVE_INFINITY || block.iter().any(|value| value.is_nan()) {
                sum = sum + exponentials::<F, WIDE>(block, largest, factor, &mut scratch[..block.len()]);
            }
        }
        let scale = F::from_f64(1.0) / sum;
        for (out, value) in out.iter_mut().zip(row) {
            *out = ((*value - largest) * factor).exp_of_negative::<WIDE>() * scale;
        }
    }
}

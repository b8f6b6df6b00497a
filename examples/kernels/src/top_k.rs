use core::cmp::Reverse;
use std::collections::BinaryHeap;

use ffi_runtime::prelude::*;

use crate::float::Float;
use crate::rows::PER_THREAD;
use crate::scalar::Scalar;
use crate::wide::twice;

/// The largest elements of each row, from the largest, and where they stand. NaN is larger than all; of equal ones, those
/// that stand first are taken.
pub fn top_k<T: Scalar>(
    x: TensorView<'_, T>,
    mut values: TensorViewMut<'_, T>,
    mut indices: TensorViewMut<'_, i64>,
) -> Result<()> {
    let (Some((&width, rows)), Some((&k, out_rows))) = (x.shape().split_last(), values.shape().split_last())
    else {
        bail!(ValueError, "x has shape {:?}, expected a last dimension to look through", x.shape());
    };
    ensure!(
        rows == out_rows && (0..=width).contains(&k),
        ValueError,
        "values has shape {:?}, expected that of x, {:?}, with at most as long a last dimension",
        values.shape(),
        x.shape()
    );
    let (x, k) = (x.rows()?, k as usize);
    // The loop is over the rows of x, which are longer.
    let per_thread = PER_THREAD.div_ceil(x.row_len().max(1)).saturating_mul(k.max(1));
    let (mut values, mut indices) = (values.rows_mut()?, indices.rows_mut()?);
    values.par_zip_for_each(&mut indices, per_thread, |mut values, mut indices| {
        let (mut gathered, mut numbers, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for ((index, mut values), (_, mut indices)) in values.iter_mut().zip(indices.iter_mut()) {
            let elements = x.row(index);
            let row = T::read(elements.contiguous(&mut gathered), &mut numbers);
            if k > 0 {
                largest(row, k, &mut found);
            }
            for (at, (_, Reverse(place))) in found.iter().enumerate() {
                values.set(at, elements.get(*place));
                indices.set(at, *place as i64);
            }
        }
        Ok(())
    })
}

/// An element's key and its place, of which the first is the larger.
type Candidate = (i64, Reverse<usize>);

/// Up to here a heap is faster than sorting all elements.
const HEAP: usize = 1 << 9;

/// Leaves the `k` largest in `found`, from the largest; `k` is at least 1.
fn largest<F: Float>(row: &[F], k: usize, found: &mut Vec<Candidate>) {
    let candidate = |place: usize| (row[place].sort_key(), Reverse(place));
    if k > HEAP {
        found.clear();
        found.extend((0..row.len()).map(candidate));
        if k < row.len() {
            found.select_nth_unstable_by(k - 1, |one, two| two.cmp(one));
        }
        found.truncate(k);
    } else {
        // The smallest of those found is at the top.
        let mut heap: BinaryHeap<Reverse<Candidate>> =
            (0..k).map(|place| Reverse(candidate(place))).collect();
        let mut place = k;
        while let Some(mut top) = heap.peek_mut() {
            let Reverse((_, Reverse(smallest))) = *top;
            let Some(next) = next_larger(row, place, row[smallest]) else { break };
            if candidate(next) > top.0 {
                *top = Reverse(candidate(next));
            }
            place = next + 1;
        }
        found.clear();
        found.extend(heap.into_iter().map(|Reverse(candidate)| candidate));
    }
    found.sort_unstable_by(|one, two| two.cmp(one));
}

twice! {
    /// The first place from `from` on whose element is above `limit` or NaN.
    fn next_larger<F: Float, const WIDE: bool>(row: &[F], from: usize, limit: F) -> Option<usize> {
        const BLOCK: usize = 64;
        let is_larger = |value: F| value > limit || value.is_nan();
        let rest = &row[from..];
        let (blocks, _) = rest.as_chunks::<BLOCK>();
        let skipped = blocks
            .iter()
            .take_while(|block| !block.iter().fold(false, |any, value| any | is_larger(*value)))
            .count();
        let from = from + skipped * BLOCK;
        row[from..].iter().position(|value| is_larger(*value)).map(|at| from + at)
    }
}

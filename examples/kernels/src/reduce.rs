//! Sums and maxima in many lanes, which the compiler turns into vectors.

use crate::float::Float;

/// How many partial results are kept: enough to hide the latency of an addition.
pub(crate) const LANES: usize = 32;

/// Combines all elements: `step` puts one into a lane, `join` two lanes together.
#[inline(always)]
pub(crate) fn lanes<F: Float>(
    row: &[F],
    start: F,
    step: impl Fn(F, F) -> F + Copy,
    join: impl Fn(F, F) -> F + Copy,
) -> F {
    let (chunks, rest) = row.as_chunks::<LANES>();
    let mut all = [start; LANES];
    for chunk in chunks {
        for (lane, value) in all.iter_mut().zip(chunk) {
            *lane = step(*lane, *value);
        }
    }
    for (lane, value) in all.iter_mut().zip(rest) {
        *lane = step(*lane, *value);
    }
    join_lanes(all, join)
}

/// Combines the lanes in pairs.
#[inline(always)]
pub(crate) fn join_lanes<F: Float>(mut all: [F; LANES], join: impl Fn(F, F) -> F) -> F {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            all[lane] = join(all[lane], all[lane + width]);
        }
        width /= 2;
    }
    all[0]
}

/// The largest element; NaN counts for nothing.
#[inline(always)]
pub(crate) fn maximum<F: Float>(row: &[F]) -> F {
    let larger = |lane: F, value: F| value.larger(lane);
    lanes(row, F::NEGATIVE_INFINITY, larger, larger)
}

//! Loops over many rows or elements, on several threads with the feature `rayon`.
//!
//! # How many threads
//!
//! A loop uses at most [`num_threads`] threads, the caller's among them: what [`set_num_threads`] was told, else as
//! many as rayon's current pool has. That is the pool that a Rust caller has installed, else one that is made at the
//! first parallel loop, with as many threads as `RAYON_NUM_THREADS` says or as the process may use processors. Every
//! library that is loaded has its own. Nothing tells a library what `torch.set_num_threads` was told, so the caller
//! passes it on: export [`set_num_threads`] and call it with `torch.get_num_threads()`.
//!
//! A loop that is too small for a second thread runs on the caller's and starts no pool. So does every loop in a
//! process that was forked from one with a pool, since threads are not forked.
//!
//! ```
//! use ffi_runtime::prelude::*;
//!
//! #[ffi_export]
//! fn set_num_threads(limit: usize) {
//!     ffi_runtime::parallel::set_num_threads(limit);
//! }
//! ```

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Result;

mod parts;
#[cfg(feature = "rayon")]
mod pool;

pub use parts::for_each_part;

/// Zero is no limit.
static LIMIT: AtomicUsize = AtomicUsize::new(0);

/// Limits the parallel loops of this library to that many threads each, the caller's included; zero lifts the limit.
pub fn set_num_threads(limit: usize) {
    LIMIT.store(limit, Ordering::Relaxed);
}

/// How many threads a parallel loop uses at most; 1 without the feature `rayon`.
pub fn num_threads() -> usize {
    #[cfg(feature = "rayon")]
    {
        match LIMIT.load(Ordering::Relaxed) {
            1 => 1,
            0 => pool::size(),
            limit => limit.min(pool::size()),
        }
    }
    #[cfg(not(feature = "rayon"))]
    1
}

/// Calls `body` with ranges that together are `0..count`, each of at least `minimum` (but the last), on several
/// threads where there is enough for them.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// let sum = AtomicUsize::new(0);
/// ffi_runtime::parallel::for_each_range(1000, 100, |range| {
///     sum.fetch_add(range.sum::<usize>(), Ordering::Relaxed);
///     Ok(())
/// })?;
/// assert_eq!(sum.into_inner(), 499_500);
/// # Ok::<(), ffi_runtime::Error>(())
/// ```
///
/// # Errors
/// The error of the range that comes first among those that failed; a panic on another thread is a RuntimeError.
/// After a failure, ranges that were not begun are left out.
pub fn for_each_range(
    count: usize,
    minimum: usize,
    body: impl Fn(Range<usize>) -> Result<()> + Sync,
) -> Result<()> {
    if count == 0 {
        return Ok(());
    }
    #[cfg(feature = "rayon")]
    {
        let useful = count / minimum.max(1);
        if useful > 1 {
            let threads = num_threads().min(useful);
            if threads > 1 {
                return pool::run(count, minimum.max(1), threads, &body);
            }
        }
    }
    #[cfg(not(feature = "rayon"))]
    let _ = minimum;
    body(0..count)
}

#[cfg(test)]
mod tests;

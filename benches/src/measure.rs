//! Timing: every version of a call in turn, many rounds, so that a slow moment of the machine meets all of them.

use std::ptr;
use std::time::{Duration, Instant};

use crate::abi::{ErrorObject, Host, PackedCall, RawAny, STATIC_OBJECT_BEGIN};
use crate::cases::Case;

/// What one sample should take.
const SAMPLE: Duration = Duration::from_millis(1);

/// The cost of one call, over all rounds.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Nanoseconds in the fastest round.
    pub minimum: f64,
    /// Nanoseconds in the middle round. Ratios are taken from it: of calls of a few nanoseconds, single rounds come out
    /// a quarter faster than the rest, so the fastest rounds of two versions are not alike.
    pub median: f64,
}

/// Calls in a loop as a caller does: a fresh result, then the outcome freed.
///
/// # Safety
/// The function accepts the arguments.
#[inline(always)]
pub unsafe fn call_repeatedly(host: &Host, function: PackedCall, arguments: &[RawAny], calls: u64) {
    for _ in 0..calls {
        let mut result = RawAny::NONE;
        // SAFETY: the caller vouches for the arguments.
        let code =
            unsafe { function(ptr::null_mut(), arguments.as_ptr(), arguments.len() as i32, &mut result) };
        if code != 0 {
            let mut error: *mut ErrorObject = ptr::null_mut();
            // SAFETY: a failed call left an error object, which is owned from here on.
            unsafe {
                (host.move_raised_error)(&mut error);
                (host.decrement_reference)(error.cast());
            }
        } else if result.type_index >= STATIC_OBJECT_BEGIN {
            let object = ptr::with_exposed_provenance_mut(result.value as usize);
            // SAFETY: the result is owned and not used any more.
            unsafe { (host.decrement_reference)(object) };
        }
    }
}

/// Measures all versions of a call against each other.
pub fn measure(host: &Host, case: &Case, functions: &[PackedCall], rounds: usize) -> Vec<Cost> {
    let calls: Vec<u64> = functions.iter().map(|&function| calls_per_sample(host, case, function)).collect();
    let mut samples = vec![Vec::with_capacity(rounds); functions.len()];
    for round in 0..rounds {
        for turn in 0..functions.len() {
            let version = (round + turn) % functions.len();
            let elapsed = time(host, case, functions[version], calls[version]);
            samples[version].push(elapsed.as_nanos() as f64 / calls[version] as f64);
        }
    }
    samples.into_iter().map(Cost::of).collect()
}

impl Cost {
    /// The cost over all rounds, of which there is one at least.
    pub fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        Self { minimum: samples[0], median: samples[samples.len() / 2] }
    }
}

/// How many calls fill a sample; warms the call up as well.
fn calls_per_sample(host: &Host, case: &Case, function: PackedCall) -> u64 {
    let mut calls = 16;
    loop {
        let elapsed = time(host, case, function, calls);
        if elapsed >= SAMPLE / 4 {
            let per_call = elapsed.as_nanos() as f64 / calls as f64;
            return ((SAMPLE.as_nanos() as f64 / per_call) as u64).max(16);
        }
        calls *= 2;
    }
}

#[inline(never)]
fn time(host: &Host, case: &Case, function: PackedCall, calls: u64) -> Duration {
    let start = Instant::now();
    // SAFETY: the arguments were checked with this function.
    unsafe { call_repeatedly(host, function, &case.arguments, calls) };
    start.elapsed()
}

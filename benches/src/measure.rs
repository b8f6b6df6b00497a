//! Timing: every version of a call in turn, many rounds, so that a slow moment of the machine meets all of them.

use std::time::{Duration, Instant};

use crate::abi::Host;
use crate::call::Call;

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

/// Measures all versions of a call against each other; a version without it has no cost.
pub fn measure(host: &Host, versions: &[Option<Box<dyn Call>>], rounds: usize) -> Vec<Option<Cost>> {
    let mut running: Vec<Running<'_>> = versions
        .iter()
        .flatten()
        .map(|call| {
            let call = call.as_ref();
            Running { call, calls: calls_per_sample(host, call), samples: Vec::with_capacity(rounds) }
        })
        .collect();
    let count = running.len();
    for round in 0..rounds {
        for turn in 0..count {
            let version = &mut running[(round + turn) % count];
            let elapsed = time(host, version.call, version.calls);
            version.samples.push(elapsed.as_nanos() as f64 / version.calls as f64);
        }
    }
    let mut costs = running.into_iter().map(|version| Cost::of(version.samples));
    versions.iter().map(|version| version.as_ref().and_then(|_| costs.next())).collect()
}

/// A version while it is measured.
struct Running<'a> {
    call: &'a dyn Call,
    calls: u64,
    samples: Vec<f64>,
}

impl Cost {
    /// The cost over all rounds, of which there is one at least.
    pub fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        Self { minimum: samples[0], median: samples[samples.len() / 2] }
    }
}

/// How many calls fill a sample; warms the call up as well.
fn calls_per_sample(host: &Host, call: &dyn Call) -> u64 {
    let mut calls = 16;
    loop {
        let elapsed = time(host, call, calls);
        if elapsed >= SAMPLE / 4 {
            let per_call = elapsed.as_nanos() as f64 / calls as f64;
            return ((SAMPLE.as_nanos() as f64 / per_call) as u64).max(16);
        }
        calls *= 2;
    }
}

#[inline(never)]
fn time(host: &Host, call: &dyn Call, calls: u64) -> Duration {
    let start = Instant::now();
    call.repeat(host, calls);
    start.elapsed()
}

//! Rayon's threads.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result, panic_error};

/// The process in which the pool may have been started; zero is none.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// How many threads there are; 1 in a process forked from the one that has them. Starts the pool.
pub(super) fn size() -> usize {
    let this = std::process::id();
    match PROCESS.compare_exchange(0, this, Ordering::Relaxed, Ordering::Relaxed) {
        Err(process) if process != this => 1,
        _ => rayon::current_num_threads(),
    }
}

/// How many pieces each thread has to do, so that one that is held up does not hold up all.
const PIECES: usize = 4;

/// What the threads of a loop share.
struct Loop<'a, F> {
    count: usize,
    piece: usize,
    /// Where the next piece begins.
    next: AtomicUsize,
    body: &'a F,
    stopped: AtomicBool,
    /// The first failure, and where its piece begins.
    failure: Mutex<Option<(usize, Error)>>,
}

pub(super) fn run<F>(count: usize, minimum: usize, threads: usize, body: &F) -> Result<()>
where
    F: Fn(Range<usize>) -> Result<()> + Sync,
{
    let piece = count.div_ceil(threads.saturating_mul(PIECES)).max(minimum);
    let all = Loop {
        count,
        piece,
        next: AtomicUsize::new(0),
        body,
        stopped: AtomicBool::new(false),
        failure: Mutex::new(None),
    };
    // The caller's thread does its part and does not wait to be woken.
    rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| all.work());
        }
        all.work();
    });
    match all.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

impl<F: Fn(Range<usize>) -> Result<()> + Sync> Loop<'_, F> {
    fn work(&self) {
        while !self.stopped.load(Ordering::Relaxed) {
            let begin = self.next.fetch_add(self.piece, Ordering::Relaxed);
            if begin >= self.count {
                return;
            }
            let range = begin..self.count.min(begin + self.piece);
            // The place of a panic is known to the thread it happened on, so it becomes an error there.
            let done = catch_unwind(AssertUnwindSafe(|| (self.body)(range)))
                .unwrap_or_else(|payload| Err(panic_error(payload, "a parallel loop")));
            if let Err(error) = done {
                self.fail(begin, error);
            }
        }
    }

    #[cold]
    fn fail(&self, begin: usize, error: Error) {
        self.stopped.store(true, Ordering::Relaxed);
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.as_ref().is_none_or(|(first, _)| begin < *first) {
            *failure = Some((begin, error));
        }
    }
}

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use super::{for_each_part, for_each_range};
use crate::error::{Error, ErrorKind};

#[test]
fn ranges_cover_all_and_are_not_too_small() {
    for (count, minimum) in [(0, 1), (1, 1), (10, 3), (1000, 7), (1000, 0), (5, 100)] {
        let ranges = Mutex::new(Vec::new());
        for_each_range(count, minimum, |range| {
            ranges.lock().unwrap().push(range);
            Ok(())
        })
        .unwrap();
        let mut ranges = ranges.into_inner().unwrap();
        ranges.sort_by_key(|range| range.start);
        let mut next = 0;
        for range in &ranges {
            assert_eq!(range.start, next);
            assert!(range.len() >= minimum || range.end == count);
            next = range.end;
        }
        assert_eq!(next, count);
    }
}

#[test]
fn parts_are_apart() {
    let mut all = vec![0; 1000];
    for_each_part(&mut all, 10, |first, part| {
        part.iter_mut().enumerate().for_each(|(index, value)| *value += first + index);
        Ok(())
    })
    .unwrap();
    assert!(all.iter().enumerate().all(|(index, value)| index == *value));
}

#[test]
fn the_first_error_is_returned() {
    let calls = AtomicUsize::new(0);
    let result = for_each_range(1000, 1, |range| {
        calls.fetch_add(1, Ordering::Relaxed);
        if range.start == 0 {
            bail!(ValueError, "the first range");
        }
        Err(Error::new(ErrorKind::IndexError, "another range".to_owned()))
    });
    let error = result.unwrap_err();
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::ValueError, "the first range"));
    assert!(calls.into_inner() >= 1);
}

/// Rayon's threads, in a pool that the caller has installed.
#[cfg(feature = "rayon")]
mod with_threads {
    use core::sync::atomic::{AtomicUsize, Ordering};
    use std::collections::HashSet;
    use std::sync::{Barrier, Mutex, PoisonError};

    use crate::parallel::{for_each_range, num_threads, set_num_threads};

    /// The limit is the process's.
    static LIMIT: Mutex<()> = Mutex::new(());

    fn in_pool<R: Send>(threads: usize, limit: usize, run: impl FnOnce() -> R + Send) -> R {
        let _alone = LIMIT.lock().unwrap_or_else(PoisonError::into_inner);
        set_num_threads(limit);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let result = pool.install(run);
        set_num_threads(0);
        result
    }

    #[test]
    fn the_pool_of_the_caller_is_used_and_limited() {
        for (threads, limit, expected) in [(3, 0, 3), (3, 2, 2), (3, 1, 1), (2, 8, 2)] {
            assert_eq!(in_pool(threads, limit, num_threads), expected);
            let used = in_pool(threads, limit, || {
                let used = Mutex::new(HashSet::new());
                for_each_range(10_000, 1, |_| {
                    used.lock().unwrap().insert(std::thread::current().id());
                    Ok(())
                })
                .unwrap();
                used.into_inner().unwrap().len()
            });
            assert!((1..=expected).contains(&used), "{used} of {expected}");
        }
    }

    #[test]
    fn threads_work_at_the_same_time() {
        in_pool(2, 0, || {
            // Two of the ranges wait for each other.
            let (both, begun) = (Barrier::new(2), AtomicUsize::new(0));
            for_each_range(8, 1, |_| {
                if begun.fetch_add(1, Ordering::Relaxed) < 2 {
                    both.wait();
                }
                Ok(())
            })
            .unwrap();
        });
    }

    #[test]
    fn a_panic_on_a_thread_is_an_error() {
        crate::error::install_hook();
        in_pool(2, 0, || {
            let result = for_each_range(1000, 1, |range| {
                assert!(range.start < 500, "range {}", range.start);
                Ok(())
            });
            let error = result.unwrap_err();
            assert!(error.message().contains("Rust panic: range 5"), "{}", error.message());
            assert!(error.message().contains("tests.rs"), "{}", error.message());
            assert!(error.backtrace().contains("a parallel loop"), "{}", error.backtrace());
        });
    }
}

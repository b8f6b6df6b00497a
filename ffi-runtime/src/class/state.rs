//! Whether an object is complete, or still being filled in by the host.
//!
//! A host that copies or reads back an object makes an empty one and sets its fields one after the other, those that
//! are read-only as well. No Rust code may see such an object, or change what Rust code sees. So every object carries
//! a word: *complete*, or *open* with a bit for each field that is missing. Setting a read-only field needs an open
//! object; whoever wants a reference to the value closes it first, which needs that nothing is missing. An object
//! whose word is zero was not made here: another language's subclass, say.

use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

const COMPLETE: u64 = 1;
const OPEN: u64 = 2;
/// A thread is reading or writing fields of an open object.
const BUSY: u64 = 4;
const FIRST_MISSING: u32 = 8;

/// How many fields the word has room for.
pub(super) const MOST_FIELDS: usize = (u64::BITS - FIRST_MISSING) as usize;

/// The word before the value of every object of a class.
#[repr(transparent)]
pub(super) struct State(AtomicU64);

/// Why an object cannot be used as a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unusable {
    /// A field, the one with this number among others, was not set.
    Missing(usize),
    /// It was not made by a library of this crate.
    Foreign,
}

impl State {
    /// Of an object that Rust made.
    pub(super) const fn complete() -> Self {
        Self(AtomicU64::new(COMPLETE))
    }

    /// Of an object whose first `fields` fields are to be set.
    pub(super) const fn missing(fields: usize) -> Self {
        assert!(fields <= MOST_FIELDS, "the word has a bit for each field");
        Self(AtomicU64::new(OPEN | ((1 << fields) - 1) << FIRST_MISSING))
    }

    /// Of an object with a whole value whose fields may still be replaced.
    pub(super) const fn open() -> Self {
        Self(AtomicU64::new(OPEN))
    }

    #[inline(always)]
    pub(super) fn is_complete(&self) -> bool {
        self.0.load(Acquire) == COMPLETE
    }

    /// Makes the object complete if nothing is missing.
    #[cold]
    pub(super) fn close(&self) -> Result<(), Unusable> {
        loop {
            match self.0.load(Acquire) {
                COMPLETE => return Ok(()),
                0 => return Err(Unusable::Foreign),
                OPEN => {
                    if self.0.compare_exchange_weak(OPEN, COMPLETE, Acquire, Relaxed).is_ok() {
                        return Ok(());
                    }
                }
                word if word & BUSY != 0 => std::thread::yield_now(),
                word => return Err(Unusable::Missing((word >> FIRST_MISSING).trailing_zeros() as usize)),
            }
        }
    }

    /// Runs `access` alone on an open object; None when the object is not open.
    #[cold]
    pub(super) fn while_open<R>(&self, access: impl FnOnce(&mut Missing) -> R) -> Option<R> {
        loop {
            let word = self.0.load(Acquire);
            if word & OPEN == 0 {
                return None;
            }
            if word & BUSY != 0 {
                std::thread::yield_now();
                continue;
            }
            if self.0.compare_exchange_weak(word, word | BUSY, Acquire, Relaxed).is_ok() {
                let mut turn = Turn { state: self, missing: Missing(word) };
                return Some(access(&mut turn.missing));
            }
        }
    }

    /// Which fields are missing, read by the deleter; None when the value is whole or was never made.
    pub(super) fn missing_at_end(&mut self) -> Option<Missing> {
        let word = *self.0.get_mut();
        (word >> FIRST_MISSING != 0).then_some(Missing(word))
    }
}

/// The fields that an open object still misses.
pub(super) struct Missing(u64);

impl Missing {
    pub(super) fn has(&self, field: usize) -> bool {
        self.0 & (1 << (FIRST_MISSING as usize + field)) != 0
    }

    pub(super) fn remove(&mut self, field: usize) {
        self.0 &= !(1 << (FIRST_MISSING as usize + field));
    }
}

/// Gives the turn back, after a panic too.
struct Turn<'a> {
    state: &'a State,
    missing: Missing,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.state.0.store(self.missing.0, Release);
    }
}

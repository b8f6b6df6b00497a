//! Which tensors must not be written to: the ABI's tensor object has no place for that.
//!
//! Each library knows the tensors that it took from DLPack itself. Those that libtvm_ffi takes have lost the flag.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::sys::DLTensor;

/// The addresses of the read-only tensors that are alive.
static TENSORS: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());

/// How many there are, so that calls need not lock while there is none.
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn tensors() -> MutexGuard<'static, BTreeSet<usize>> {
    TENSORS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn insert(tensor: *const DLTensor) {
    if tensors().insert(tensor.addr()) {
        COUNT.fetch_add(1, Ordering::Relaxed);
    }
}

pub(super) fn remove(tensor: *const DLTensor) {
    if tensors().remove(&tensor.addr()) {
        COUNT.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether the tensor is known to be read-only.
#[inline(always)]
pub(super) fn contains(tensor: *const DLTensor) -> bool {
    // Whoever gave this thread the tensor had counted it before.
    COUNT.load(Ordering::Relaxed) != 0 && is_listed(tensor)
}

#[cold]
#[inline(never)]
fn is_listed(tensor: *const DLTensor) -> bool {
    tensors().contains(&tensor.addr())
}

//! The combined count in an object's header: strong in the low 32 bits, weak in the high 32.
//!
//! All strong references together hold one weak reference, as the ABI has it, so an object without weak
//! references has both counts at one and is deleted by a single call of its deleter.

use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use core::sync::atomic::fence;

use crate::sys::{DELETER_BOTH, DELETER_STRONG, DELETER_WEAK, ObjectHeader};

const STRONG_ONE: u64 = 1;
const WEAK_ONE: u64 = 1 << 32;
const STRONG_MASK: u64 = WEAK_ONE - 1;

/// Beyond this many references the count would soon run into the weak one; only leaks get there.
const LARGEST_COUNT: u64 = STRONG_MASK >> 1;

/// Nothing else is sound: the next references would free the object under those who use it.
#[cold]
fn too_many_references() -> ! {
    std::process::abort()
}

/// The count of a new object.
pub(crate) const COUNT_BOTH_ONE: u64 = STRONG_ONE | WEAK_ONE;

/// Adds a strong reference.
///
/// # Safety
/// `object` is alive: the caller holds or borrows a strong reference.
#[inline(always)]
pub(crate) unsafe fn increase_strong(object: *mut ObjectHeader) {
    // SAFETY: the object is alive, so its header is readable; the count is atomic.
    let before = unsafe { (*object).combined_ref_count.fetch_add(STRONG_ONE, Relaxed) };
    if before & STRONG_MASK > LARGEST_COUNT {
        too_many_references();
    }
}

/// Gives a strong reference back, deleting the object with the last one.
///
/// # Safety
/// The caller owns a strong reference and does not use the object afterwards.
#[inline(always)]
pub(crate) unsafe fn decrease_strong(object: *mut ObjectHeader) {
    // SAFETY: the caller's reference keeps the header alive until the count is changed.
    let before = unsafe { (*object).combined_ref_count.fetch_sub(STRONG_ONE, Release) };
    if before & STRONG_MASK == STRONG_ONE {
        // SAFETY: the strong count went from one to zero, so nobody else may delete the content.
        unsafe { delete(object, before) };
    }
}

/// # Safety
/// The strong count has just become zero by the caller.
#[cold]
#[inline(never)]
unsafe fn delete(object: *mut ObjectHeader, before: u64) {
    fence(Acquire);
    // SAFETY: the strong references' common weak reference still keeps the memory.
    let deleter = unsafe { (*object).deleter };
    let run = |flags| {
        if let Some(deleter) = deleter {
            // SAFETY: the deleter is the object's own and each flag is passed once.
            unsafe { deleter(object.cast(), flags) }
        }
    };
    if before == COUNT_BOTH_ONE {
        return run(DELETER_BOTH);
    }
    run(DELETER_STRONG);
    // SAFETY: only the content was dropped; the common weak reference is given back here.
    unsafe { decrease_weak(object) }
}

/// Adds a weak reference.
///
/// # Safety
/// `object` is alive or a weak reference to it is held.
pub(crate) unsafe fn increase_weak(object: *mut ObjectHeader) {
    // SAFETY: some reference keeps the header's memory.
    let before = unsafe { (*object).combined_ref_count.fetch_add(WEAK_ONE, Relaxed) };
    if before >> 32 > LARGEST_COUNT {
        too_many_references();
    }
}

/// Gives a weak reference back, freeing the memory with the last one.
///
/// # Safety
/// The caller owns a weak reference and does not use it afterwards.
pub(crate) unsafe fn decrease_weak(object: *mut ObjectHeader) {
    // SAFETY: the caller's weak reference keeps the header's memory until the count is changed.
    let before = unsafe { (*object).combined_ref_count.fetch_sub(WEAK_ONE, Release) };
    if before == WEAK_ONE {
        fence(Acquire);
        // SAFETY: both counts are zero, so the memory is still there and nobody else frees it; the content was
        // dropped when the strong count became zero.
        unsafe {
            if let Some(deleter) = (*object).deleter {
                deleter(object.cast(), DELETER_WEAK);
            }
        }
    }
}

/// Makes a strong reference of a weak one, unless the content is gone.
///
/// # Safety
/// The caller holds a weak reference.
pub(crate) unsafe fn promote_weak(object: *mut ObjectHeader) -> bool {
    // SAFETY: the weak reference keeps the header's memory.
    let count = unsafe { &(*object).combined_ref_count };
    let mut before = count.load(Relaxed);
    while before & STRONG_MASK != 0 {
        if before & STRONG_MASK > LARGEST_COUNT {
            too_many_references();
        }
        match count.compare_exchange_weak(before, before + STRONG_ONE, AcqRel, Relaxed) {
            Ok(_) => return true,
            Err(now) => before = now,
        }
    }
    false
}

/// How many strong references there are at this moment.
///
/// # Safety
/// `object` is alive.
#[cfg(test)]
pub(crate) unsafe fn strong_count(object: *mut ObjectHeader) -> u32 {
    // SAFETY: the object is alive; the count is atomic.
    (unsafe { (*object).combined_ref_count.load(Acquire) } & STRONG_MASK) as u32
}

/// Whether the caller's reference is the only one, weak ones included.
///
/// # Safety
/// The caller owns a strong reference.
#[inline]
pub(crate) unsafe fn is_unique(object: *mut ObjectHeader) -> bool {
    // SAFETY: the caller's reference keeps the object alive.
    unsafe { (*object).combined_ref_count.load(Acquire) == COUNT_BOTH_ONE }
}

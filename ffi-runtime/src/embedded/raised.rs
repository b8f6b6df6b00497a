//! The error that a failed call leaves behind, one for each thread.

use core::cell::Cell;
use core::ptr::NonNull;

use super::{guard, lent};
use crate::object::ObjectPtr;
use crate::sys::{ObjectHandle, ObjectHeader, TypeIndex};

thread_local! {
    /// The error, owned, or null. It has no destructor, so calls may fail while a thread is being torn down.
    static SLOT: Cell<*mut ObjectHeader> = const { Cell::new(core::ptr::null_mut()) };
    /// Gives back what is left in the slot at the end of the thread.
    static CLEANER: Cleaner = const { Cleaner };
}

struct Cleaner;

impl Drop for Cleaner {
    fn drop(&mut self) {
        drop(take());
    }
}

/// Leaves `error` for the caller; an error that was there before is dropped.
pub(super) fn set(error: ObjectPtr) {
    // The first use registers the cleaner. It may be gone already; then the error of the last failed call of a
    // dying thread is leaked.
    let _ = CLEANER.try_with(|_| ());
    let before = SLOT.with(|slot| slot.replace(error.into_raw().as_ptr()));
    // Dropped when the slot is free again: the error's destructor may fail calls as well.
    drop(owned(before));
}

/// Takes the error, if there is one.
pub(super) fn take() -> Option<ObjectPtr> {
    owned(SLOT.with(|slot| slot.replace(core::ptr::null_mut())))
}

fn owned(error: *mut ObjectHeader) -> Option<ObjectPtr> {
    // SAFETY: the slot owned a reference, which whoever takes the pointer out of it now owns.
    NonNull::new(error).map(|error| unsafe { ObjectPtr::from_owned(error) })
}

/// # Safety
/// `error` is an error object that is alive, or null, which empties the slot.
pub(super) unsafe extern "C" fn set_raised(error: ObjectHandle) {
    guard::value("TVMFFIErrorSetRaised", || {
        if error.is_null() {
            drop(take());
        } else {
            // SAFETY: the caller promises an object that is alive.
            set(unsafe { lent::object(error, TypeIndex::ERROR, "Error")? });
        }
        Ok(())
    });
}

/// # Safety
/// `out` points to a writable handle.
pub(super) unsafe extern "C" fn move_from_raised(out: *mut ObjectHandle) {
    let error = take().map_or(core::ptr::null_mut(), |error| error.into_raw().as_ptr());
    // SAFETY: the caller promises a writable place.
    unsafe { out.write(error.cast()) }
}

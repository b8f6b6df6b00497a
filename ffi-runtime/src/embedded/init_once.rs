//! Handles that are made once: `TVMFFIHandleInitOnce` and its counterpart.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use super::guard;
use crate::error::Result;

/// The handles that are being made, by their address, with the thread that makes each. No lock is held
/// meanwhile, so making one handle may make others.
static IN_PROGRESS: Mutex<Option<HashMap<usize, ThreadId>>> = Mutex::new(None);
static FINISHED: Condvar = Condvar::new();

fn in_progress() -> MutexGuard<'static, Option<HashMap<usize, ThreadId>>> {
    IN_PROGRESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the making of a handle, also when it failed.
struct Finish(usize);

impl Drop for Finish {
    fn drop(&mut self) {
        if let Some(addresses) = in_progress().as_mut() {
            addresses.remove(&self.0);
        }
        FINISHED.notify_all();
    }
}

/// Waits until nobody else makes the handle, and takes the task over; None when the handle is there meanwhile.
fn begin(handle: &AtomicPtr<c_void>) -> Result<Option<Finish>> {
    let address = core::ptr::from_ref(handle).addr();
    let me = std::thread::current().id();
    let mut state = in_progress();
    loop {
        if !handle.load(Ordering::Acquire).is_null() {
            return Ok(None);
        }
        let addresses = state.get_or_insert_default();
        match addresses.get(&address) {
            None => {
                addresses.insert(address, me);
                return Ok(Some(Finish(address)));
            }
            Some(maker) if *maker == me => break,
            Some(_) => state = FINISHED.wait(state).unwrap_or_else(PoisonError::into_inner),
        }
    }
    drop(state);
    bail!(RuntimeError, "the function that makes the handle at {address:#x} asks for that handle itself")
}

/// # Safety
/// `handle_address` points to a handle that lives on and is changed through these functions only.
pub(super) unsafe extern "C" fn handle_init_once(
    handle_address: *mut *mut c_void,
    init: Option<unsafe extern "C" fn(*mut *mut c_void) -> c_int>,
) -> c_int {
    // SAFETY: the caller promises a handle that is changed atomically only.
    let handle = unsafe { AtomicPtr::from_ptr(handle_address) };
    if !handle.load(Ordering::Acquire).is_null() {
        return 0;
    }
    let mut status = 0;
    let own_status = guard::status("TVMFFIHandleInitOnce", || {
        let Some(init) = init else {
            bail!(ValueError, "Expected a function that makes the handle but got none")
        };
        let Some(_finish) = begin(handle)? else { return Ok(()) };
        let mut made = core::ptr::null_mut();
        // SAFETY: the function writes one handle; it raises its own error.
        status = unsafe { init(&mut made) };
        if status == 0 {
            ensure!(!made.is_null(), RuntimeError, "the function that makes a handle made a null pointer");
            handle.store(made, Ordering::Release);
        }
        Ok(())
    });
    if own_status != 0 { own_status } else { status }
}

/// # Safety
/// As for [`handle_init_once`]; `deinit` accepts the handle.
pub(super) unsafe extern "C" fn handle_deinit_once(
    handle_address: *mut *mut c_void,
    deinit: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
) -> c_int {
    // SAFETY: the caller promises a handle that is changed atomically only.
    let handle = unsafe { AtomicPtr::from_ptr(handle_address) };
    let made = handle.swap(core::ptr::null_mut(), Ordering::AcqRel);
    match deinit {
        // SAFETY: the handle was taken out, so the function gets it once.
        Some(deinit) if !made.is_null() => unsafe { deinit(made) },
        _ => 0,
    }
}

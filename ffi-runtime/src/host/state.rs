//! This library's host, chosen once.

use core::ffi::c_void;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::error::SUPPORTED_MAJOR;
use super::{HostError, HostKind, HostTable, TableHeader, dynamic_library, lookup};
use crate::mem;

static CURRENT: AtomicPtr<HostTable> = AtomicPtr::new(core::ptr::null_mut());
static CHOOSING: Mutex<()> = Mutex::new(());
static ADOPTED_HOOK: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// The host, if this library has one or the process has one to take.
#[inline]
pub fn current() -> Option<&'static HostTable> {
    adopted().or_else(take_in_process)
}

/// The host that is there.
///
/// # Errors
/// [`HostError::Absent`] when there is none yet.
#[inline]
pub(crate) fn present() -> Result<&'static HostTable, HostError> {
    current().ok_or(HostError::Absent)
}

/// The host. In a Rust program's main executable one is started when there is none: the library that
/// `TVM_FFI_LIBRARY` names, a libtvm_ffi that the loader finds, or the embedded host.
///
/// Only what a program asks for by itself calls this, such as loading a module: whatever calls it links the
/// embedded host, which most extensions do without.
///
/// # Errors
/// [`HostError::Absent`] in a library that nobody has given a host yet; other errors when the library that
/// was asked for cannot be the host.
#[inline]
pub fn require() -> Result<&'static HostTable, HostError> {
    match adopted() {
        Some(host) => Ok(host),
        None => start(),
    }
}

/// Makes the embedded host this process's host.
///
/// # Errors
/// [`HostError::Mixed`] when the process uses libtvm_ffi.
pub fn use_embedded() -> Result<(), HostError> {
    match current() {
        None => adopt(*crate::embedded::table()).map(drop),
        Some(host) if host.header.kind == HostKind::EMBEDDED => Ok(()),
        Some(host) => Err(HostError::Mixed { present: host.header.kind, wanted: HostKind::EMBEDDED }),
    }
}

/// Makes the libtvm_ffi at `path` this process's host.
///
/// # Errors
/// [`HostError::Load`] when there is no such library, [`HostError::Mixed`] or [`HostError::AnotherLibrary`]
/// when the process has a host already, [`HostError::Version`] when its ABI is another one.
pub fn use_library(path: impl AsRef<Path>) -> Result<(), HostError> {
    let path = path.as_ref();
    if let Some(host) = adopted().filter(|host| host.header.kind == HostKind::EMBEDDED) {
        return Err(HostError::Mixed { present: host.header.kind, wanted: HostKind::LIBTVM_FFI });
    }
    let table = lookup::at_path(path)?;
    if is_other_than(current(), &table) {
        return Err(HostError::AnotherLibrary { wanted: path.to_owned() });
    }
    adopt(table).map(drop)
}

/// Takes the host of the program that loads this library.
///
/// # Safety
/// `table` points to a [`HostTable`] of this or another version of this crate, whose functions stay valid.
pub(super) unsafe fn attach(table: *const TableHeader) -> Result<(), HostError> {
    // SAFETY: the caller promises a table that begins with its header.
    let table = unsafe { HostTable::copy_from(table)? };
    if let Some(present) = adopted().filter(|present| is_other_than(Some(present), &table)) {
        return Err(HostError::Mixed { present: present.header.kind, wanted: table.header.kind });
    }
    adopt(table).map(drop)
}

/// Calls `hook` once a host is there, now or later.
pub fn on_adopted(hook: fn()) {
    ADOPTED_HOOK.store(hook as *mut c_void, Ordering::Release);
    if current().is_some() {
        run_adopted_hook();
    }
}

/// Keeps this library mapped until the process ends: objects and functions it made may be used that long.
pub fn pin_this_library() {
    dynamic_library::pin_own_library();
}

/// Whether this library has a host; the process is not searched for one.
pub fn is_adopted() -> bool {
    adopted().is_some()
}

#[inline(always)]
fn adopted() -> Option<&'static HostTable> {
    // SAFETY: the pointer is null or a leaked table that is never changed.
    unsafe { CURRENT.load(Ordering::Acquire).as_ref() }
}

#[cold]
#[inline(never)]
fn start() -> Result<&'static HostTable, HostError> {
    if let Some(host) = adopt_in_process()? {
        return Ok(host);
    }
    if !dynamic_library::is_main_executable() {
        return Err(HostError::Absent);
    }
    let started = match lookup::from_environment()? {
        Some(table) => adopt(table),
        None => adopt(*crate::embedded::table()),
    };
    // Another thread may have started the other kind; any host is good here.
    started.or_else(|error| adopted().ok_or(error))
}

/// Out of line and whole: every function that asks for the host would have a copy.
#[cold]
#[inline(never)]
fn take_in_process() -> Option<&'static HostTable> {
    adopt_in_process().ok().flatten()
}

fn adopt_in_process() -> Result<Option<&'static HostTable>, HostError> {
    lookup::in_process().map(adopt).transpose()
}

/// Makes `table` the host; an error when there is another one already.
fn adopt(table: HostTable) -> Result<&'static HostTable, HostError> {
    let version = table.version();
    if version.major != SUPPORTED_MAJOR {
        return Err(HostError::Version { got: version.major });
    }
    let host = {
        let _choosing = CHOOSING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = adopted() {
            if is_other_than(Some(host), &table) {
                return Err(HostError::Mixed { present: host.header.kind, wanted: table.header.kind });
            }
            return Ok(host);
        }
        if let Some(source) = table.get_custom_allocator {
            mem::set_allocator_source(source);
        }
        let host: &'static HostTable = Box::leak(Box::new(table));
        CURRENT.store(core::ptr::from_ref(host).cast_mut(), Ordering::Release);
        host
    };
    run_adopted_hook();
    Ok(host)
}

fn run_adopted_hook() {
    let hook = ADOPTED_HOOK.swap(core::ptr::null_mut(), Ordering::AcqRel);
    if !hook.is_null() {
        // SAFETY: only `on_adopted` stores the pointer, from a function of this type.
        let hook = unsafe { core::mem::transmute::<*mut c_void, fn()>(hook) };
        hook();
    }
}

/// Whether two tables belong to different hosts; a host is known by where it keeps raised errors.
fn is_other_than(present: Option<&HostTable>, table: &HostTable) -> bool {
    let raised = |table: &HostTable| table.error_set_raised.map(|function| function as *const c_void);
    present.is_some_and(|present| raised(present) != raised(table))
}

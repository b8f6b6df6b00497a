//! What the calling environment offers: streams, the tensor allocator, signals.

use core::cell::{Cell, RefCell};
use core::ffi::{c_char, c_int, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::collections::HashMap;

use super::{errors, guard, lent, raised, tensors};
use crate::sys::{DLPackManagedTensorAllocator, DLTensor, ObjectHandle};

thread_local! {
    /// The current stream of each device, by device type and number.
    static STREAMS: RefCell<HashMap<(i32, i32), *mut c_void>> = RefCell::default();
    /// The tensor allocator of this thread.
    static ALLOCATOR: Cell<Option<DLPackManagedTensorAllocator>> = const { Cell::new(None) };
}

/// The tensor allocator of threads that have none; null or a [`DLPackManagedTensorAllocator`].
static GLOBAL_ALLOCATOR: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// # Safety
/// `out_original` is null or points to a writable stream.
pub(super) unsafe extern "C" fn set_stream(
    device_type: i32,
    device_id: i32,
    stream: *mut c_void,
    out_original: *mut *mut c_void,
) -> c_int {
    guard::status("TVMFFIEnvSetStream", || {
        if device_type < 0 || device_id < 0 {
            bail!(ValueError, "Expected a device but got type {device_type} with number {device_id}");
        }
        let before = STREAMS.with(|streams| match stream.is_null() {
            true => streams.borrow_mut().remove(&(device_type, device_id)),
            false => streams.borrow_mut().insert((device_type, device_id), stream),
        });
        if !out_original.is_null() {
            // SAFETY: the caller promises a writable place.
            unsafe { out_original.write(before.unwrap_or(core::ptr::null_mut())) };
        }
        Ok(())
    })
}

/// Null for a device whose stream was not set.
pub(super) extern "C" fn get_stream(device_type: i32, device_id: i32) -> *mut c_void {
    let stream =
        STREAMS.try_with(|streams| streams.borrow().get(&(device_type, device_id)).copied()).ok().flatten();
    stream.unwrap_or(core::ptr::null_mut())
}

/// # Safety
/// `allocator` keeps its convention and stays valid; `out_original` is null or points to a writable one.
pub(super) unsafe extern "C" fn set_tensor_allocator(
    allocator: Option<DLPackManagedTensorAllocator>,
    write_to_global: c_int,
    out_original: *mut Option<DLPackManagedTensorAllocator>,
) -> c_int {
    if write_to_global != 0 {
        let address = allocator.map_or(core::ptr::null_mut(), |allocator| allocator as *mut c_void);
        GLOBAL_ALLOCATOR.store(address, Ordering::Release);
    }
    let before = ALLOCATOR.replace(allocator);
    if !out_original.is_null() {
        // SAFETY: the caller promises a writable place.
        unsafe { out_original.write(before) };
    }
    0
}

/// The thread's allocator, else the global one.
pub(super) extern "C" fn get_tensor_allocator() -> Option<DLPackManagedTensorAllocator> {
    ALLOCATOR.get().or_else(|| {
        let global = GLOBAL_ALLOCATOR.load(Ordering::Acquire);
        // SAFETY: the address is null, which is None, or that of an allocator that was set.
        unsafe { core::mem::transmute::<*mut c_void, Option<DLPackManagedTensorAllocator>>(global) }
    })
}

/// # Safety
/// `kind` and `message` are C strings or null.
unsafe extern "C" fn set_allocation_error(
    _context: *mut c_void,
    kind: *const c_char,
    message: *const c_char,
) {
    // SAFETY: the allocator promises C strings.
    unsafe { errors::set_raised_from_c_str(kind, message) }
}

/// # Safety
/// `prototype` points to a `DLTensor` with a shape; `out` points to a writable handle.
pub(super) unsafe extern "C" fn tensor_alloc(prototype: *mut DLTensor, out: *mut ObjectHandle) -> c_int {
    guard::status("TVMFFIEnvTensorAlloc", || {
        let Some(allocate) = get_tensor_allocator() else {
            bail!(
                RuntimeError,
                "there is no tensor allocator: set one with `TVMFFIEnvSetDLPackManagedTensorAllocator`"
            )
        };
        ensure!(
            !prototype.is_null(),
            ValueError,
            "Expected a prototype of the tensor but got a null pointer"
        );
        let mut managed = core::ptr::null_mut();
        // An error of an earlier call must not pass for the allocator's.
        drop(raised::take());
        // SAFETY: the prototype is the caller's; the allocator keeps its convention.
        let status =
            unsafe { allocate(prototype, &mut managed, core::ptr::null_mut(), Some(set_allocation_error)) };
        if status != 0 {
            match raised::take() {
                // SAFETY: the slot holds errors only.
                Some(error) => return Err(unsafe { crate::error::Error::from_object(error) }),
                None => bail!(RuntimeError, "the tensor allocator failed without saying why"),
            }
        }
        ensure!(!managed.is_null(), RuntimeError, "the tensor allocator succeeded but gave no tensor");
        // SAFETY: the allocator gave the tensor away; the caller promises a writable place.
        unsafe { lent::give(tensors::take_versioned(managed, 0, false)?, out) };
        Ok(())
    })
}

/// There is no interpreter whose signals could be pending.
pub(super) extern "C" fn check_signals() -> c_int {
    0
}

/// Accepts the functions that libtvm_ffi knows; without an interpreter none of them is called.
///
/// # Safety
/// `name` is a C string or null.
pub(super) unsafe extern "C" fn register_c_api(name: *const c_char, _symbol: *mut c_void) -> c_int {
    guard::status("TVMFFIEnvRegisterCAPI", || {
        // SAFETY: the caller promises a C string.
        let name = unsafe { lent::c_bytes(name) };
        if !matches!(name, b"PyErr_CheckSignals" | b"PyGILState_Ensure" | b"PyGILState_Release") {
            bail!(ValueError, "unknown function `{}` of the environment", lent::text(name));
        }
        Ok(())
    })
}

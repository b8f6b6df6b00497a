use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use super::{host, raised};

static MADE: AtomicUsize = AtomicUsize::new(0);
static HANDLE: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());
static RECURSIVE: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

unsafe extern "C" fn make(result: *mut *mut c_void) -> c_int {
    std::thread::sleep(std::time::Duration::from_millis(5));
    MADE.fetch_add(1, Ordering::SeqCst);
    // SAFETY: the result is writable.
    unsafe { result.write(core::ptr::dangling_mut()) };
    0
}

unsafe extern "C" fn make_null(_result: *mut *mut c_void) -> c_int {
    0
}

unsafe extern "C" fn make_itself(_result: *mut *mut c_void) -> c_int {
    // SAFETY: the handle is changed atomically only.
    unsafe { host().handle_init_once.unwrap()(RECURSIVE.as_ptr(), Some(make_itself)) }
}

unsafe extern "C" fn unmake(_handle: *mut c_void) -> c_int {
    MADE.fetch_sub(1, Ordering::SeqCst);
    0
}

#[test]
fn handles_are_made_once() {
    let host = host();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            // SAFETY: the handle is changed atomically only.
            std::thread::spawn(move || unsafe { host.handle_init_once.unwrap()(HANDLE.as_ptr(), Some(make)) })
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap() == 0));
    assert_eq!(MADE.load(Ordering::SeqCst), 1);
    // SAFETY: as above.
    unsafe {
        assert_eq!(host.handle_deinit_once.unwrap()(HANDLE.as_ptr(), Some(unmake)), 0);
        assert_eq!(host.handle_deinit_once.unwrap()(HANDLE.as_ptr(), Some(unmake)), 0);
    }
    assert_eq!(MADE.load(Ordering::SeqCst), 0);
}

#[test]
fn failures_are_reported() {
    let host = host();
    let handle = AtomicPtr::new(core::ptr::null_mut());
    // SAFETY: the handles are changed atomically only.
    unsafe {
        assert_eq!(host.handle_init_once.unwrap()(handle.as_ptr(), Some(make_null)), -1);
        assert!(raised().message().contains("null pointer"));
        assert_eq!(host.handle_init_once.unwrap()(handle.as_ptr(), None), -1);
        raised();
        assert_eq!(host.handle_init_once.unwrap()(RECURSIVE.as_ptr(), Some(make_itself)), -1);
    }
    assert!(raised().message().contains("asks for that handle itself"));
}

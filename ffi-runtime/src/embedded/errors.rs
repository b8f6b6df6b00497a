//! Making errors, and the backtraces that C and C++ code asks for.

use core::cell::{Cell, RefCell};
use core::ffi::{c_char, c_int};

use super::{guard, lent, raised};
use crate::error::{Error, ErrorKind, backtrace_line};
use crate::sys::{ByteArray, ObjectHandle, TypeIndex};

/// # Safety
/// The byte arrays are valid or null; `out` points to a writable handle.
pub(super) unsafe extern "C" fn error_create(
    kind: *const ByteArray,
    message: *const ByteArray,
    backtrace: *const ByteArray,
    out: *mut ObjectHandle,
) -> c_int {
    let none = core::ptr::null_mut();
    // SAFETY: the caller promises the same; null is no cause and no context.
    unsafe { error_create_with_cause(kind, message, backtrace, none, none, out) }
}

/// # Safety
/// The byte arrays are valid or null; `cause` is an error that is alive or null, `extra_context` an object that
/// is alive or null; `out` points to a writable handle.
pub(super) unsafe extern "C" fn error_create_with_cause(
    kind: *const ByteArray,
    message: *const ByteArray,
    backtrace: *const ByteArray,
    cause: ObjectHandle,
    extra_context: ObjectHandle,
    out: *mut ObjectHandle,
) -> c_int {
    guard::status("TVMFFIErrorCreate", || {
        // SAFETY: the caller promises valid byte arrays.
        let part = |array| lent::text(unsafe { lent::bytes(array) }).into_owned();
        let cause = match cause.is_null() {
            true => None,
            // SAFETY: the caller promises an object that is alive; its type is checked.
            false => Some(unsafe { Error::from_object(lent::object(cause, TypeIndex::ERROR, "Error")?) }),
        };
        let extra_context = core::ptr::NonNull::new(extra_context.cast())
            // SAFETY: the caller promises an object that is alive.
            .map(|context| unsafe { crate::object::ObjectPtr::from_borrowed(context) });
        let kind = ErrorKind::from(part(kind));
        let error = Error::from_parts(kind, part(message), part(backtrace), cause, extra_context);
        // SAFETY: the caller promises a writable place.
        unsafe { lent::give(error.as_object().clone(), out) };
        Ok(())
    })
}

/// # Safety
/// `kind` and `message` are C strings or null.
pub(super) unsafe extern "C" fn set_raised_from_c_str(kind: *const c_char, message: *const c_char) {
    let mut parts = [message];
    // SAFETY: the caller promises C strings; one part is given.
    unsafe { set_raised_from_c_str_parts(kind, parts.as_mut_ptr(), 1) }
}

/// # Safety
/// `kind` is a C string or null; `parts` points to `count` C strings, null ones being skipped.
pub(super) unsafe extern "C" fn set_raised_from_c_str_parts(
    kind: *const c_char,
    parts: *mut *const c_char,
    count: c_int,
) {
    guard::value("TVMFFIErrorSetRaisedFromCStrParts", || {
        let count = if parts.is_null() { 0 } else { usize::try_from(count).unwrap_or(0) };
        let mut message = Vec::new();
        for index in 0..count {
            // SAFETY: the caller promises `count` C strings or null pointers.
            message.extend_from_slice(unsafe { lent::c_bytes(*parts.add(index)) });
        }
        // SAFETY: the caller promises a C string or null.
        let kind = match unsafe { lent::c_bytes(kind) } {
            b"" => ErrorKind::RuntimeError,
            kind => ErrorKind::from(lent::text(kind).into_owned()),
        };
        let error = Error::from_parts(kind, lent::text(&message).into_owned(), String::new(), None, None);
        raised::set(error.as_object().clone());
        Ok(())
    });
}

thread_local! {
    static BACKTRACE_TEXT: RefCell<String> = const { RefCell::new(String::new()) };
    /// What the last call on this thread returned. It has no destructor, so the address is good to the last.
    static BACKTRACE: Cell<ByteArray> =
        const { Cell::new(ByteArray { data: core::ptr::null(), size: 0 }) };
}

/// The line of the place that the caller names, valid until the thread's next call. Native frames are not
/// looked up, so without a name there are none.
///
/// # Safety
/// `file` and `function` are C strings or null.
pub(super) unsafe extern "C" fn backtrace(
    file: *const c_char,
    line: c_int,
    function: *const c_char,
    _cross_boundary: c_int,
) -> *const ByteArray {
    guard::value("TVMFFIBacktrace", || {
        let text = if file.is_null() || function.is_null() {
            String::new()
        } else {
            // SAFETY: the caller promises C strings.
            let (file, function) = unsafe { (lent::c_bytes(file), lent::c_bytes(function)) };
            backtrace_line(&lent::text(file), u32::try_from(line).unwrap_or(0), &lent::text(function))
        };
        let array = BACKTRACE_TEXT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            *kept = text;
            ByteArray::new(kept.as_bytes())
        });
        // A thread whose variables are gone gets an empty backtrace.
        BACKTRACE.set(array.unwrap_or(ByteArray { data: core::ptr::null(), size: 0 }));
        Ok(())
    });
    BACKTRACE.with(Cell::as_ptr)
}

//! The error objects that this library makes.

use core::cell::UnsafeCell;
use core::panic::Location;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::borrow::Cow;

use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{BacktraceUpdateMode, ByteArray, ErrorCell, ObjectHandle, ObjectHeader, TypeIndex};

/// The ABI's cell, whose byte arrays point into the fields behind it.
#[repr(C)]
pub(super) struct ErrorBody {
    cell: UnsafeCell<ErrorCell>,
    _kind: Cow<'static, str>,
    _message: String,
    backtrace: UnsafeCell<String>,
    /// Where the error was made, as long as the backtrace does not know in which function.
    unnamed_location: UnsafeCell<Option<&'static Location<'static>>>,
    /// The address of the tensor that the error is about, zero for none.
    subject: AtomicUsize,
    /// Owns what the cell points to.
    _cause: Option<ObjectPtr>,
    /// Owns what the cell points to.
    _extra_context: Option<ObjectPtr>,
}

// SAFETY: kind, message and cause never change. The rest changes only through `update_backtrace`, which the ABI
// leaves to the one who is handling the error.
unsafe impl Send for ErrorBody {}
// SAFETY: as above.
unsafe impl Sync for ErrorBody {}

/// A new error object.
pub(super) fn new(
    kind: Cow<'static, str>,
    message: String,
    backtrace: String,
    unnamed_location: Option<&'static Location<'static>>,
    cause: Option<ObjectPtr>,
    extra_context: Option<ObjectPtr>,
) -> ObjectPtr {
    let handle = |object: &Option<ObjectPtr>| {
        object.as_ref().map_or(core::ptr::null_mut(), |object| object.as_ptr().cast())
    };
    let cell = ErrorCell {
        kind: ByteArray::new(kind.as_bytes()),
        message: ByteArray::new(message.as_bytes()),
        backtrace: ByteArray::new(backtrace.as_bytes()),
        update_backtrace: Some(update_backtrace),
        cause_chain: handle(&cause),
        extra_context: handle(&extra_context),
    };
    // The strings' heap blocks stay where they are when the strings move into the body.
    let body = ErrorBody {
        cell: UnsafeCell::new(cell),
        _kind: kind,
        _message: message,
        backtrace: UnsafeCell::new(backtrace),
        unnamed_location: UnsafeCell::new(unnamed_location),
        subject: AtomicUsize::new(0),
        _cause: cause,
        _extra_context: extra_context,
    };
    // SAFETY: a new object has one reference, which is taken over.
    unsafe { ObjectPtr::from_owned(mem::new_object(TypeIndex::ERROR, body)) }
}

/// The body of an error made by this library; None for errors that other languages or libraries made.
pub(super) fn of(error: &ObjectPtr) -> Option<NonNull<ErrorBody>> {
    let cell = error.body::<ErrorCell>();
    // SAFETY: every error object begins with the cell.
    let update = unsafe { cell.as_ref().update_backtrace }?;
    let own: unsafe extern "C" fn(_, _, _) = update_backtrace;
    core::ptr::fn_addr_eq(update, own).then(|| cell.cast())
}

/// Takes the place where the error was made, if the backtrace does not name its function yet.
pub(super) fn take_unnamed_location(error: &ObjectPtr) -> Option<&'static Location<'static>> {
    let body = of(error)?;
    // SAFETY: the body is alive, and only the one who handles the error changes this field.
    unsafe { (*body.as_ref().unnamed_location.get()).take() }
}

/// Notes the tensor that the error is about.
pub(super) fn set_subject(error: &ObjectPtr, address: usize) {
    if let Some(body) = of(error) {
        // SAFETY: the body is alive and the field atomic.
        unsafe { body.as_ref().subject.store(address, Relaxed) };
    }
}

/// The address of the tensor that the error is about, if it is about one.
pub(super) fn subject(error: &ObjectPtr) -> Option<usize> {
    // SAFETY: the body is alive and the field atomic.
    let address = unsafe { of(error)?.as_ref().subject.load(Relaxed) };
    (address != 0).then_some(address)
}

/// # Safety
/// `error` is an error object made by [`new`] that nobody else reads or changes at this moment.
unsafe extern "C" fn update_backtrace(
    error: ObjectHandle,
    backtrace: *const ByteArray,
    mode: BacktraceUpdateMode,
) {
    // SAFETY: the body stands behind the header; the byte array is the caller's; nobody else uses the text now.
    unsafe {
        let body = &*error.cast::<ObjectHeader>().add(1).cast::<ErrorBody>();
        // A copy first: the caller may pass the old text itself.
        let new = String::from_utf8_lossy((*backtrace).as_bytes()).into_owned();
        let text = &mut *body.backtrace.get();
        if mode == BacktraceUpdateMode::APPEND {
            text.push_str(&new);
        } else {
            *text = new;
            *body.unnamed_location.get() = None;
        }
        (*body.cell.get()).backtrace = ByteArray::new(text.as_bytes());
    }
}

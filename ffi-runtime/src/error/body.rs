//! The error objects that this library makes.

use core::cell::UnsafeCell;
use core::panic::Location;
use core::ptr::NonNull;
use std::borrow::Cow;

use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{BacktraceUpdateMode, ByteArray, ErrorCell, ObjectHandle, ObjectHeader, TypeIndex};

/// What an error is made of.
pub(super) struct Parts {
    pub(super) kind: Cow<'static, str>,
    pub(super) message: String,
    pub(super) backtrace: String,
    /// Where the error was made, when the backtrace does not name the function.
    pub(super) unnamed_location: Option<&'static Location<'static>>,
    /// The address of the tensor that the error is about.
    pub(super) subject: Option<usize>,
    pub(super) cause: Option<ObjectPtr>,
    /// The object in which another language keeps more about the error.
    pub(super) extra_context: Option<ObjectPtr>,
}

/// A text with a NUL behind it, so that C code may print it as a C string too.
struct Text(String);

impl Text {
    fn new(mut text: String) -> Self {
        text.push('\0');
        Self(text)
    }

    fn as_str(&self) -> &str {
        &self.0[..self.0.len() - 1]
    }

    fn bytes(&self) -> ByteArray {
        ByteArray::new(self.as_str().as_bytes())
    }
}

/// The ABI's cell, whose byte arrays point into the fields behind it.
#[repr(C)]
pub(super) struct ErrorBody {
    cell: UnsafeCell<ErrorCell>,
    _kind: Text,
    _message: Text,
    backtrace: UnsafeCell<Text>,
    pub(super) unnamed_location: Option<&'static Location<'static>>,
    pub(super) subject: Option<usize>,
    /// Owns what the cell points to.
    cause: Option<ObjectPtr>,
    /// Owns what the cell points to.
    _extra_context: Option<ObjectPtr>,
}

// SAFETY: Rust never changes an error; the ABI lets the language that handles one change its backtrace through
// `update_backtrace`, and has it see to it that nobody else uses the error then.
unsafe impl Send for ErrorBody {}
// SAFETY: as above.
unsafe impl Sync for ErrorBody {}

/// A new error object.
pub(super) fn new(parts: Parts) -> ObjectPtr {
    let handle = |object: &Option<ObjectPtr>| {
        object.as_ref().map_or(core::ptr::null_mut(), |object| object.as_ptr().cast())
    };
    let (kind, message) = (Text::new(parts.kind.into_owned()), Text::new(parts.message));
    let backtrace = Text::new(parts.backtrace);
    let cell = ErrorCell {
        kind: kind.bytes(),
        message: message.bytes(),
        backtrace: backtrace.bytes(),
        update_backtrace: Some(update_backtrace),
        cause_chain: handle(&parts.cause),
        extra_context: handle(&parts.extra_context),
    };
    // The strings' heap blocks stay where they are when the strings move into the body.
    let body = ErrorBody {
        cell: UnsafeCell::new(cell),
        _kind: kind,
        _message: message,
        backtrace: UnsafeCell::new(backtrace),
        unnamed_location: parts.unnamed_location,
        subject: parts.subject,
        cause: parts.cause,
        _extra_context: parts.extra_context,
    };
    // SAFETY: a new object has one reference, which is taken over.
    unsafe { ObjectPtr::from_owned(mem::new_object(TypeIndex::ERROR, body)) }
}

/// The body of an error made by this library; None for errors that other languages or libraries made.
pub(super) fn of(error: &ObjectPtr) -> Option<&ErrorBody> {
    let cell = error.body::<ErrorCell>();
    // SAFETY: every error object begins with the cell.
    let update = unsafe { cell.as_ref().update_backtrace }?;
    let own: unsafe extern "C" fn(_, _, _) = update_backtrace;
    // SAFETY: the function in the cell is this library's, so the object is, and lives as long as the reference.
    core::ptr::fn_addr_eq(update, own).then(|| unsafe { cell.cast::<ErrorBody>().as_ref() })
}

/// A chain of causes is let go link by link: a long one must not overflow the stack.
impl Drop for ErrorBody {
    fn drop(&mut self) {
        let mut next = self.cause.take();
        while let Some(cause) = next {
            next = if cause.is_unique() { take_cause(&cause) } else { None };
        }
    }
}

/// Takes the cause out of an error that nobody else refers to.
fn take_cause(error: &ObjectPtr) -> Option<ObjectPtr> {
    let body = NonNull::from(of(error)?);
    // SAFETY: the caller's reference is the only one, and it is about to be dropped.
    unsafe { (*body.as_ptr()).cause.take() }
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
        let new = if mode == BacktraceUpdateMode::APPEND { text.as_str().to_owned() + &new } else { new };
        *text = Text::new(new);
        (*body.cell.get()).backtrace = text.bytes();
    }
}

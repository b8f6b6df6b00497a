use core::fmt;
use core::panic::Location;
use std::borrow::Cow;

use super::body::{self, Parts};
use super::{ErrorKind, Frame, frame};
use crate::convert::{Mismatch, impl_object_handle};
use crate::object::ObjectPtr;
use crate::string::append;
use crate::sys::{ByteArray, ErrorCell, TypeIndex};

/// An error that any language can raise and catch.
///
/// Made by [`bail!`](crate::bail), [`ensure!`](crate::ensure), `?` on any standard error, or [`Error::new`];
/// remembers the file and the line of that place. Displays as `kind: message`; the debug form adds the frames
/// and the causes.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// fn parse(text: &str) -> Result<i64> {
///     Ok(text.trim().parse::<i64>()?)
/// }
/// let error = parse("x").unwrap_err();
/// assert_eq!(error.kind(), "ValueError");
/// assert!(error.backtrace().contains("line"));
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Error(ObjectPtr);

impl Error {
    /// An error made here, at the caller's place.
    #[track_caller]
    #[cold]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self::made_at(kind, message.into(), Location::caller(), None, None)
    }

    /// An error made in the function `function`, at the caller's place. [`bail!`](crate::bail) calls this.
    #[doc(hidden)]
    #[track_caller]
    #[cold]
    #[inline(never)]
    pub fn new_in(function: &'static str, kind: ErrorKind, message: fmt::Arguments<'_>) -> Self {
        let message = message.as_str().map_or_else(|| message.to_string(), str::to_owned);
        Self::made_at(kind, message, Location::caller(), Some(function), None)
    }

    /// An error made elsewhere: `location` in `function`, the latter None when it is not known.
    pub(super) fn made_at(
        kind: ErrorKind,
        message: String,
        location: &'static Location<'static>,
        function: Option<&'static str>,
        cause: Option<Error>,
    ) -> Self {
        let backtrace = frame::line(location.file(), location.line(), function.unwrap_or("<unknown>"));
        let unnamed_location = if function.is_none() { Some(location) } else { None };
        let cause = cause.map(|cause| cause.0);
        Self(body::new(Parts { unnamed_location, cause, ..Parts::new(kind, message, backtrace) }))
    }

    /// An error of the caller's call, made by no line of Rust, such as an argument of the wrong type.
    #[cold]
    pub(crate) fn without_place(kind: ErrorKind, message: String) -> Self {
        Self::with_backtrace(kind, message, String::new())
    }

    pub(super) fn with_backtrace(kind: ErrorKind, message: String, backtrace: String) -> Self {
        Self(body::new(Parts::new(kind, message, backtrace)))
    }

    /// An error given by all its parts, as another language makes it.
    pub(crate) fn from_parts(
        kind: ErrorKind,
        message: String,
        backtrace: String,
        cause: Option<Error>,
        extra_context: Option<ObjectPtr>,
    ) -> Self {
        let cause = cause.map(|cause| cause.0);
        Self(body::new(Parts { cause, extra_context, ..Parts::new(kind, message, backtrace) }))
    }

    /// An error about a tensor, known by its address, which the call that it is an argument of gives a name.
    #[cold]
    #[track_caller]
    pub(crate) fn about(kind: ErrorKind, expected_but_got: String, subject: usize) -> Self {
        let location = Location::caller();
        let message = format!("Expected a tensor with {expected_but_got}");
        let backtrace = frame::line(location.file(), location.line(), "<unknown>");
        let (unnamed_location, subject) = (Some(location), Some(subject));
        Self(body::new(Parts { unnamed_location, subject, ..Parts::new(kind, message, backtrace) }))
    }

    /// The address of the tensor that the error is about, if it is about one.
    pub(crate) fn subject(&self) -> Option<usize> {
        body::of(&self.0)?.subject
    }

    /// This error with another message.
    pub(crate) fn with_message(&self, message: String) -> Self {
        Self(body::new(Parts { message, ..self.parts() }))
    }

    /// This error with the error that led to it.
    #[must_use]
    pub fn with_cause(self, cause: Error) -> Self {
        Self(body::new(Parts { cause: Some(cause.0), ..self.parts() }))
    }

    /// Copies of everything: an error is shared with whoever holds it, so it is never changed.
    fn parts(&self) -> Parts {
        Parts {
            unnamed_location: body::of(&self.0).and_then(|body| body.unnamed_location),
            subject: self.subject(),
            cause: self.cause().map(|cause| cause.0),
            extra_context: self.extra_context(),
            ..Parts::new(self.kind(), self.copy(self.cell().message), self.backtrace())
        }
    }

    fn cell(&self) -> ErrorCell {
        // SAFETY: every error object has the cell behind its header and lives as long as `self`.
        unsafe { self.0.body::<ErrorCell>().read() }
    }

    /// The kind, such as `ValueError`.
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::from(self.copy(self.cell().kind))
    }

    /// The message.
    pub fn message(&self) -> Cow<'_, str> {
        self.text(self.cell().message)
    }

    /// The frames, most recent call first, each a line like `  File "src/lib.rs", line 45, in my_crate::parse`.
    pub fn backtrace(&self) -> String {
        // Copied: another language may change the text.
        self.copy(self.cell().backtrace)
    }

    /// The error that led to this one.
    pub fn cause(&self) -> Option<Error> {
        let cause = core::ptr::NonNull::new(self.cell().cause_chain.cast())?;
        // SAFETY: the cell owns a reference to the cause, which therefore lives.
        Some(Self(unsafe { ObjectPtr::from_borrowed(cause) }))
    }

    /// The object in which another language keeps more about the error.
    fn extra_context(&self) -> Option<ObjectPtr> {
        let context = core::ptr::NonNull::new(self.cell().extra_context.cast())?;
        // SAFETY: the cell owns a reference to the object, which therefore lives.
        Some(unsafe { ObjectPtr::from_borrowed(context) })
    }

    fn text(&self, bytes: ByteArray) -> Cow<'_, str> {
        // SAFETY: the cell's byte arrays belong to the error and outlive the borrow of it; the backtrace, which
        // may change, is copied at once by its only reader.
        String::from_utf8_lossy(unsafe { bytes.as_bytes() })
    }

    /// Out of line, since all that makes an error from another one copies its texts.
    #[inline(never)]
    fn copy(&self, bytes: ByteArray) -> String {
        self.text(bytes).into_owned()
    }

    /// This error as it is seen by the caller of a function that it leaves.
    #[cold]
    #[inline(never)]
    pub(crate) fn leave(self, frame: &Frame) -> Self {
        let backtrace = self.backtrace();
        let unnamed_location = body::of(&self.0).and_then(|body| body.unnamed_location);
        let backtrace = match unnamed_location {
            Some(location) if frame.contains(location) => {
                frame::line(location.file(), location.line(), frame.function)
            }
            _ if frame.ends(&backtrace) => return self,
            _ => backtrace + &frame::line(frame.file, frame.lines.0, frame.function),
        };
        Self(body::new(Parts { backtrace, unnamed_location: None, ..self.parts() }))
    }

    /// This error with its causes in the message: other languages show nothing else of them.
    pub(crate) fn with_causes_told(self) -> Self {
        const INTRODUCTION: &str = "\ncaused by: ";
        let Some(mut cause) = self.cause() else { return self };
        let mut message = self.copy(self.cell().message);
        // Byte by byte: searching for text would link a searcher of several kilobytes.
        if message.as_bytes().windows(INTRODUCTION.len()).any(|part| part == INTRODUCTION.as_bytes()) {
            return self;
        }
        // Longer chains are told by the error itself, link by link.
        for _ in 0..16 {
            append(&mut message, INTRODUCTION);
            append(&mut message, &cause.message());
            match cause.cause() {
                Some(next) => cause = next,
                None => break,
            }
        }
        self.with_message(message)
    }

    /// This error without the place where it was made, if that is in `file`: it was made by a conversion there, not
    /// by the user's code.
    pub(crate) fn not_from(self, file: &str) -> Self {
        let location = body::of(&self.0).and_then(|body| body.unnamed_location);
        if location.is_none_or(|location| location.file() != file) {
            return self;
        }
        let parts = Parts { backtrace: String::new(), unnamed_location: None, ..self.parts() };
        Self(body::new(parts))
    }

    /// Takes an error object over.
    ///
    /// # Safety
    /// `object` is an error.
    pub(crate) unsafe fn from_object(object: ObjectPtr) -> Self {
        Self(object)
    }

    pub(crate) fn as_object(&self) -> &ObjectPtr {
        &self.0
    }
}

impl Parts {
    fn new(kind: ErrorKind, message: String, backtrace: String) -> Self {
        Self {
            kind: kind.into_name(),
            message,
            backtrace,
            unnamed_location: None,
            subject: None,
            cause: None,
            extra_context: None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind(), self.message())
    }
}

/// The message, the frames and the causes, one below the other.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        for line in self.backtrace().lines() {
            write!(f, "\n{line}")?;
        }
        let mut next = self.cause();
        while let Some(cause) = next {
            write!(f, "\ncaused by {cause}")?;
            next = cause.cause();
        }
        Ok(())
    }
}

impl_object_handle!(Error, 0, TypeIndex::ERROR, "Error", "ffi.Error", Error, |view| Err(
    Mismatch::of_type::<Error>(view)
));

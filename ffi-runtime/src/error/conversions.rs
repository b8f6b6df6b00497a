//! `?` from standard errors into [`Error`], and back.

use core::any::TypeId;
use core::fmt;
use core::panic::Location;

use super::{Error, ErrorKind};
use crate::convert::{Mismatch, MismatchKind};

/// Any standard error; its `source()` chain becomes the cause chain.
impl<E: std::error::Error + Send + Sync + 'static> From<E> for Error {
    #[track_caller]
    #[cold]
    fn from(error: E) -> Self {
        from_standard(&error, error.source(), kind_of::<E>(), Location::caller())
    }
}

/// Takes the error as what is used of it: as a whole it would bring its debug form along.
fn from_standard(
    error: &dyn fmt::Display,
    source: Option<&(dyn std::error::Error + 'static)>,
    kind: ErrorKind,
    location: &'static Location<'static>,
) -> Error {
    // The innermost source first, since a cause must be there when the error is made. A chain that runs in a
    // circle is cut.
    const LONGEST_CHAIN: usize = 64;
    let mut sources: Vec<&dyn std::error::Error> = Vec::new();
    let mut next = source;
    while let Some(source) = next.filter(|_| sources.len() < LONGEST_CHAIN) {
        sources.push(source);
        next = source.source();
    }
    let cause = sources.into_iter().rev().fold(None, |cause, source| {
        Some(Error::made_at(ErrorKind::RuntimeError, source.to_string(), location, None, cause))
    });
    Error::made_at(kind, error.to_string(), location, None, cause)
}

/// The kind that errors of that type would have in Python.
fn kind_of<E: 'static>() -> ErrorKind {
    let value_errors = [
        TypeId::of::<core::num::ParseIntError>(),
        TypeId::of::<core::num::ParseFloatError>(),
        TypeId::of::<core::num::TryFromIntError>(),
        TypeId::of::<core::str::ParseBoolError>(),
        TypeId::of::<core::str::Utf8Error>(),
        TypeId::of::<std::string::FromUtf8Error>(),
        TypeId::of::<crate::dtype::ParseDataTypeError>(),
    ];
    if value_errors.contains(&TypeId::of::<E>()) { ErrorKind::ValueError } else { ErrorKind::RuntimeError }
}

impl From<Mismatch> for Error {
    #[track_caller]
    #[cold]
    fn from(mismatch: Mismatch) -> Self {
        let kind = match mismatch.kind() {
            MismatchKind::Type => ErrorKind::TypeError,
            MismatchKind::Value => ErrorKind::ValueError,
        };
        Self::made_at(kind, mismatch.to_string(), Location::caller(), None, None)
    }
}

/// An [`Error`] where a standard one is wanted. `Error` itself is none, so that `?` can convert all others.
struct StandardError {
    error: Error,
    cause: Option<Box<StandardError>>,
}

impl StandardError {
    fn new(error: Error) -> Self {
        let cause = error.cause().map(|cause| Box::new(Self::new(cause)));
        Self { error, cause }
    }
}

impl fmt::Display for StandardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl fmt::Debug for StandardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.error, f)
    }
}

impl std::error::Error for StandardError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

impl From<Error> for Box<dyn std::error::Error + Send + Sync> {
    fn from(error: Error) -> Self {
        Box::new(StandardError::new(error))
    }
}

impl From<Error> for Box<dyn std::error::Error> {
    fn from(error: Error) -> Self {
        Box::new(StandardError::new(error))
    }
}

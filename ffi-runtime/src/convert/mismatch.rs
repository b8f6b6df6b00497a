use core::fmt;

use super::FfiType;
use crate::any::{AnyView, write_type_name};

/// Why a value could not be converted; becomes an error once the argument is known.
#[derive(Debug)]
pub struct Mismatch(Box<Detail>);

/// What kind of error a [`Mismatch`] becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MismatchKind {
    /// The value is of another type: a TypeError.
    Type,
    /// The value is of the right type but cannot be used: a ValueError.
    Value,
}

#[derive(Debug)]
struct Detail {
    kind: MismatchKind,
    path: String,
    expected: String,
    /// Why it is expected, empty where that is plain.
    reason: String,
    got: String,
}

impl Mismatch {
    /// The value is no `T`.
    #[cold]
    #[inline(never)]
    pub fn of_type<T: FfiType + ?Sized>(view: AnyView<'_>) -> Self {
        Self::of_named_type(T::write_name, view)
    }

    fn of_named_type(write_name: fn(&mut String), view: AnyView<'_>) -> Self {
        let (mut expected, mut got) = (String::new(), String::new());
        write_name(&mut expected);
        write_type_name(view, &mut got);
        Self::new(MismatchKind::Type, expected, got)
    }

    /// The value is of another type than `expected`, which is named like a type.
    #[cold]
    pub fn new_type(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self::new(MismatchKind::Type, expected.into(), got.into())
    }

    /// The value cannot be used; both texts are phrases.
    #[cold]
    pub fn new_value(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self::new(MismatchKind::Value, expected.into(), got.into())
    }

    /// The object was moved out of the place that an rvalue reference points to.
    #[cold]
    pub(crate) fn moved_out() -> Self {
        Self::new_value("an object", "one that was moved out before")
    }

    fn new(kind: MismatchKind, expected: String, got: String) -> Self {
        Self(Box::new(Detail { kind, path: String::new(), expected, reason: String::new(), got }))
    }

    /// The mismatch of an optional value whose inner type did not match.
    pub(crate) fn or_none(mut self) -> Self {
        if self.0.kind == MismatchKind::Type && self.0.path.is_empty() {
            self.0.expected = format!("Optional[{}]", self.0.expected);
        }
        self
    }

    /// The mismatch of a part: `place` is where it stands in the whole, such as `[1]`.
    #[cold]
    pub(crate) fn at(mut self, place: fmt::Arguments<'_>) -> Self {
        self.0.path = format!("{place}{}", self.0.path);
        self
    }

    /// Says why that type is expected; a value of the right type has no use for it.
    #[cold]
    pub(crate) fn since(mut self, reason: fmt::Arguments<'_>) -> Self {
        self.0.reason = format!(" {reason}");
        self
    }

    /// Type or value.
    pub fn kind(&self) -> MismatchKind {
        self.0.kind
    }
}

/// `Expected … but got …`, with the place inside a container in front.
impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Detail { kind, path, expected, reason, got } = &*self.0;
        if !path.is_empty() {
            write!(f, "`{path}`: ")?;
        }
        match kind {
            MismatchKind::Type => write!(f, "Expected `{expected}`{reason} but got `{got}`"),
            MismatchKind::Value => write!(f, "Expected {expected} but got {got}"),
        }
    }
}

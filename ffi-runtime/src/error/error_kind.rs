use std::borrow::Cow;
use std::fmt;

/// The kind of an error: the name of a Python exception.
///
/// The constants are the kinds that Python knows by default. Others can be named with [`ErrorKind::new`]; they
/// arrive in Python as RuntimeError unless registered there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ErrorKind(Cow<'static, str>);

#[allow(non_upper_case_globals, missing_docs, reason = "spelled and meant as Python's exceptions are")]
impl ErrorKind {
    pub const RuntimeError: Self = Self::new("RuntimeError");
    pub const ValueError: Self = Self::new("ValueError");
    pub const TypeError: Self = Self::new("TypeError");
    pub const AttributeError: Self = Self::new("AttributeError");
    pub const KeyError: Self = Self::new("KeyError");
    pub const IndexError: Self = Self::new("IndexError");
    pub const AssertionError: Self = Self::new("AssertionError");
    pub const MemoryError: Self = Self::new("MemoryError");
}

impl ErrorKind {
    /// A kind by its name.
    pub const fn new(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn into_name(self) -> Cow<'static, str> {
        self.0
    }
}

impl From<String> for ErrorKind {
    fn from(name: String) -> Self {
        Self(Cow::Owned(name))
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq<str> for ErrorKind {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for ErrorKind {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

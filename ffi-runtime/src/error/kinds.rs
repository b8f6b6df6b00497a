//! The known kinds by their bare names, for [`bail!`](crate::bail) and [`ensure!`](crate::ensure).

#![allow(non_upper_case_globals, reason = "spelled as Python's exceptions are")]

use super::ErrorKind;

macro_rules! kinds {
    ($($kind:ident),+ $(,)?) => {
        $(
            #[doc = concat!("[`ErrorKind::", stringify!($kind), "`]")]
            pub const $kind: ErrorKind = ErrorKind::$kind;
        )+
    };
}

kinds!(
    RuntimeError,
    ValueError,
    TypeError,
    AttributeError,
    KeyError,
    IndexError,
    AssertionError,
    MemoryError,
);

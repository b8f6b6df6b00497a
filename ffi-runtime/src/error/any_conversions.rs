//! Reading any values: a value of another type is an [`Error`](super::Error).

use super::Result;
use crate::any::{Any, AnyView};
use crate::convert::Argument;
use crate::string;

impl Any {
    /// The value as a `T`; `&str` and `&[u8]` borrow from this value.
    ///
    /// # Errors
    /// TypeError when the value is of another type, ValueError when it is out of range.
    #[inline]
    #[track_caller]
    pub fn to<'a, T: Argument<View<'a> = T>>(&'a self) -> Result<T> {
        self.view().to()
    }
}

impl<'a> AnyView<'a> {
    /// The value as a `T`.
    ///
    /// # Errors
    /// TypeError when the value is of another type, ValueError when it is out of range.
    #[inline]
    #[track_caller]
    pub fn to<T: Argument<View<'a> = T>>(self) -> Result<T> {
        const {
            assert!(!T::EXCLUSIVE, "write access is given to arguments only, where overlaps are checked");
        }
        Ok(T::from_view(self)?)
    }

    /// An owned copy of the value.
    ///
    /// # Errors
    /// TypeError for a bare `DLTensor*`, which has no owner.
    #[track_caller]
    pub fn to_owned(self) -> Result<Any> {
        Ok(string::own(self)?)
    }
}

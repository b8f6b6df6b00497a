use super::{FfiType, Mismatch};
use crate::any::Any;

/// A type that a function can return, or that can be kept in an [`Any`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned to other languages",
    label = "no conversion from `{Self}` to an any value",
    note = "returns can be `()`, `bool`, integers, floats, strings, bytes, `Option<T>`, `Tensor`, `Function`, `Any`, \
            `DataType`, `Device`, `Module`, `*mut c_void` and `Result<T, E>` of these, with `E: Into<Error>`"
)]
pub trait IntoAny: FfiType {
    /// Makes the value.
    ///
    /// # Errors
    /// A [`Mismatch`] when the ABI has no such value, such as an integer above `i64::MAX`.
    fn into_any(self) -> Result<Any, Mismatch>;

    /// Makes the value of a copy, without the copy where that is possible.
    ///
    /// # Errors
    /// As [`into_any`](Self::into_any).
    #[inline(always)]
    fn copy_into_any(&self) -> Result<Any, Mismatch>
    where
        Self: Clone,
    {
        self.clone().into_any()
    }
}

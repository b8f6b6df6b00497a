use crate::any::Any;
use crate::convert::{FfiType, IntoAny, Mismatch};
use crate::error::{Error, Result};

/// What a function may return: a value, or a `Result` of one with an error that converts into [`Error`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned to other languages",
    label = "no conversion from `{Self}` to an any value",
    note = "returns can be `()`, `bool`, integers, floats, strings, bytes, `Option<T>`, `Tensor`, `Function`, `Any`, \
            `DataType`, `Device`, `Module`, `*mut c_void` and `Result<T, E>` of these, with `E: Into<Error>`"
)]
pub trait Returned {
    /// The type of the value.
    type Value: FfiType;

    /// The value as an any; the outer error is the function's, the inner one that of the conversion.
    ///
    /// # Errors
    /// The function's own error.
    fn into_result(self) -> Result<Result<Any, Mismatch>>;
}

impl<T: IntoAny> Returned for T {
    type Value = T;

    #[inline(always)]
    fn into_result(self) -> Result<Result<Any, Mismatch>> {
        Ok(self.into_any())
    }
}

impl<T: IntoAny, E: Into<Error>> Returned for Result<T, E> {
    type Value = T;

    #[inline(always)]
    fn into_result(self) -> Result<Result<Any, Mismatch>> {
        match self {
            Ok(value) => Ok(value.into_any()),
            // The conversion is made here, and this is no place that a user wants to see.
            Err(error) => Err(error.into().not_from(file!())),
        }
    }
}

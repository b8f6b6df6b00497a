use core::marker::PhantomData;

use super::Mismatch;
use crate::any::Any;
use crate::sys::RawAny;

/// A Rust value that can be passed to a function.
///
/// Handles and tensor views are lent; strings and bytes longer than seven bytes are copied once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed to a function of another language",
    label = "no conversion from `{Self}` to an any value"
)]
pub trait ToArgument {
    /// Lends the value for a call.
    ///
    /// # Errors
    /// A [`Mismatch`] when the ABI has no such value, such as an integer above `i64::MAX`.
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch>;

    /// The text, where the value is one: a lookup makes no new string of it.
    #[doc(hidden)]
    #[inline]
    fn as_text(&self) -> Option<&str> {
        None
    }
}

impl<T: ToArgument + ?Sized> ToArgument for &T {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        (**self).to_argument()
    }

    #[inline]
    fn as_text(&self) -> Option<&str> {
        (**self).as_text()
    }
}

/// A value that is passed in a call: lent for `'a`, or owned until the call is over.
pub struct ArgumentValue<'a> {
    raw: RawAny,
    /// Keeps an owned value until the call is over.
    owner: Option<Any>,
    lent: PhantomData<&'a ()>,
}

impl<'a> ArgumentValue<'a> {
    /// A value that is owned until the call is over.
    #[inline]
    pub fn owned(value: Any) -> Self {
        Self { raw: *value.view().as_raw(), owner: Some(value), lent: PhantomData }
    }

    /// A value that is lent.
    ///
    /// # Safety
    /// What `raw` points to stays valid for `'a`.
    #[inline]
    pub unsafe fn lent(raw: RawAny) -> Self {
        Self { raw, owner: None, lent: PhantomData }
    }

    /// The value if it is owned, else what is lent.
    pub(crate) fn take(self) -> Result<Any, RawAny> {
        self.owner.ok_or(self.raw)
    }

    /// The value as the ABI passes it. Its members are copied one by one: they were written so a moment ago, and a
    /// processor waits when it is to read two fresh writes as one.
    #[inline(always)]
    pub(crate) fn as_raw(&self) -> RawAny {
        let RawAny { type_index, small_len, .. } = self.raw;
        RawAny { small_len, ..RawAny::from_pointer(type_index, self.raw.pointer()) }
    }
}

/// Implements [`ToArgument`] for copyable values, which own nothing, through [`IntoAny`](super::IntoAny). Without an
/// owner the value is built where the call reads it.
macro_rules! impl_to_argument_by_copy {
    ($($type:ty),+) => {
        $(
            impl $crate::convert::ToArgument for $type {
                #[inline]
                fn to_argument(
                    &self,
                ) -> Result<$crate::convert::ArgumentValue<'_>, $crate::convert::Mismatch> {
                    let value = $crate::convert::IntoAny::into_any(*self)?.into_raw();
                    // SAFETY: a plain value points to nothing.
                    Ok(unsafe { $crate::convert::ArgumentValue::lent(value) })
                }
            }
        )+
    };
}
pub(crate) use impl_to_argument_by_copy;

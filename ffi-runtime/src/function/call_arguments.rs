use crate::convert::ToArgument;
use crate::error::Result;
use crate::sys::RawAny;

/// The arguments of a call: a tuple of up to twelve values that can be passed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a call",
    note = "arguments are a tuple, one of a single value too: `call((x,))`, `call(())`"
)]
pub trait CallArguments {
    /// Lends the arguments to `call`, in the form the packed call convention wants.
    ///
    /// # Errors
    /// A ValueError for an argument that the ABI has no value for.
    #[doc(hidden)]
    fn with_raw<R>(&self, call: impl FnOnce(&[RawAny]) -> R) -> Result<R>;
}

macro_rules! impl_call_arguments {
    ($($type:ident $value:ident),*) => {
        impl<$($type: ToArgument),*> CallArguments for ($($type,)*) {
            #[inline]
            fn with_raw<R>(&self, call: impl FnOnce(&[RawAny]) -> R) -> Result<R> {
                let ($($value,)*) = self;
                $(let $value = $value.to_argument()?;)*
                Ok(call(&[$($value.as_raw()),*]))
            }
        }
    };
}

impl_call_arguments!();
impl_call_arguments!(A a);
impl_call_arguments!(A a, B b);
impl_call_arguments!(A a, B b, C c);
impl_call_arguments!(A a, B b, C c, D d);
impl_call_arguments!(A a, B b, C c, D d, E e);
impl_call_arguments!(A a, B b, C c, D d, E e, F f);
impl_call_arguments!(A a, B b, C c, D d, E e, F f, G g);
impl_call_arguments!(A a, B b, C c, D d, E e, F f, G g, H h);
impl_call_arguments!(A a, B b, C c, D d, E e, F f, G g, H h, I i);
impl_call_arguments!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j);
impl_call_arguments!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k);
impl_call_arguments!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l);

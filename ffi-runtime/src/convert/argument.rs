use super::{FfiType, Mismatch};
use crate::any::AnyView;
use crate::sys::{ObjectHeader, RawAny};

/// A type that a function can take as an argument.
///
/// Types that borrow from the caller, such as `&str`, are named with any lifetime; [`Argument::View`] is the
/// same type with the lifetime of the call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a function that other languages call",
    label = "no conversion from an any value to `{Self}`",
    note = "arguments can be `bool`, integers, floats, `&str`, `String`, `&[u8]`, `Bytes`, `Option<T>`, \
            `TensorView<'_, T>`, `TensorViewMut<'_, T>`, `Tensor`, `Function`, `Any`, `AnyView<'_>`, `DataType`, \
            `Device`, `Module` and `*mut c_void`"
)]
pub trait Argument: FfiType {
    /// This type with the lifetime of the call.
    type View<'a>;

    /// Whether the argument gives write access to memory, so that no other argument may reach it.
    const EXCLUSIVE: bool = false;

    /// Whether the argument may be the very tensor that another argument with this constant is, although it is written to.
    /// Only for types that never make a reference to an element.
    const IN_PLACE: bool = false;

    /// Whether the view borrows from the value. The elements of a list are not lent to such types, since others may
    /// change the list at any time. An owned type says false, which must be true of it.
    const BORROWS: bool = true;

    /// Whether values are handles that keep the object they are made of. Where the caller moves that object in, it is
    /// taken out of the caller's place, and the function has the only reference. Only for types that do not borrow.
    const TAKES_MOVED: bool = false;

    /// Whether the value is of this very type, so that it need not be converted; tells the variants of a union
    /// apart.
    fn is_exact(view: AnyView<'_>) -> bool {
        Self::from_view(view).is_ok()
    }

    /// Reads the value.
    ///
    /// # Errors
    /// A [`Mismatch`] saying what was expected and what came.
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch>;

    /// Whether `value` keeps this very object, rather than one that it was converted to. Asked of types that
    /// [take](Self::TAKES_MOVED) what is moved in.
    fn is_handle_of(value: &Self::View<'_>, object: *const ObjectHeader) -> bool {
        let _ = (value, object);
        false
    }

    /// Whether every owned value converts, so that the elements of a container need no look.
    #[doc(hidden)]
    const ANYTHING: bool = false;

    /// Whether the value converts, without keeping what it becomes.
    ///
    /// # Errors
    /// As [`Argument::from_view`].
    #[doc(hidden)]
    #[inline]
    fn check(view: AnyView<'_>) -> Result<(), Mismatch> {
        Self::from_view(view).map(drop)
    }

    /// Whether all these values plainly convert, told by a glance at each. False means only that each must be
    /// converted to know.
    #[doc(hidden)]
    #[inline]
    fn all_plain(_values: &[RawAny]) -> bool {
        Self::ANYTHING
    }

    /// Reads one of the values that are plain.
    ///
    /// # Panics
    /// When it is not.
    #[doc(hidden)]
    #[inline]
    fn from_plain<'a>(view: AnyView<'a>) -> Self::View<'a> {
        match Self::from_view(view) {
            Ok(value) => value,
            Err(mismatch) => panic!("a value that plainly converts does not: {mismatch}"),
        }
    }
}

/// An argument type that owns its value: its view is itself, with any lifetime.
pub trait OwnedArgument: for<'a> Argument<View<'a> = Self> + 'static {}

impl<T: for<'a> Argument<View<'a> = T> + 'static> OwnedArgument for T {}

use super::ffi_type::impl_ffi_type;
use super::{Argument, ArgumentValue, IntoAny, Mismatch, ToArgument};
use crate::any::{Any, AnyView};

impl_ffi_type!("Any", "Any": Any, AnyView<'_>);

/// The argument as it is passed, valid during the call.
impl Argument for AnyView<'_> {
    type View<'a> = AnyView<'a>;

    const ANYTHING: bool = true;

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        Ok(view)
    }
}

impl IntoAny for Any {
    #[inline(always)]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self)
    }
}

impl ToArgument for Any {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        // SAFETY: `self` keeps the value for as long as it is lent.
        Ok(unsafe { ArgumentValue::lent(*self.view().as_raw()) })
    }
}

impl ToArgument for AnyView<'_> {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        let raw = self.lent().ok_or_else(Mismatch::moved_out)?;
        // SAFETY: the view borrows the value for longer than this borrow of the view lasts.
        Ok(unsafe { ArgumentValue::lent(raw) })
    }
}

use super::ffi_type::impl_ffi_type;
use super::to_argument::impl_to_argument_by_copy;
use super::{Argument, IntoAny, Mismatch};
use crate::any::{Any, AnyView};

impl_ffi_type!("None", "None": ());
impl_to_argument_by_copy!(());

impl Argument for () {
    type View<'a> = Self;

    const BORROWS: bool = false;

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        if view.is_none() { Ok(()) } else { Err(Mismatch::of_type::<Self>(view)) }
    }
}

impl IntoAny for () {
    #[inline(always)]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(Any::none())
    }
}

impl From<()> for Any {
    #[inline]
    fn from((): ()) -> Self {
        Self::none()
    }
}

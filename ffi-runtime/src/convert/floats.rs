use super::ffi_type::impl_ffi_type;
use super::to_argument::impl_to_argument_by_copy;
use super::{Argument, IntoAny, Mismatch};
use crate::any::{Any, AnyView};
use crate::sys::TypeIndex;

impl_ffi_type!("float", "float": f32, f64);
impl_to_argument_by_copy!(f32, f64);

impl Argument for f64 {
    type View<'a> = Self;

    const BORROWS: bool = false;

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        let raw = view.as_raw();
        match raw.type_index {
            TypeIndex::FLOAT => Ok(Self::from_bits(raw.bits())),
            TypeIndex::INT | TypeIndex::BOOL => Ok(raw.bits() as i64 as Self),
            _ => Err(Mismatch::of_type::<Self>(view)),
        }
    }
}

impl Argument for f32 {
    type View<'a> = Self;

    const BORROWS: bool = false;

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        f64::from_view(view).map(|value| value as Self)
    }
}

impl IntoAny for f64 {
    #[inline(always)]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl IntoAny for f32 {
    #[inline(always)]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl From<f64> for Any {
    #[inline]
    fn from(value: f64) -> Self {
        Self::from_bits(TypeIndex::FLOAT, value.to_bits())
    }
}

impl From<f32> for Any {
    #[inline]
    fn from(value: f32) -> Self {
        f64::from(value).into()
    }
}

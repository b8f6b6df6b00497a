use super::ffi_type::impl_ffi_type;
use super::to_argument::impl_to_argument_by_copy;
use super::{Argument, IntoAny, Mismatch, big_integer, plain};
use crate::any::{Any, AnyView};
use crate::sys::{RawAny, TypeIndex};

impl_ffi_type!("float", "float": f32, f64);
impl_to_argument_by_copy!(f32, f64);

impl Argument for f64 {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn is_exact(view: AnyView<'_>) -> bool {
        view.type_index() == TypeIndex::FLOAT
    }

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        let raw = view.as_raw();
        match raw.type_index {
            TypeIndex::FLOAT => Ok(Self::from_bits(raw.bits())),
            TypeIndex::INT | TypeIndex::BOOL => Ok(raw.bits() as i64 as Self),
            _ => big_or_mismatch(view),
        }
    }

    #[inline(always)]
    fn all_plain(values: &[RawAny]) -> bool {
        plain::all(values, |value| value.type_index == TypeIndex::FLOAT)
    }

    #[inline(always)]
    fn from_plain<'a>(view: AnyView<'a>) -> Self {
        Self::from_bits(view.as_raw().bits())
    }
}

#[cold]
#[inline(never)]
fn big_or_mismatch(view: AnyView<'_>) -> Result<f64, Mismatch> {
    match big_integer::words(view) {
        Some(words) => Ok(big_integer::to_float(words)),
        None => Err(Mismatch::of_type::<f64>(view)),
    }
}

impl Argument for f32 {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn is_exact(view: AnyView<'_>) -> bool {
        f64::is_exact(view)
    }

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        f64::from_view(view).map(|value| value as Self)
    }

    #[inline(always)]
    fn all_plain(values: &[RawAny]) -> bool {
        f64::all_plain(values)
    }

    #[inline(always)]
    fn from_plain<'a>(view: AnyView<'a>) -> Self {
        f64::from_plain(view) as Self
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

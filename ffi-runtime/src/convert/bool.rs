use super::ffi_type::impl_ffi_type;
use super::to_argument::impl_to_argument_by_copy;
use super::{Argument, IntoAny, Mismatch, plain};
use crate::any::{Any, AnyView};
use crate::sys::{RawAny, TypeIndex};

impl_ffi_type!("bool", "bool": bool);
impl_to_argument_by_copy!(bool);

impl Argument for bool {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn is_exact(view: AnyView<'_>) -> bool {
        view.type_index() == TypeIndex::BOOL
    }

    #[inline(always)]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        let raw = view.as_raw();
        match (raw.type_index, raw.bits()) {
            (TypeIndex::BOOL, bits) => Ok(bits != 0),
            (TypeIndex::INT, bits @ (0 | 1)) => Ok(bits == 1),
            _ => Err(mismatch(view)),
        }
    }

    #[inline(always)]
    fn all_plain(values: &[RawAny]) -> bool {
        plain::all(values, |value| value.type_index == TypeIndex::BOOL)
    }

    #[inline(always)]
    fn from_plain<'a>(view: AnyView<'a>) -> Self {
        view.as_raw().bits() != 0
    }
}

#[cold]
#[inline(never)]
fn mismatch(view: AnyView<'_>) -> Mismatch {
    if view.type_index() == TypeIndex::INT {
        return Mismatch::new_value("a bool, 0 or 1", (view.as_raw().bits() as i64).to_string());
    }
    Mismatch::of_type::<bool>(view)
}

impl IntoAny for bool {
    #[inline(always)]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl From<bool> for Any {
    #[inline]
    fn from(value: bool) -> Self {
        Self::from_bits(TypeIndex::BOOL, u64::from(value))
    }
}

use super::ffi_type::impl_ffi_type;
use super::to_argument::impl_to_argument_by_copy;
use super::{Argument, IntoAny, Mismatch, big_integer, plain};
use crate::any::{Any, AnyView};
use crate::sys::{RawAny, TypeIndex};

impl_ffi_type!("int", "int": i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
impl_to_argument_by_copy!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

/// The integer in a value that is an int or a bool.
#[inline(always)]
fn integer_of(view: AnyView<'_>) -> Option<i64> {
    let raw = view.as_raw();
    is_integer(raw).then(|| raw.bits() as i64)
}

#[inline(always)]
fn is_integer(raw: &RawAny) -> bool {
    // INT is 1 and BOOL is 2: one comparison tells both.
    const _: () = assert!(TypeIndex::INT.0 == 1 && TypeIndex::BOOL.0 == 2);
    (raw.type_index.0.wrapping_sub(1) as u32) < 2
}

/// What is no plain integer in range: a big integer that fits, or the mismatch.
#[cold]
#[inline(never)]
fn big_or_mismatch<T: TryFrom<i128> + TryFrom<u128>>(
    view: AnyView<'_>,
    minimum: i128,
    maximum: u128,
) -> Result<T, Mismatch> {
    let range = || format!("an integer from {minimum} to {maximum}");
    if let Some(value) = integer_of(view) {
        return Err(Mismatch::new_value(range(), value.to_string()));
    }
    let Some(words) = big_integer::words(view) else { return Err(Mismatch::of_type::<i64>(view)) };
    let fitting = match big_integer::to_128_bits(words) {
        Some(Ok(value)) => T::try_from(value).ok(),
        Some(Err(value)) => T::try_from(value).ok(),
        None => None,
    };
    fitting.ok_or_else(|| Mismatch::new_value(range(), big_integer::to_text(words)))
}

#[cold]
#[inline(never)]
fn out_of_range(value: impl core::fmt::Display) -> Mismatch {
    Mismatch::new_value(format!("an integer from {} to {}", i64::MIN, i64::MAX), value.to_string())
}

macro_rules! impl_integer {
    ($($type:ty),+) => {
        $(
            impl Argument for $type {
                type View<'a> = Self;

                const BORROWS: bool = false;

                fn is_exact(view: AnyView<'_>) -> bool {
                    matches!(view.type_index(), TypeIndex::INT | TypeIndex::BIG_INT)
                }

                #[inline(always)]
                fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
                    match integer_of(view).map(Self::try_from) {
                        Some(Ok(value)) => Ok(value),
                        _ => big_or_mismatch(view, <$type>::MIN as i128, <$type>::MAX as u128),
                    }
                }

                #[inline(always)]
                fn all_plain(values: &[RawAny]) -> bool {
                    plain::all(values, |value| {
                        is_integer(value) & Self::try_from(value.bits() as i64).is_ok()
                    })
                }

                #[inline(always)]
                fn from_plain<'a>(view: AnyView<'a>) -> Self {
                    view.as_raw().bits() as i64 as Self
                }
            }

            impl IntoAny for $type {
                #[inline(always)]
                fn into_any(self) -> Result<Any, Mismatch> {
                    match i64::try_from(self) {
                        Ok(value) => Ok(Any::from_bits(TypeIndex::INT, value as u64)),
                        Err(_) => Err(out_of_range(self)),
                    }
                }
            }
        )+
    };
}

impl_integer!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! impl_from_integer {
    ($($type:ty),+) => {
        $(
            impl From<$type> for Any {
                #[inline]
                fn from(value: $type) -> Self {
                    Self::from_bits(TypeIndex::INT, i64::from(value) as u64)
                }
            }
        )+
    };
}

impl_from_integer!(i8, i16, i32, i64, u8, u16, u32);

use half::{bf16, f16};

use super::ffi_type::impl_ffi_type;
use super::to_argument::impl_to_argument_by_copy;
use super::{Argument, IntoAny, Mismatch};
use crate::any::{Any, AnyView};

impl_ffi_type!("float", "float": f16, bf16);
impl_to_argument_by_copy!(f16, bf16);

macro_rules! impl_half_float {
    ($($type:ty),+) => {
        $(
            /// Rounded to the nearest value, like `f32`.
            impl Argument for $type {
                type View<'a> = Self;

                const BORROWS: bool = false;

                fn is_exact(view: AnyView<'_>) -> bool {
                    f64::is_exact(view)
                }

                #[inline]
                fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
                    f64::from_view(view).map(Self::from_f64)
                }
            }

            impl IntoAny for $type {
                #[inline]
                fn into_any(self) -> Result<Any, Mismatch> {
                    Ok(self.into())
                }
            }

            impl From<$type> for Any {
                #[inline]
                fn from(value: $type) -> Self {
                    value.to_f64().into()
                }
            }
        )+
    };
}

impl_half_float!(f16, bf16);

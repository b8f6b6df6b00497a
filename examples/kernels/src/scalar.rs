use ffi_runtime::Element;
use half::{bf16, f16};

use crate::float::Float;
use crate::halves;

/// An element type of the kernels' tensors, and what is computed with.
pub trait Scalar: Element {
    /// `f64` for itself, `f32` for all others.
    type Compute: Float;

    /// The elements as numbers to compute with, in `scratch` where they must be converted.
    fn read<'s>(row: &'s [Self], scratch: &'s mut Vec<Self::Compute>) -> &'s [Self::Compute];

    /// Calls `body` with a place for the results, which are converted to `row` afterwards.
    fn write(row: &mut [Self], scratch: &mut Vec<Self::Compute>, body: impl FnOnce(&mut [Self::Compute]));
}

macro_rules! impl_scalar {
    ($($float:ident),+) => {
        $(
            impl Scalar for $float {
                type Compute = $float;

                #[inline]
                fn read<'s>(row: &'s [$float], _scratch: &'s mut Vec<$float>) -> &'s [$float] {
                    row
                }

                #[inline]
                fn write(row: &mut [$float], _scratch: &mut Vec<$float>, body: impl FnOnce(&mut [$float])) {
                    body(row);
                }
            }
        )+
    };
    ($($half:ident by $widen:path, $narrow:path);+ $(;)?) => {
        $(
            impl Scalar for $half {
                type Compute = f32;

                #[inline]
                fn read<'s>(row: &'s [$half], scratch: &'s mut Vec<f32>) -> &'s [f32] {
                    scratch.resize(row.len(), 0.0);
                    $widen(row, scratch);
                    scratch
                }

                #[inline]
                fn write(row: &mut [$half], scratch: &mut Vec<f32>, body: impl FnOnce(&mut [f32])) {
                    scratch.resize(row.len(), 0.0);
                    body(scratch);
                    $narrow(scratch, row);
                }
            }
        )+
    };
}

impl_scalar!(f32, f64);
impl_scalar!(
    bf16 by halves::widen_bf16, halves::narrow_bf16;
    f16 by halves::widen_f16, halves::narrow_f16;
);

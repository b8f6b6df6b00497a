//! Functions that exist twice: for every processor, and with AVX2, FMA and F16C where the processor has them.

/// Whether the processor has what the wide functions use.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") && is_x86_feature_detected!("f16c")
}

/// Defines a function whose body is compiled twice; `WIDE` tells in the body which one it is, so that it can use fused
/// multiplication where that is one instruction.
macro_rules! twice {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident<$float:ident: $bound:ident, const WIDE: bool>(
            $($argument:ident: $type:ty),* $(,)?
        ) $(-> $returns:ty)? $body:block
    ) => {
        $(#[$attribute])*
        $visibility fn $name<$float: $bound>($($argument: $type),*) $(-> $returns)? {
            #[inline(always)]
            fn portable<$float: $bound, const WIDE: bool>($($argument: $type),*) $(-> $returns)? $body

            #[cfg(target_arch = "x86_64")]
            if $crate::wide::is_available() {
                #[target_feature(enable = "avx2,fma,f16c")]
                fn wide<$float: $bound>($($argument: $type),*) $(-> $returns)? {
                    portable::<$float, true>($($argument),*)
                }
                // SAFETY: the processor has these features.
                return unsafe { wide::<$float>($($argument),*) };
            }
            portable::<$float, false>($($argument),*)
        }
    };
}

pub(crate) use twice;

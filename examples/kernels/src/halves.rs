//! Half floats to `f32` and back, many at once.

use half::{bf16, f16};

/// Converts exactly.
pub(crate) fn widen_bf16(from: &[bf16], to: &mut [f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = f32::from_bits(u32::from(from.to_bits()) << 16);
    }
}

/// Converts to the nearest, the even one of two.
pub(crate) fn narrow_bf16(from: &[f32], to: &mut [bf16]) {
    for (to, from) in to.iter_mut().zip(from) {
        let bits = from.to_bits();
        let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1));
        let bits = if from.is_nan() { bits | 0x0040_0000 } else { rounded };
        *to = bf16::from_bits((bits >> 16) as u16);
    }
}

/// Converts exactly.
pub(crate) fn widen_f16(from: &[f16], to: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if crate::wide::is_available() {
        // SAFETY: the processor has the features.
        return unsafe { x86::widen_f16(from, to) };
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.to_f32();
    }
}

/// Converts to the nearest, the even one of two.
pub(crate) fn narrow_f16(from: &[f32], to: &mut [f16]) {
    #[cfg(target_arch = "x86_64")]
    if crate::wide::is_available() {
        // SAFETY: the processor has the features.
        return unsafe { x86::narrow_f16(from, to) };
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to = f16::from_f32(*from);
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    use half::f16;

    #[target_feature(enable = "avx2,fma,f16c")]
    pub(super) fn widen_f16(from: &[f16], to: &mut [f32]) {
        let (from, from_rest) = from.as_chunks::<8>();
        let (to, to_rest) = to.as_chunks_mut::<8>();
        for (to, from) in to.iter_mut().zip(from) {
            // SAFETY: both have eight elements, and neither access needs an alignment.
            unsafe {
                let halves = _mm_loadu_si128(from.as_ptr().cast());
                _mm256_storeu_ps(to.as_mut_ptr(), _mm256_cvtph_ps(halves));
            }
        }
        for (to, from) in to_rest.iter_mut().zip(from_rest) {
            *to = from.to_f32();
        }
    }

    #[target_feature(enable = "avx2,fma,f16c")]
    pub(super) fn narrow_f16(from: &[f32], to: &mut [f16]) {
        let (from, from_rest) = from.as_chunks::<8>();
        let (to, to_rest) = to.as_chunks_mut::<8>();
        for (to, from) in to.iter_mut().zip(from) {
            // SAFETY: both have eight elements, and neither access needs an alignment.
            unsafe {
                let halves = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm256_loadu_ps(from.as_ptr()));
                _mm_storeu_si128(to.as_mut_ptr().cast(), halves);
            }
        }
        for (to, from) in to_rest.iter_mut().zip(from_rest) {
            *to = f16::from_f32(*from);
        }
    }
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::{narrow_bf16, narrow_f16, widen_bf16, widen_f16};

    /// Numbers of every size, and those next to the middle between two half floats.
    fn numbers() -> Vec<f32> {
        let some = (0..=u16::MAX).step_by(7).flat_map(|high| {
            [0, 1, 0x1000, 0x7fff, 0x8000, 0x8001].map(|low| f32::from_bits(u32::from(high) << 16 | low))
        });
        some.collect()
    }

    #[test]
    fn every_half_float_is_widened_and_comes_back() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        let mut wide = vec![0.0; all.len()];
        let mut back = vec![f16::ZERO; all.len()];
        let halves: Vec<f16> = all.iter().map(|bits| f16::from_bits(*bits)).collect();
        widen_f16(&halves, &mut wide);
        narrow_f16(&wide, &mut back);
        for ((half, wide), back) in halves.iter().zip(&wide).zip(&back) {
            assert!(
                half.is_nan() && wide.is_nan() && back.is_nan() || (half.to_f32() == *wide && half == back)
            );
        }
        let mut back = vec![bf16::ZERO; all.len()];
        let halves: Vec<bf16> = all.iter().map(|bits| bf16::from_bits(*bits)).collect();
        widen_bf16(&halves, &mut wide);
        narrow_bf16(&wide, &mut back);
        for ((half, wide), back) in halves.iter().zip(&wide).zip(&back) {
            assert!(
                half.is_nan() && wide.is_nan() && back.is_nan() || (half.to_f32() == *wide && half == back)
            );
        }
    }

    #[test]
    fn numbers_are_narrowed_to_the_nearest() {
        let numbers = numbers();
        let mut narrow = vec![bf16::ZERO; numbers.len()];
        narrow_bf16(&numbers, &mut narrow);
        for (number, narrow) in numbers.iter().zip(&narrow) {
            let expected = bf16::from_f32(*number);
            assert!(expected == *narrow || (number.is_nan() && narrow.is_nan()), "{number:e} {narrow}");
        }
        let mut narrow = vec![f16::ZERO; numbers.len()];
        narrow_f16(&numbers, &mut narrow);
        for (number, narrow) in numbers.iter().zip(&narrow) {
            let expected = f16::from_f32(*number);
            assert!(expected == *narrow || (number.is_nan() && narrow.is_nan()), "{number:e} {narrow}");
        }
    }
}

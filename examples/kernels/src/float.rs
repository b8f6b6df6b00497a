use core::ops::{Add, Div, Mul, Sub};

use ffi_runtime::Element;

/// What the kernels compute with: `f32` and `f64`.
pub trait Float:
    Element + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// Less than every number.
    const NEGATIVE_INFINITY: Self;

    /// The nearest number.
    fn from_f64(value: f64) -> Self;

    /// The same number.
    fn to_f64(self) -> f64;

    /// `self * factor + term`, fused where that is one instruction.
    fn multiply_add<const FUSED: bool>(self, factor: Self, term: Self) -> Self;

    /// The exponential of a number that is not positive, without a branch. The relative error is below 2.5e-7 for `f32`
    /// and 1e-15 for `f64`; results that would be subnormal are 0.
    fn exp_of_negative<const FUSED: bool>(self) -> Self;

    /// The larger one; `other` if `self` is NaN.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    /// Whether it is NaN.
    fn is_nan(self) -> bool;

    /// The absolute value.
    fn absolute(self) -> Self;

    /// The nearest integer, the even one of two, for numbers from -128 to 127; 0 for NaN.
    fn to_i8(self) -> i8;

    /// The same number.
    fn from_i8(value: i8) -> Self;

    /// Numbers in the order of their keys are sorted, with NaN as the largest.
    fn sort_key(self) -> i64;
}

macro_rules! impl_float {
    (
        $float:ident, $bits:ident, $signed:ident,
        magic: $magic:literal, mantissa: $mantissa:literal, one: $one:literal,
        ln2: $ln2_high:literal $ln2_low:literal, smallest: $smallest:literal,
        polynomial: [$($coefficient:expr),+]
    ) => {
        impl Float for $float {
            const ZERO: Self = 0.0;
            const NEGATIVE_INFINITY: Self = $float::NEG_INFINITY;

            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $float
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn multiply_add<const FUSED: bool>(self, factor: Self, term: Self) -> Self {
                if FUSED { self.mul_add(factor, term) } else { self * factor + term }
            }

            #[inline(always)]
            fn exp_of_negative<const FUSED: bool>(self) -> Self {
                // exp(x) = 2^n * exp(r), with n the integer nearest to x / ln 2. Adding 1.5 * 2^mantissa rounds, and
                // leaves n in the lowest bits.
                let shifted = self.multiply_add::<FUSED>(core::$float::consts::LOG2_E, $magic);
                let n = shifted - $magic;
                let r = n.multiply_add::<FUSED>(-$ln2_low, n.multiply_add::<FUSED>(-$ln2_high, self));
                let mut sum: $float = 0.0;
                $( sum = sum.multiply_add::<FUSED>(r, $coefficient); )+
                let exp_r = sum.multiply_add::<FUSED>(r * r, r) + 1.0;
                let power = $float::from_bits((shifted.to_bits() << $mantissa).wrapping_add($one));
                if self < $smallest { 0.0 } else { exp_r * power }
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                $float::is_nan(self)
            }

            #[inline(always)]
            fn absolute(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn to_i8(self) -> i8 {
                let number = if self.is_nan() { 0.0 } else { self };
                // The integer is in the lowest byte, in two's complement.
                (number + $magic).to_bits() as u8 as i8
            }

            #[inline(always)]
            fn from_i8(value: i8) -> Self {
                $float::from(value)
            }

            #[inline(always)]
            fn sort_key(self) -> i64 {
                let bits = self.to_bits() as $signed;
                let key = bits ^ (((bits >> ($bits::BITS - 1)) as $bits) >> 1) as $signed;
                i64::from(if self.is_nan() { $signed::MAX } else { key })
            }
        }
    };
}

// The polynomial of Cephes' `expf`, from the highest power.
impl_float! {
    f32, u32, i32,
    magic: 12_582_912.0, mantissa: 23, one: 0x3f80_0000,
    ln2: 0.693_359_4 -2.121_944_4e-4, smallest: -87.33,
    polynomial: [1.987_569_2e-4, 1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_65, 0.5]
}

// The series of exp, from 1/13! to 1/2!: the next term is below 5e-18 for |r| <= ln 2 / 2.
impl_float! {
    f64, u64, i64,
    magic: 6_755_399_441_055_744.0, mantissa: 52, one: 0x3ff0_0000_0000_0000,
    ln2: 6.931_471_803_691_238e-1 1.908_214_929_270_587_7e-10, smallest: -708.39,
    polynomial: [
        1.0 / 6_227_020_800.0, 1.0 / 479_001_600.0, 1.0 / 39_916_800.0, 1.0 / 3_628_800.0, 1.0 / 362_880.0,
        1.0 / 40_320.0, 1.0 / 5_040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5
    ]
}

#[cfg(test)]
mod tests {
    use super::Float;

    /// The largest relative error over numbers from `lowest` to 0.
    fn error<F: Float, const FUSED: bool>(lowest: f64) -> f64 {
        (0..=100_000)
            .map(|step| {
                let x = F::from_f64(lowest * f64::from(step) / 100_000.0);
                let exact = x.to_f64().exp();
                (x.exp_of_negative::<FUSED>().to_f64() - exact).abs() / exact
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn exp_keeps_its_errors() {
        for error in [error::<f32, false>(-87.3), error::<f32, true>(-87.3)] {
            assert!(error < 2.5e-7, "{error:e}");
        }
        for error in [error::<f64, false>(-708.3), error::<f64, true>(-708.3)] {
            assert!(error < 1e-15, "{error:e}");
        }
    }

    #[test]
    fn exp_knows_the_ends() {
        fn check<F: Float + core::fmt::Debug>() {
            let exp = |x: f64| F::from_f64(x).exp_of_negative::<false>().to_f64();
            assert_eq!([exp(0.0), exp(-0.0)], [1.0, 1.0]);
            assert_eq!([exp(f64::NEG_INFINITY), exp(-1e4), exp(-1e30)], [0.0, 0.0, 0.0]);
            assert!(exp(f64::NAN).is_nan());
        }
        check::<f32>();
        check::<f64>();
    }

    #[test]
    fn integers_are_rounded_to_even() {
        for (value, expected) in
            [(0.5, 0), (1.5, 2), (-0.5, 0), (-2.5, -2), (126.6, 127), (-127.4, -127), (f64::NAN, 0)]
        {
            assert_eq!([value.to_i8(), (value as f32).to_i8()], [expected; 2], "{value}");
        }
    }

    #[test]
    fn keys_sort_numbers() {
        let sorted = [f64::NEG_INFINITY, -2.0, -1e-300, 0.0, 1e-300, 1.0, f64::INFINITY, f64::NAN];
        assert!(sorted.is_sorted_by(|a, b| a.sort_key() < b.sort_key()));
        let sorted = [f32::NEG_INFINITY, -2.0, -1e-30, 0.0, 1e-30, 1.0, f32::INFINITY, -f32::NAN];
        assert!(sorted.is_sorted_by(|a, b| a.sort_key() < b.sort_key()));
    }
}

use core::ops::{Add, Div, Mul, Sub};

/// A number in the arithmetic of sizes; None once a step has no result.
#[derive(Clone, Copy)]
pub struct CheckedSize(Option<i64>);

impl CheckedSize {
    /// A number.
    #[inline(always)]
    pub const fn of(size: i64) -> Self {
        Self(Some(size))
    }

    /// Whether the result is this size.
    #[inline(always)]
    pub fn is(self, size: i64) -> bool {
        self.0 == Some(size)
    }

    #[inline(always)]
    fn with(self, other: Self, compute: impl FnOnce(i64, i64) -> Option<i64>) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Self(compute(a, b)),
            _ => Self(None),
        }
    }
}

macro_rules! impl_operator {
    ($($operator:ident $method:ident $checked:ident),+) => {
        $(
            impl $operator for CheckedSize {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    self.with(other, i64::$checked)
                }
            }
        )+
    };
}

impl_operator!(Add add checked_add, Sub sub checked_sub, Mul mul checked_mul, Div div checked_div_euclid);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_without_a_result_have_none() {
        let [zero, two, huge] = [0, 2, i64::MAX].map(CheckedSize::of);
        assert!((two * two + two - two / two).is(5));
        assert!((CheckedSize::of(7) / two).is(3));
        for none in [huge * two, huge + two, zero - huge - two, two / zero, zero * (huge * two)] {
            assert!(![0, 1, 2, i64::MAX, i64::MIN].into_iter().any(|size| none.is(size)));
        }
    }
}

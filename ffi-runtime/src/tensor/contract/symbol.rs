//! The values of symbols during a check.

use super::CheckedSize;

/// A symbol that stands for a size: the first size that it meets is its value.
#[derive(Clone, Copy)]
pub struct Symbol {
    /// Negative while there is none, since no size is.
    size: i64,
}

impl Symbol {
    /// One that has met no size.
    pub const UNBOUND: Self = Self { size: -1 };

    /// Whether the size is the symbol's value, which it becomes if there is none.
    #[inline(always)]
    pub fn agrees(&mut self, size: i64) -> bool {
        if self.size < 0 {
            self.size = size;
            return size >= 0;
        }
        self.size == size
    }

    /// Whether it has a value; symbols that stand only in optional arguments may have none.
    #[inline(always)]
    pub fn is_bound(&self) -> bool {
        self.size >= 0
    }

    /// For arithmetic.
    #[inline(always)]
    pub fn size(&self) -> CheckedSize {
        CheckedSize::of(self.size)
    }

    /// For the function's parameter.
    #[inline(always)]
    pub fn value(&self) -> usize {
        self.size as usize
    }
}

/// A symbol that stands for all sizes from a place on: the first that it meets are its value.
#[derive(Clone, Copy)]
pub struct RestSymbol<'a> {
    sizes: Option<&'a [i64]>,
}

impl<'a> RestSymbol<'a> {
    /// One that has met no sizes.
    pub const UNBOUND: Self = Self { sizes: None };

    /// Whether the sizes are the symbol's value, which they become if there is none.
    #[inline(always)]
    pub fn agrees(&mut self, sizes: &'a [i64]) -> bool {
        match self.sizes {
            None => {
                self.sizes = Some(sizes);
                true
            }
            Some(bound) => same_sizes(bound, sizes),
        }
    }
}

/// Compares without calling `memcmp`, which costs more than the few sizes do.
#[inline(always)]
fn same_sizes(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

use core::fmt;
use core::marker::PhantomData;

use super::row::Row;
use crate::dtype::Element;

/// One row of a tensor that may be written to.
pub struct RowMut<'a, T> {
    first: *mut T,
    length: usize,
    stride: isize,
    memory: PhantomData<&'a mut T>,
}

// SAFETY: the elements are this row's alone, and elements may be used from any thread.
unsafe impl<T: Send> Send for RowMut<'_, T> {}
// SAFETY: a shared row only reads.
unsafe impl<T: Sync> Sync for RowMut<'_, T> {}

impl<T: Element> RowMut<'_, T> {
    /// # Safety
    /// The elements are valid, aligned, apart from each other, and this row's alone for its lifetime; the address is
    /// aligned and not null also when there is none.
    #[inline]
    pub(super) unsafe fn new(first: *mut T, length: usize, stride: isize) -> Self {
        Self { first, length, stride, memory: PhantomData }
    }

    /// How many elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The row for reading.
    #[inline]
    pub fn as_row(&self) -> Row<'_, T> {
        // SAFETY: the elements are valid, and not written to while this row is borrowed.
        unsafe { Row::new(self.first, self.length, self.stride) }
    }

    /// The elements where they follow each other in memory.
    #[inline]
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        // SAFETY: the elements follow each other and are this row's alone, as `new` was promised.
        (self.stride == 1).then(|| unsafe { core::slice::from_raw_parts_mut(self.first, self.length) })
    }

    /// Calls `body` with the elements as a slice. Where they do not follow each other, that is a copy in `scratch`,
    /// which is written back.
    #[inline]
    pub fn with_slice<R>(&mut self, scratch: &mut Vec<T>, body: impl FnOnce(&mut [T]) -> R) -> R {
        if let Some(slice) = self.as_mut_slice() {
            return body(slice);
        }
        scratch.clear();
        scratch.extend(self.as_row().iter());
        let result = body(scratch);
        for (index, element) in scratch.iter().enumerate().take(self.length) {
            self.set(index, *element);
        }
        result
    }

    /// The element at `index`.
    ///
    /// # Panics
    /// When the index is out of range.
    #[inline]
    #[track_caller]
    pub fn get(&self, index: usize) -> T {
        self.as_row().get(index)
    }

    /// Writes the element at `index`.
    ///
    /// # Panics
    /// When the index is out of range.
    #[inline]
    #[track_caller]
    pub fn set(&mut self, index: usize, value: T) {
        assert!(index < self.length, "the index is {index} but the row has {} elements", self.length);
        // SAFETY: the index is inside the row, whose elements are its alone.
        unsafe { self.first.wrapping_offset(index as isize * self.stride).write(value) };
    }

    /// Makes every element that of `source`, converted by `map`.
    ///
    /// # Panics
    /// When the lengths differ.
    #[inline]
    #[track_caller]
    pub fn map_from<U: Element>(&mut self, source: Row<'_, U>, mut map: impl FnMut(U) -> T) {
        let lengths = (self.length, source.len());
        assert!(lengths.0 == lengths.1, "the row has {} elements, its source {}", lengths.0, lengths.1);
        match (self.as_mut_slice(), source.as_slice()) {
            (Some(out), Some(source)) => {
                for (out, value) in out.iter_mut().zip(source) {
                    *out = map(*value);
                }
            }
            _ => {
                for (index, value) in source.iter().enumerate() {
                    self.set(index, map(value));
                }
            }
        }
    }
}

impl<T: Element + fmt::Debug> fmt::Debug for RowMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_row().fmt(f)
    }
}

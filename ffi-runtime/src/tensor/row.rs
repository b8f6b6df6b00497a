use core::fmt;
use core::marker::PhantomData;

use crate::dtype::Element;

/// One row of a tensor: its elements along the last dimension, which need not follow each other in memory.
#[derive(Clone, Copy)]
pub struct Row<'a, T> {
    first: *const T,
    length: usize,
    stride: isize,
    memory: PhantomData<&'a T>,
}

// SAFETY: the elements are only read, and may be from any thread.
unsafe impl<T: Sync> Send for Row<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Row<'_, T> {}

impl<'a, T: Element> Row<'a, T> {
    /// # Safety
    /// The elements are valid, aligned and readable for `'a`, and so is the address when there is none.
    #[inline]
    pub(super) unsafe fn new(first: *const T, length: usize, stride: isize) -> Self {
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

    /// The elements where they follow each other in memory.
    #[inline]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        // SAFETY: the elements follow each other and are readable for 'a, as `new` was promised.
        (self.stride == 1).then(|| unsafe { core::slice::from_raw_parts(self.first, self.length) })
    }

    /// The elements as a slice, which is a copy in `scratch` where they do not follow each other.
    #[inline]
    pub fn contiguous<'s>(&self, scratch: &'s mut Vec<T>) -> &'s [T]
    where
        'a: 's,
    {
        match self.as_slice() {
            Some(slice) => slice,
            None => {
                scratch.clear();
                scratch.extend(self.iter());
                scratch
            }
        }
    }

    /// The element at `index`.
    ///
    /// # Panics
    /// When the index is out of range.
    #[inline]
    #[track_caller]
    pub fn get(&self, index: usize) -> T {
        assert!(index < self.length, "the index is {index} but the row has {} elements", self.length);
        // SAFETY: the index is inside the row, whose elements are readable.
        unsafe { self.first.wrapping_offset(index as isize * self.stride).read() }
    }

    /// The elements one by one.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + 'a {
        let Self { first, length, stride, .. } = *self;
        // SAFETY: the index is inside the row, whose elements are readable for 'a.
        (0..length).map(move |index| unsafe { first.wrapping_offset(index as isize * stride).read() })
    }
}

impl<T: Element + fmt::Debug> fmt::Debug for Row<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

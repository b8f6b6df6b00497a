use core::fmt;
use core::marker::PhantomData;

use super::places::Places;
use crate::dtype::Element;

/// The elements of a tensor in row-major order, whatever its strides. Made by
/// [`TensorView::iter`](super::TensorView::iter).
#[derive(Clone)]
pub struct Elements<'a, T> {
    places: Places<T>,
    memory: PhantomData<&'a T>,
}

// SAFETY: the elements are only read, and may be from any thread.
unsafe impl<T: Sync> Send for Elements<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Elements<'_, T> {}

impl<T> Elements<'_, T> {
    /// # Safety
    /// Every place is a valid `T` that stays readable for the lifetime.
    pub(super) unsafe fn new(places: Places<T>) -> Self {
        Self { places, memory: PhantomData }
    }
}

impl<T: Element> Iterator for Elements<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        // SAFETY: the places were promised to be readable.
        self.places.next().map(|place| unsafe { place.read() })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }

    fn fold<A, F: FnMut(A, T) -> A>(self, start: A, mut add: F) -> A {
        let mut total = start;
        let (stride, rows) = self.places.into_rows();
        for (first, length) in rows {
            for index in 0..length {
                // SAFETY: the places were promised to be readable.
                total = add(total, unsafe { first.wrapping_offset(index as isize * stride).read() });
            }
        }
        total
    }
}

impl<T: Element> ExactSizeIterator for Elements<'_, T> {}

impl<T> fmt::Debug for Elements<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elements").field("left", &self.places.size_hint().0).finish()
    }
}

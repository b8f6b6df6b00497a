use core::fmt;
use core::marker::PhantomData;

use super::row::Row;
use super::row_layout::RowLayout;
use super::view::TensorView;
use crate::dtype::Element;
use crate::error::Result;

/// The rows of a tensor, for reading: its elements along the last dimension, for every index of the others in
/// row-major order. Made by [`TensorView::rows`](super::TensorView::rows).
#[derive(Clone)]
pub struct Rows<'a, T> {
    layout: RowLayout<T>,
    memory: PhantomData<&'a T>,
}

// SAFETY: the elements are only read, and may be from any thread.
unsafe impl<T: Sync> Send for Rows<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Rows<'_, T> {}

impl<'a, T: Element> Rows<'a, T> {
    /// # Safety
    /// The rows' elements are valid and stay readable for `'a`.
    pub(super) unsafe fn new(layout: RowLayout<T>) -> Self {
        Self { layout, memory: PhantomData }
    }

    /// How many rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.layout.count
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of each row: the size of the last dimension.
    #[inline]
    pub fn row_len(&self) -> usize {
        self.layout.length
    }

    /// The row at `index`.
    ///
    /// # Panics
    /// When the index is out of range.
    #[inline]
    #[track_caller]
    pub fn row(&self, index: usize) -> Row<'a, T> {
        assert!(index < self.len(), "the index is {index} but there are {} rows", self.len());
        // SAFETY: the row is one of the tensor's, whose elements are readable for 'a.
        unsafe { Row::new(self.layout.row(index), self.layout.length, self.layout.stride) }
    }

    /// The rows one by one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Row<'a, T>> {
        (0..self.len()).map(|index| self.row(index))
    }
}

impl<T: Element> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("len", &self.len()).field("row_len", &self.row_len()).finish()
    }
}

impl<'a, T: Element> TensorView<'a, T> {
    /// The rows: the elements along the last dimension, for every index of the others, whatever the strides. A
    /// tensor without dimensions is one row.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let x = Tensor::from_vec(vec![1i64, 2, 3, 4], &[2, 2])?;
    /// let sums: Vec<i64> = x.view().typed::<i64>()?.rows()?.iter().map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [3, 7]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// ValueError when the CPU cannot reach the memory or it is not aligned.
    #[track_caller]
    pub fn rows(&self) -> Result<Rows<'a, T>> {
        match RowLayout::of(self.as_dl_tensor()) {
            // SAFETY: the elements were checked, and the view lends them for 'a.
            Ok(layout) => Ok(unsafe { Rows::new(layout) }),
            Err(problem) => Err(problem.about(self.as_dl_tensor())),
        }
    }
}

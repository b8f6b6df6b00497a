use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::layout;
use super::problem::Problem;
use super::row_layout::RowLayout;
use super::row_mut::RowMut;
use super::view_mut::TensorViewMut;
use crate::dtype::Element;
use crate::error::Result;
use crate::parallel;
use crate::sys::DLTensor;

/// Rows of a tensor, for writing: its elements along the last dimension, for every index of the others in row-major
/// order. Made by [`TensorViewMut::rows_mut`] for all rows; parallel loops get some of them.
pub struct RowsMut<'a, T> {
    layout: RowLayout<T>,
    range: Range<usize>,
    memory: PhantomData<&'a mut T>,
}

// SAFETY: the rows are this one's alone, and elements may be used from any thread.
unsafe impl<T: Send> Send for RowsMut<'_, T> {}
// SAFETY: a shared one reads the layout only.
unsafe impl<T: Send> Sync for RowsMut<'_, T> {}

impl<T: Element> RowsMut<'_, T> {
    /// # Safety
    /// The elements of the rows in the range are valid, apart from each other, and this one's alone for its lifetime.
    unsafe fn new(layout: RowLayout<T>, range: Range<usize>) -> Self {
        Self { layout, range, memory: PhantomData }
    }

    /// The indices of the rows in the tensor.
    #[inline]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// How many rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// The elements of each row: the size of the last dimension.
    #[inline]
    pub fn row_len(&self) -> usize {
        self.layout.length
    }

    /// The row at `index`, which counts from the tensor's first row.
    ///
    /// # Panics
    /// When the row is not one of these.
    #[inline]
    #[track_caller]
    pub fn row(&mut self, index: usize) -> RowMut<'_, T> {
        assert!(self.range.contains(&index), "the index is {index} but the rows are {:?}", self.range);
        // SAFETY: the row is one of these, and they are borrowed as long as it.
        unsafe { RowMut::new(self.layout.row(index), self.layout.length, self.layout.stride) }
    }

    /// Each row with its index in the tensor.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (usize, RowMut<'_, T>)> {
        let layout = &self.layout;
        self.range.clone().map(move |index| {
            // SAFETY: each row comes once, and they are borrowed as long as all of them.
            (index, unsafe { RowMut::new(layout.row(index), layout.length, layout.stride) })
        })
    }

    /// Calls `body` with ranges of the rows, each of at least `minimum` elements (but the last), on several threads
    /// where there is enough for them; see [`parallel`] for how many. Scratch memory that `body` makes is each
    /// thread's own.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let x = Tensor::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
    /// let mut y = Tensor::zeros::<f32>(&[2, 2])?;
    /// let x = x.view().typed::<f32>()?.rows()?;
    /// y.view_mut()?.typed::<f32>()?.rows_mut()?.par_for_each(1 << 15, |mut rows| {
    ///     for (index, mut out) in rows.iter_mut() {
    ///         let sum: f32 = x.row(index).iter().sum();
    ///         out.map_from(x.row(index), |value| value / sum);
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(y.to_vec::<f32>()?[..2], [1.0 / 3.0, 2.0 / 3.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`parallel::for_each_range`].
    pub fn par_for_each(
        &mut self,
        minimum: usize,
        body: impl Fn(RowsMut<'_, T>) -> Result<()> + Sync,
    ) -> Result<()> {
        let all: &Self = self;
        let first = all.range.start;
        parallel::for_each_range(all.len(), minimum.div_ceil(all.row_len().max(1)), |range| {
            // SAFETY: the ranges are apart from each other, and `self` is borrowed until the last has been done.
            body(unsafe { RowsMut::new(all.layout.clone(), first + range.start..first + range.end) })
        })
    }
}

impl<T: Element> RowsMut<'_, T> {
    /// As [`RowsMut::par_for_each`], with as many rows of a second tensor: `body` gets the same range of both.
    ///
    /// # Errors
    /// As there, and a ValueError when the numbers of rows differ.
    pub fn par_zip_for_each<U: Element>(
        &mut self,
        other: &mut RowsMut<'_, U>,
        minimum: usize,
        body: impl Fn(RowsMut<'_, T>, RowsMut<'_, U>) -> Result<()> + Sync,
    ) -> Result<()> {
        let (one, two): (&Self, &RowsMut<'_, U>) = (self, other);
        ensure!(
            one.range == two.range,
            ValueError,
            "Expected tensors with the same rows but got rows {:?} and {:?}",
            one.range,
            two.range
        );
        let first = one.range.start;
        parallel::for_each_range(one.len(), minimum.div_ceil(one.row_len().max(1)), |range| {
            let range = first + range.start..first + range.end;
            // SAFETY: the ranges are apart from each other, and both are borrowed until the last has been done.
            let (one, two) = unsafe {
                (RowsMut::new(one.layout.clone(), range.clone()), RowsMut::new(two.layout.clone(), range))
            };
            body(one, two)
        })
    }
}

impl<T: Element> fmt::Debug for RowsMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowsMut").field("range", &self.range).field("row_len", &self.row_len()).finish()
    }
}

impl<T: Element> TensorViewMut<'_, T> {
    /// The rows: the elements along the last dimension, for every index of the others, whatever the strides. A
    /// tensor without dimensions is one row.
    ///
    /// # Errors
    /// ValueError when the CPU cannot reach the memory, it is not aligned, or two elements share memory.
    #[track_caller]
    pub fn rows_mut(&mut self) -> Result<RowsMut<'_, T>> {
        self.rows_by(RowLayout::of)
    }

    /// Every element as a row of one, in row-major order whatever the strides: what has one value for each row of another
    /// tensor is written along with that by [`RowsMut::par_zip_for_each`].
    ///
    /// # Errors
    /// As [`TensorViewMut::rows_mut`].
    #[track_caller]
    pub fn elements_mut(&mut self) -> Result<RowsMut<'_, T>> {
        self.rows_by(RowLayout::of_elements)
    }

    #[track_caller]
    fn rows_by(
        &mut self,
        lay_out: impl FnOnce(&DLTensor) -> Result<RowLayout<T>, Problem>,
    ) -> Result<RowsMut<'_, T>> {
        let tensor = self.as_view().as_dl_tensor();
        match layout::check_distinct_elements(tensor).and_then(|()| lay_out(tensor)) {
            Ok(layout) => {
                let range = 0..layout.count;
                // SAFETY: the elements were checked, only this view reaches them, and it is borrowed.
                Ok(unsafe { RowsMut::new(layout, range) })
            }
            Err(problem) => Err(problem.about(tensor)),
        }
    }
}

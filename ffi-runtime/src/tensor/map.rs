//! Elementwise loops, whatever the strides, with a quick one for contiguous memory.

use super::problem::Problem;
use super::view::TensorView;
use super::view_mut::TensorViewMut;
use crate::dtype::Element;
use crate::error::Result;
use crate::parallel;

impl<T: Element> TensorViewMut<'_, T> {
    /// Replaces every element by what `map` makes of it.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let mut y = Tensor::from_vec(vec![1.0f32, 2.0], &[2])?;
    /// y.view_mut()?.typed::<f32>()?.map_in_place(|value| value * 10.0)?;
    /// assert_eq!(y.to_vec::<f32>()?, [10.0, 20.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// ValueError when the CPU cannot reach the memory, it is not aligned, or two elements share memory.
    #[track_caller]
    pub fn map_in_place(&mut self, mut map: impl FnMut(T) -> T) -> Result<()> {
        if self.is_contiguous() {
            self.as_mut_slice()?.iter_mut().for_each(|element| *element = map(*element));
            return Ok(());
        }
        for (_, mut row) in self.rows_mut()?.iter_mut() {
            for index in 0..row.len() {
                row.set(index, map(row.get(index)));
            }
        }
        Ok(())
    }

    /// Makes every element what `map` makes of that of `source`, a tensor of the same shape.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let x = Tensor::from_vec(vec![1i32, 2], &[2])?;
    /// let mut y = Tensor::zeros::<f64>(&[2])?;
    /// y.view_mut()?.typed::<f64>()?.zip_map(&x.view().typed::<i32>()?, |value| f64::from(value) / 2.0)?;
    /// assert_eq!(y.to_vec::<f64>()?, [0.5, 1.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// ValueError when the shapes differ, or the CPU cannot reach the memory of one of them, or it is not aligned, or
    /// two elements of this tensor share memory.
    #[track_caller]
    pub fn zip_map<U: Element>(
        &mut self,
        source: &TensorView<'_, U>,
        mut map: impl FnMut(U) -> T,
    ) -> Result<()> {
        self.check_shape(source)?;
        if self.is_contiguous() && source.is_contiguous() {
            let source = source.as_slice()?;
            self.as_mut_slice()?.iter_mut().zip(source).for_each(|(out, value)| *out = map(*value));
            return Ok(());
        }
        let rows = source.rows()?;
        for (index, mut row) in self.rows_mut()?.iter_mut() {
            row.map_from(rows.row(index), &mut map);
        }
        Ok(())
    }

    /// As [`TensorViewMut::map_in_place`], on several threads where there are at least `minimum` elements for each;
    /// see [`parallel`].
    ///
    /// # Errors
    /// As there; a panic of `map` on another thread is a RuntimeError.
    #[track_caller]
    pub fn par_map_in_place(&mut self, minimum: usize, map: impl Fn(T) -> T + Sync) -> Result<()> {
        if self.is_contiguous() {
            return parallel::for_each_part(self.as_mut_slice()?, minimum, |_, part| {
                part.iter_mut().for_each(|element| *element = map(*element));
                Ok(())
            });
        }
        self.rows_mut()?.par_for_each(minimum, |mut rows| {
            for (_, mut row) in rows.iter_mut() {
                for index in 0..row.len() {
                    row.set(index, map(row.get(index)));
                }
            }
            Ok(())
        })
    }

    /// As [`TensorViewMut::zip_map`], on several threads where there are at least `minimum` elements for each; see
    /// [`parallel`].
    ///
    /// # Errors
    /// As there; a panic of `map` on another thread is a RuntimeError.
    #[track_caller]
    pub fn par_zip_map<U: Element>(
        &mut self,
        source: &TensorView<'_, U>,
        minimum: usize,
        map: impl Fn(U) -> T + Sync,
    ) -> Result<()> {
        self.check_shape(source)?;
        if self.is_contiguous() && source.is_contiguous() {
            let source = source.as_slice()?;
            return parallel::for_each_part(self.as_mut_slice()?, minimum, |first, part| {
                part.iter_mut().zip(&source[first..]).for_each(|(out, value)| *out = map(*value));
                Ok(())
            });
        }
        let source = source.rows()?;
        self.rows_mut()?.par_for_each(minimum, |mut rows| {
            for (index, mut row) in rows.iter_mut() {
                row.map_from(source.row(index), &map);
            }
            Ok(())
        })
    }

    #[track_caller]
    fn check_shape<U>(&self, source: &TensorView<'_, U>) -> Result<()> {
        if source.shape() == self.shape() {
            return Ok(());
        }
        let (expected, got) = (format!("shape {:?}", source.shape()), format!("shape {:?}", self.shape()));
        Err(Problem::new(expected, got).about(self.as_view().as_dl_tensor()))
    }
}

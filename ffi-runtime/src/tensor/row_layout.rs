use super::layout;
use super::problem::Problem;
use crate::dtype::Element;
use crate::sys::DLTensor;

/// Where the rows of a tensor lie: its elements along the last dimension, for every index of the others. A tensor
/// without dimensions is one row of one element.
#[derive(Clone)]
pub(super) struct RowLayout<T> {
    /// The first element of row 0.
    first: *mut T,
    /// The elements of a row, and the distance between them.
    pub(super) length: usize,
    pub(super) stride: isize,
    /// The sizes and strides of the dimensions around the rows from the innermost, those that follow each other
    /// in memory as one.
    outer: Vec<(usize, isize)>,
    pub(super) count: usize,
}

impl<T: Element> RowLayout<T> {
    /// The rows of a tensor, after every check that reading its elements needs.
    ///
    /// # Errors
    /// When the memory is not the CPU's, not aligned or null, or has an element that is no valid `T`.
    pub(super) fn of(tensor: &DLTensor) -> Result<Self, Problem> {
        match (layout::shape(tensor).split_last(), layout::strides(tensor).split_last()) {
            (Some((&length, sizes)), Some((&stride, steps))) => {
                Self::around(tensor, sizes, steps, length as usize, stride as isize)
            }
            _ => Self::of_elements(tensor),
        }
    }

    /// Every element as a row of one.
    ///
    /// # Errors
    /// As [`RowLayout::of`].
    pub(super) fn of_elements(tensor: &DLTensor) -> Result<Self, Problem> {
        Self::around(tensor, layout::shape(tensor), &layout::strides(tensor), 1, 1)
    }

    /// Rows of that length and stride, for every index of dimensions of those sizes and strides.
    fn around(
        tensor: &DLTensor,
        sizes: &[i64],
        steps: &[i64],
        length: usize,
        stride: isize,
    ) -> Result<Self, Problem> {
        let (first, elements) = layout::elements::<T>(tensor)?;
        layout::check_elements::<T>(tensor)?;
        // No size is negative: the elements were counted. Without any, the other sizes may be too many rows.
        let count = sizes.iter().try_fold(1_usize, |count, size| count.checked_mul(*size as usize));
        let Some(count) = count.filter(|count| *count <= isize::MAX as usize) else {
            return Err(layout::too_large(tensor));
        };
        if elements == 0 {
            return Ok(Self { first, length, stride: 1, outer: Vec::new(), count });
        }
        let stride = if length > 1 { stride } else { 1 };
        let mut outer: Vec<(usize, isize)> = Vec::with_capacity(1);
        for (&size, &step) in sizes.iter().zip(steps).rev().filter(|(size, _)| **size != 1) {
            let (size, step) = (size as usize, step as isize);
            match outer.last_mut() {
                Some((inner, inner_step)) if step == inner_step.wrapping_mul(*inner as isize) => {
                    *inner *= size
                }
                _ => outer.push((size, step)),
            }
        }
        Ok(Self { first, length, stride, outer, count })
    }
}

impl<T> RowLayout<T> {
    /// The first element of the row at `index`, which is below the count.
    #[inline]
    pub(super) fn row(&self, index: usize) -> *mut T {
        let Some(((_, outermost), inner)) = self.outer.split_last() else { return self.first };
        let (mut rest, mut offset) = (index, 0_isize);
        for (size, step) in inner {
            offset = offset.wrapping_add(step.wrapping_mul((rest % size) as isize));
            rest /= size;
        }
        self.first.wrapping_offset(offset.wrapping_add(outermost.wrapping_mul(rest as isize)))
    }
}

/// The addresses of a tensor's elements, in row-major order whatever the strides.
///
/// Dimensions that follow each other in memory are walked as one, so that a step costs an addition but at the end
/// of a row.
#[derive(Clone)]
pub(super) struct Places<T> {
    next: *mut T,
    /// Elements that are left of this row.
    row_left: usize,
    row: usize,
    row_stride: isize,
    /// Where this row begins.
    row_first: *mut T,
    /// The dimensions around the rows, from the innermost, each with its size, stride and the current index.
    outer: Vec<Dimension>,
    /// All elements that are left.
    left: usize,
}

#[derive(Clone)]
struct Dimension {
    size: i64,
    stride: i64,
    index: i64,
}

impl<T> Places<T> {
    /// The `count` elements of a tensor of that shape and strides; `first` is not used when there is none.
    pub(super) fn new(first: *mut T, count: usize, shape: &[i64], strides: &[i64]) -> Self {
        let mut dimensions: Vec<Dimension> = Vec::new();
        for (&size, &stride) in shape.iter().zip(strides.iter()).rev().filter(|(size, _)| **size != 1) {
            match dimensions.last_mut() {
                Some(inner) if stride == inner.stride.wrapping_mul(inner.size) => {
                    // No overflow: a tensor's elements can be counted.
                    inner.size = inner.size.wrapping_mul(size);
                }
                _ => dimensions.push(Dimension { size, stride, index: 0 }),
            }
        }
        let (row, row_stride) = match dimensions.first() {
            Some(inner) if count > 0 => (inner.size as usize, inner.stride as isize),
            _ => (count, 1),
        };
        let outer = dimensions.into_iter().skip(1).collect();
        Self { next: first, row_left: row, row, row_stride, row_first: first, outer, left: count }
    }

    /// What is left in rows, each as its first element and its length, and the distance of neighbours in all of
    /// them.
    pub(super) fn into_rows(mut self) -> (isize, impl Iterator<Item = (*mut T, usize)>) {
        let stride = self.row_stride;
        let rows = core::iter::from_fn(move || {
            if self.left == 0 {
                return None;
            }
            if self.row_left == 0 {
                self.advance_row();
            }
            let row = (self.next, self.row_left);
            self.left -= self.row_left;
            self.row_left = 0;
            Some(row)
        });
        (stride, rows)
    }

    fn advance_row(&mut self) {
        for dimension in &mut self.outer {
            dimension.index += 1;
            self.row_first = self.row_first.wrapping_offset(dimension.stride as isize);
            if dimension.index < dimension.size {
                break;
            }
            dimension.index = 0;
            let back = dimension.stride.wrapping_mul(dimension.size).wrapping_neg();
            self.row_first = self.row_first.wrapping_offset(back as isize);
        }
        self.next = self.row_first;
        self.row_left = self.row;
    }
}

impl<T> Iterator for Places<T> {
    type Item = *mut T;

    #[inline]
    fn next(&mut self) -> Option<*mut T> {
        self.left = self.left.checked_sub(1)?;
        if self.row_left == 0 {
            self.advance_row();
        }
        let place = self.next;
        self.row_left -= 1;
        self.next = place.wrapping_offset(self.row_stride);
        Some(place)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

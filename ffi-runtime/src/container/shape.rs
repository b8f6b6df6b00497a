use core::fmt;
use core::ops::Deref;

use super::sequence;
use crate::any::AnyView;
use crate::convert::{Argument, Mismatch, impl_object_handle};
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{ShapeCell, TypeIndex};

/// Sizes of dimensions: `tvm_ffi.Shape` in Python. Derefs to `[i64]`.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let shape = Shape::from(vec![2, 3]);
/// assert_eq!(shape.iter().product::<i64>(), 6);
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Shape(ObjectPtr);

/// The body of shape objects; the numbers follow it.
#[repr(transparent)]
struct ShapeBody(ShapeCell);

// SAFETY: the numbers belong to the object and never change.
unsafe impl Send for ShapeBody {}
// SAFETY: as above.
unsafe impl Sync for ShapeBody {}

impl Shape {
    /// A shape of these sizes.
    pub fn new(sizes: &[i64]) -> Self {
        let object = mem::new_object_with_trailing(TypeIndex::SHAPE, size_of_val(sizes), |trailing| {
            let data = trailing.cast::<i64>();
            // SAFETY: there is room for the sizes, aligned as the cell is, and nobody else knows the memory yet.
            unsafe { data.copy_from_nonoverlapping(sizes.as_ptr(), sizes.len()) };
            ShapeBody(ShapeCell { data, size: sizes.len() })
        });
        // SAFETY: a new object has one reference, which is taken over.
        Self(unsafe { ObjectPtr::from_owned(object) })
    }
}

impl Deref for Shape {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        // SAFETY: every shape object has the cell behind its header, whose numbers never change.
        unsafe {
            let cell = self.0.body::<ShapeCell>().as_ref();
            if cell.data.is_null() { &[] } else { core::slice::from_raw_parts(cell.data, cell.size) }
        }
    }
}

impl From<&[i64]> for Shape {
    fn from(sizes: &[i64]) -> Self {
        Self::new(sizes)
    }
}

impl From<Vec<i64>> for Shape {
    fn from(sizes: Vec<i64>) -> Self {
        Self::new(&sizes)
    }
}

impl FromIterator<i64> for Shape {
    fn from_iter<I: IntoIterator<Item = i64>>(sizes: I) -> Self {
        sizes.into_iter().collect::<Vec<_>>().into()
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Shape {}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// A sequence of integers is copied.
fn of_sequence(view: AnyView<'_>) -> Result<Shape, Mismatch> {
    match sequence::of_view(view) {
        Some(_) => Vec::<i64>::from_view(view).map(Shape::from),
        None => Err(Mismatch::of_type::<Shape>(view)),
    }
}

impl_object_handle!(Shape, 0, TypeIndex::SHAPE, "Shape", "ffi.Shape", Shape, of_sequence);

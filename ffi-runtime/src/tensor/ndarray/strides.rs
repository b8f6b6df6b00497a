//! The shape and strides of a tensor as `ndarray` wants them.

use ndarray::{Axis, Dimension, ShapeBuilder, StrideShape};

use crate::convert::Mismatch;
use crate::dtype::Element;
use crate::sys::DLTensor;
use crate::tensor::layout;
use crate::tensor::problem::Problem;

/// What an `ndarray` view is made of. `ndarray` makes views with strides upwards only; the axes that go down are
/// turned round afterwards.
pub(super) struct ViewParts<T, D: Dimension> {
    /// The lowest address that the elements reach.
    pub(super) lowest: *mut T,
    pub(super) shape: StrideShape<D>,
    pub(super) downward: Vec<Axis>,
}

/// The parts of a view of a tensor, after every check that it needs.
pub(super) fn view_parts<T: Element, D: Dimension>(tensor: &DLTensor) -> Result<ViewParts<T, D>, Mismatch> {
    let (first, count) = layout::elements::<T>(tensor)?;
    let (shape, strides) = (layout::shape(tensor), layout::strides(tensor));
    let (Some(mut sizes), Some(mut steps)) = (dimension::<D>(shape.len()), dimension::<D>(shape.len()))
    else {
        let expected = format!("a tensor of {} dimensions", D::NDIM.unwrap_or_default());
        return Err(Mismatch::new_value(expected, format!("one of {} (shape {shape:?})", shape.len())));
    };
    let (mut below, mut reach, mut downward) = (0_usize, size_of::<T>(), Vec::new());
    for (axis, (&size, &stride)) in shape.iter().zip(strides.iter()).enumerate() {
        // No size is negative: the elements were counted.
        sizes[axis] = size as usize;
        // Without elements, or along an axis of one, no stride is used.
        if count == 0 || size == 1 {
            continue;
        }
        let step = usize::try_from(stride.unsigned_abs()).unwrap_or(usize::MAX);
        let extent = step.checked_mul(sizes[axis] - 1).filter(|extent| *extent <= isize::MAX as usize);
        let bytes = extent.and_then(|extent| extent.checked_mul(size_of::<T>()));
        let total =
            bytes.and_then(|bytes| bytes.checked_add(reach)).filter(|all| *all <= isize::MAX as usize);
        let (Some(extent), Some(total)) = (extent, total) else {
            return Err(Problem::new(
                "a size that fits into memory",
                format!("shape {shape:?} with strides {strides:?}"),
            )
            .into());
        };
        steps[axis] = step;
        reach = total;
        if stride < 0 {
            below += extent;
            downward.push(Axis(axis));
        }
    }
    if count == 0 {
        // `ndarray` counts without the empty axes.
        let others = shape.iter().filter(|size| **size != 0);
        if others.copied().try_fold(1_i64, i64::checked_mul).is_none() {
            return Err(layout::too_large(tensor).into());
        }
        return Ok(ViewParts { lowest: first, shape: sizes.into(), downward });
    }
    Ok(ViewParts { lowest: first.wrapping_sub(below), shape: sizes.strides(steps), downward })
}

/// A dimension of that length, all zero; None when the type has another one.
fn dimension<D: Dimension>(length: usize) -> Option<D> {
    D::NDIM.is_none_or(|fixed| fixed == length).then(|| D::zeros(length))
}

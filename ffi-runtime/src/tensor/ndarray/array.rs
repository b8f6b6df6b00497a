use ndarray::{Array, Dimension};

use crate::any::Any;
use crate::convert::{FfiType, IntoAny, Mismatch};
use crate::dtype::Element;
use crate::tensor::Tensor;

impl<T: Element, D: Dimension> FfiType for Array<T, D> {
    fn write_name(out: &mut String) {
        Tensor::write_name(out);
    }

    fn write_schema(out: &mut String) {
        Tensor::write_schema(out);
    }
}

/// A tensor of the array's own memory and strides.
impl<T: Element, D: Dimension> IntoAny for Array<T, D> {
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(Tensor::from(self).into())
    }
}

/// Without a copy, but for an array with an axis that goes down, which PyTorch would not take.
impl<T: Element, D: Dimension> From<Array<T, D>> for Tensor {
    fn from(array: Array<T, D>) -> Self {
        let goes_down = |(size, stride): (&usize, &isize)| *size > 1 && *stride < 0;
        if array.shape().iter().zip(array.strides()).any(goes_down) {
            return Self::from(array.as_standard_layout().into_owned());
        }
        // No size is larger than the largest `isize`.
        let shape: Vec<i64> = array.shape().iter().map(|size| *size as i64).collect();
        let strides: Vec<i64> = array.strides().iter().map(|stride| *stride as i64).collect();
        let (elements, first) = array.into_raw_vec_and_offset();
        let data = elements.as_ptr().wrapping_add(first.unwrap_or(0)).cast_mut().cast();
        // SAFETY: the array's elements lie in its vector, which it owned alone.
        unsafe { Self::of_memory(data, T::DTYPE, &shape, Some(&strides), Box::new(elements)) }
    }
}

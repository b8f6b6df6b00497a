use ndarray::{ArrayViewMut, Dimension};

use super::strides::view_parts;
use crate::any::AnyView;
use crate::convert::{Argument, FfiType, Mismatch};
use crate::dtype::Element;
use crate::tensor::layout;
use crate::tensor::view::write_tensor_name;
use crate::tensor::view_mut::writable_argument;

impl<T: Element, D: Dimension> FfiType for ArrayViewMut<'_, T, D> {
    fn write_name(out: &mut String) {
        write_tensor_name(Some(T::DTYPE), out);
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"DLTensor*\"}");
    }
}

/// A tensor in memory that the CPU reaches, with any strides by which no two elements share memory. As with
/// [`TensorViewMut`](crate::TensorViewMut), no other tensor argument of the call reaches it.
impl<T: Element, D: Dimension> Argument for ArrayViewMut<'_, T, D> {
    type View<'a> = ArrayViewMut<'a, T, D>;

    const EXCLUSIVE: bool = true;

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        let tensor = writable_argument::<T>(view)?;
        let parts = view_parts::<T, D>(tensor)?;
        layout::check_distinct_elements(tensor)?;
        layout::check_elements::<T>(tensor)?;
        // SAFETY: the elements were checked to be aligned, valid, apart from each other and in memory that the
        // caller keeps during the call; the call refuses other arguments that reach it.
        let mut view = unsafe { ArrayViewMut::from_shape_ptr(parts.shape, parts.lowest) };
        parts.downward.into_iter().for_each(|axis| view.invert_axis(axis));
        Ok(view)
    }
}

use ndarray::{ArrayView, Dimension};

use super::strides::view_parts;
use crate::any::AnyView;
use crate::convert::{Argument, FfiType, Mismatch};
use crate::dtype::Element;
use crate::sys::DLTensor;
use crate::tensor::layout;
use crate::tensor::view::{tensor_argument, write_tensor_name};

impl<T: Element, D: Dimension> FfiType for ArrayView<'_, T, D> {
    fn write_name(out: &mut String) {
        write_tensor_name(Some(T::DTYPE), out);
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"DLTensor*\"}");
    }
}

/// A tensor in memory that the CPU reaches, with any strides: zero and negative ones too.
impl<T: Element, D: Dimension> Argument for ArrayView<'_, T, D> {
    type View<'a> = ArrayView<'a, T, D>;

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        array_view(tensor_argument::<T>(view)?)
    }
}

fn array_view<T: Element, D: Dimension>(tensor: &DLTensor) -> Result<ArrayView<'_, T, D>, Mismatch> {
    let parts = view_parts::<T, D>(tensor)?;
    layout::check_elements::<T>(tensor)?;
    // SAFETY: the elements were checked to be aligned, valid and in memory that the caller keeps during the call.
    let mut view = unsafe { ArrayView::from_shape_ptr(parts.shape, parts.lowest) };
    parts.downward.into_iter().for_each(|axis| view.invert_axis(axis));
    Ok(view)
}

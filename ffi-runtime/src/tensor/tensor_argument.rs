use super::{Tensor, TensorView, TensorViewInOut, TensorViewMut};
use crate::any::AnyView;
use crate::convert::Argument;
use crate::dtype::ViewElement;
use crate::sys::DLTensor;

/// A type of argument that is a tensor, or None: what a contract can be written for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tensor: it has no shape, device or layout",
    label = "not a tensor",
    note = "contracts are for `TensorView<'_, T>`, `TensorViewMut<'_, T>`, `TensorViewInOut<'_, T>`, `Tensor`, `Option<…>` of \
            these, and `ndarray`'s views with the feature `ndarray`"
)]
pub trait TensorArgument: Argument {
    /// The tensor, None where there is none. `argument` is what the value was made of.
    fn tensor<'a>(value: &'a Self::View<'_>, argument: Option<AnyView<'a>>) -> Option<&'a DLTensor>;
}

impl<T: ViewElement> TensorArgument for TensorView<'_, T> {
    #[inline(always)]
    fn tensor<'a>(value: &'a TensorView<'_, T>, _: Option<AnyView<'a>>) -> Option<&'a DLTensor> {
        Some(value.as_dl_tensor())
    }
}

impl<T: ViewElement> TensorArgument for TensorViewMut<'_, T> {
    #[inline(always)]
    fn tensor<'a>(value: &'a TensorViewMut<'_, T>, _: Option<AnyView<'a>>) -> Option<&'a DLTensor> {
        Some(value.as_dl_tensor())
    }
}

impl<T: ViewElement> TensorArgument for TensorViewInOut<'_, T> {
    #[inline(always)]
    fn tensor<'a>(value: &'a TensorViewInOut<'_, T>, _: Option<AnyView<'a>>) -> Option<&'a DLTensor> {
        Some(value.as_dl_tensor())
    }
}

impl TensorArgument for Tensor {
    #[inline(always)]
    fn tensor<'a>(value: &'a Tensor, _: Option<AnyView<'a>>) -> Option<&'a DLTensor> {
        Some(value.as_dl_tensor())
    }
}

impl<T: TensorArgument> TensorArgument for Option<T> {
    #[inline(always)]
    fn tensor<'a>(value: &'a Option<T::View<'_>>, argument: Option<AnyView<'a>>) -> Option<&'a DLTensor> {
        value.as_ref().and_then(|value| T::tensor(value, argument))
    }
}

/// `ndarray`'s views keep no tensor, and are not made of one that is moved in.
#[cfg(feature = "ndarray")]
mod of_arrays {
    use ndarray::{ArrayView, ArrayViewMut, Dimension};

    use super::TensorArgument;
    use crate::any::AnyView;
    use crate::dtype::Element;
    use crate::function::tensor_of;
    use crate::sys::DLTensor;

    impl<T: Element, D: Dimension> TensorArgument for ArrayView<'_, T, D> {
        #[inline(always)]
        fn tensor<'a>(_: &'a ArrayView<'_, T, D>, argument: Option<AnyView<'a>>) -> Option<&'a DLTensor> {
            argument.and_then(tensor_of)
        }
    }

    impl<T: Element, D: Dimension> TensorArgument for ArrayViewMut<'_, T, D> {
        #[inline(always)]
        fn tensor<'a>(_: &'a ArrayViewMut<'_, T, D>, argument: Option<AnyView<'a>>) -> Option<&'a DLTensor> {
            argument.and_then(tensor_of)
        }
    }
}

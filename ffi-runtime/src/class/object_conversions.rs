//! Every handle is an object.

use super::{Class, Object, Ref};
use crate::container::{Array, Dict, List, Map, Shape};
use crate::error::Error;
use crate::function::{Function, TypedFunction};
use crate::module::Module;
use crate::tensor::Tensor;

macro_rules! impl_from_handles {
    ($([$($parameter:ident),*] $handle:ty),+ $(,)?) => {
        $(
            impl<$($parameter),*> From<$handle> for Object {
                fn from(handle: $handle) -> Self {
                    Self::from_handle(handle)
                }
            }
        )+
    };
}

impl_from_handles!(
    [T] Array<T>,
    [T] List<T>,
    [K, V] Map<K, V>,
    [K, V] Dict<K, V>,
    [] Shape,
    [] Error,
    [] Function,
    [] Module,
    [] Tensor,
);

impl<T: Class> From<Ref<T>> for Object {
    fn from(reference: Ref<T>) -> Self {
        Self::from_handle(reference)
    }
}

impl<F> From<TypedFunction<F>> for Object {
    fn from(function: TypedFunction<F>) -> Self {
        function.as_function().clone().into()
    }
}

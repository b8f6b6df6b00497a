//! Tensors of all layouts.

use proptest::prelude::*;

use crate::dtype::Element;
use crate::sys::{DLDevice, DLDeviceType, DLTensor};

/// A tensor of elements of `memory` from `first` on.
pub(super) fn describe<T: Element>(
    memory: &mut [T],
    first: usize,
    shape: &mut [i64],
    strides: &mut [i64],
) -> DLTensor {
    assert_eq!(shape.len(), strides.len());
    DLTensor {
        data: memory.as_mut_ptr().cast(),
        device: DLDevice { device_type: DLDeviceType::CPU, device_id: 0 },
        ndim: shape.len() as i32,
        dtype: T::DTYPE.0,
        shape: shape.as_mut_ptr(),
        strides: strides.as_mut_ptr(),
        byte_offset: (first * size_of::<T>()) as u64,
    }
}

/// Every index of a shape, in row-major order.
pub(super) fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for size in shape {
        all = all
            .into_iter()
            .flat_map(|index| (0..*size).map(move |at| [&index[..], &[at]].concat()))
            .collect();
    }
    all
}

/// Shapes with strides of a row-major tensor that was sliced, reversed, broadcast and permuted.
pub(super) fn layouts() -> impl Strategy<Value = (Vec<i64>, Vec<i64>)> {
    let dimension = (0_i64..4, prop_oneof![Just(-2_i64), Just(-1), Just(0), Just(1), Just(2)], 0..9_u32);
    proptest::collection::vec(dimension, 0..5).prop_map(|dimensions| {
        let mut stride = 1;
        let mut parts: Vec<_> = dimensions
            .into_iter()
            .map(|(size, step, order)| {
                let part = (order, size, stride * step);
                stride *= size.max(1) * step.abs().max(1);
                part
            })
            .collect();
        parts.sort();
        parts.into_iter().map(|(_, size, stride)| (size, stride)).unzip()
    })
}

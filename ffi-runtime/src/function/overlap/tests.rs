use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::dtype::DataType;
use crate::sys::{DLDataTypeCode, DLDevice, DLDeviceType};

/// A tensor with its shape and strides; its memory is never touched.
#[derive(Clone, Debug)]
struct Described {
    first: usize,
    byte_offset: u64,
    bits: u8,
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
    device: DLDevice,
}

const CPU: DLDevice = DLDevice { device_type: DLDeviceType::CPU, device_id: 0 };

impl Described {
    fn new(first: usize, shape: &[i64], strides: Option<&[i64]>) -> Self {
        let strides = strides.map(<[i64]>::to_vec);
        Self { first, byte_offset: 0, bits: 32, shape: shape.to_vec(), strides, device: CPU }
    }

    fn with<R>(&self, look: impl FnOnce(&DLTensor) -> R) -> R {
        let mut shape = self.shape.clone();
        let mut strides = self.strides.clone();
        look(&DLTensor {
            data: core::ptr::without_provenance_mut(self.first),
            device: self.device,
            ndim: shape.len() as i32,
            dtype: DataType::new(DLDataTypeCode::UINT, self.bits, 1).0,
            shape: shape.as_mut_ptr(),
            strides: strides.as_mut().map_or(core::ptr::null_mut(), |strides| strides.as_mut_ptr()),
            byte_offset: self.byte_offset,
        })
    }

    /// The bits of every element, one by one.
    fn reached(&self) -> HashSet<i64> {
        let mut firsts = vec![(self.first as i64 + self.byte_offset as i64) * 8];
        let mut row_major = vec![1; self.shape.len()];
        for index in (1..self.shape.len()).rev() {
            row_major[index - 1] = row_major[index] * self.shape[index];
        }
        let strides = self.strides.as_ref().unwrap_or(&row_major);
        for (&size, &stride) in self.shape.iter().zip(strides) {
            firsts = firsts
                .iter()
                .flat_map(|first| (0..size).map(move |index| first + index * stride * i64::from(self.bits)))
                .collect();
        }
        firsts.into_iter().flat_map(|first| first..first + i64::from(self.bits)).collect()
    }
}

fn may(a: &Described, b: &Described) -> bool {
    a.with(|a| b.with(|b| may_overlap(a, b)))
}

/// What the call does: the quick look, and the closer one where it cannot tell.
fn call_refuses(a: &Described, b: &Described) -> bool {
    a.with(|a| b.with(|b| !follow_each_other(a, b) && may_overlap(a, b)))
}

#[test]
fn neighbours_do_not_overlap_and_a_common_element_does() {
    let x = Described::new(4096, &[8], None);
    assert!(!may(&x, &Described::new(4096 + 32, &[8], None)));
    assert!(may(&x, &Described::new(4096 + 28, &[8], None)));
    assert!(may(&x, &x));
}

#[test]
fn interleaved_columns_do_not_overlap() {
    let columns = |first| Described::new(first, &[4], Some(&[2]));
    assert!(!may(&columns(4096), &columns(4100)));
    assert!(may(&columns(4096), &columns(4104)));
}

#[test]
fn a_reversed_tensor_reaches_downwards() {
    let reversed = Described::new(4096 + 28, &[8], Some(&[-1]));
    assert!(may(&reversed, &Described::new(4096, &[1], None)));
    assert!(!may(&reversed, &Described::new(4096 + 32, &[1], None)));
    assert!(call_refuses(&reversed, &Described::new(4096, &[1], None)));
}

#[test]
fn tensors_without_elements_overlap_nothing() {
    let x = Described::new(4096, &[8], None);
    assert!(!may(&x, &Described::new(4096, &[0], None)));
    assert!(!may(&Described::new(0, &[4, 0, 4], Some(&[7, 7, 7])), &x));
}

#[test]
fn the_memory_of_other_devices_is_another() {
    let x = Described::new(4096, &[8], None);
    let on_gpu =
        Described { device: DLDevice { device_type: DLDeviceType::CUDA, device_id: 0 }, ..x.clone() };
    let pinned =
        Described { device: DLDevice { device_type: DLDeviceType::CUDA_HOST, device_id: 0 }, ..x.clone() };
    assert!(!may(&x, &on_gpu));
    assert!(may(&on_gpu, &on_gpu));
    assert!(may(&x, &pinned));
}

#[test]
fn absurd_sizes_are_refused_without_overflow() {
    let huge = Described::new(4096, &[i64::MAX, i64::MAX, i64::MAX], None);
    let far = Described::new(usize::MAX / 2, &[8], None);
    assert!(call_refuses(&huge, &far));
    assert!(call_refuses(&Described::new(4096, &[2], Some(&[i64::MAX])), &far));
    assert!(call_refuses(&Described::new(4096, &[2], Some(&[i64::MIN])), &Described::new(64, &[8], None)));
}

fn described() -> impl Strategy<Value = Described> {
    let dimension = (0..5_i64, -4..5_i64);
    let bits = prop_oneof![Just(4_u8), Just(8), Just(32)];
    (4000..4100_usize, 0..8_u64, bits, prop::collection::vec(dimension, 0..4), any::<bool>()).prop_map(
        |(first, byte_offset, bits, dimensions, strided)| {
            let (shape, strides): (Vec<_>, Vec<_>) = dimensions.into_iter().unzip();
            Described { first, byte_offset, bits, shape, strides: strided.then_some(strides), device: CPU }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn tensors_that_share_a_bit_are_refused(a in described(), b in described()) {
        if !a.reached().is_disjoint(&b.reached()) {
            prop_assert!(may(&a, &b) && may(&b, &a));
            prop_assert!(call_refuses(&a, &b) && call_refuses(&b, &a));
        }
    }

    #[test]
    fn contiguous_tensors_that_share_nothing_are_accepted(a in described(), b in described()) {
        let a = Described { strides: None, ..a };
        let b = Described { strides: None, ..b };
        prop_assert_eq!(call_refuses(&a, &b), !a.reached().is_disjoint(&b.reached()));
    }
}

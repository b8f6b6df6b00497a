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

/// Calls of functions that write to tensors, with containers among the arguments.
mod nested {
    use crate::any::Any;
    use crate::container::{Array, Dict, List, Map};
    use crate::error::Result;
    use crate::function::Function;
    use crate::host;
    use crate::tensor::{Tensor, TensorView, TensorViewMut};

    fn tensor() -> Tensor {
        host::use_embedded().expect("the process has no other host");
        Tensor::from_vec(vec![0.0_f32; 4], &[4]).unwrap()
    }

    fn write(tensor: &Tensor, other: impl Into<Any>) -> Result<Any> {
        let function = Function::from_fn(|mut y: TensorViewMut<'_, f32>, _other: Any| {
            y.as_mut_slice().unwrap()[0] = 1.0;
        });
        function.call((tensor, other.into()))
    }

    #[track_caller]
    fn refused(result: Result<Any>) {
        let error = result.expect_err("the tensors overlap");
        assert_eq!(error.kind().to_string(), "ValueError");
        assert!(error.message().contains("but got memory that overlaps"), "{error}");
        assert!(
            error.message().contains("argument #0") && error.message().contains("argument #1"),
            "{error}"
        );
    }

    #[test]
    fn tensors_inside_containers_are_reached() {
        let (x, y) = (tensor(), tensor());
        let containers: [fn(&Tensor) -> Any; 7] = [
            |x| Array::from_iter([x.clone()]).into(),
            |x| List::from_iter([x.clone()]).into(),
            |x| Map::from_iter([("k", x.clone())]).into(),
            |x| Dict::from_iter([(1, x.clone())]).into(),
            |x| Map::from_iter([(x.clone(), 1)]).into(),
            |x| {
                Array::from_iter([List::from_iter([Dict::from_iter([("k", Array::from_iter([x.clone()]))])])])
                    .into()
            },
            |x| Dict::from_iter([(1, Any::from(2)), (3, Array::from_iter([x.clone()]).into())]).into(),
        ];
        for container in containers {
            refused(write(&x, container(&x)));
            write(&x, container(&y)).unwrap();
        }
        write(&x, Array::<i64>::from_iter([1, 2])).unwrap();
        write(&x, Map::<i64, i64>::from_iter([])).unwrap();
        write(&x, Dict::<i64, i64>::from_iter([])).unwrap();
        write(&x, List::<i64>::from_iter([])).unwrap();
    }

    #[test]
    fn containers_in_any_place_among_many_arguments() {
        let (x, y) = (tensor(), tensor());
        let function = Function::from_fn(
            |_a: Any, _b: Any, _c: Any, mut y: TensorViewMut<'_, f32>, _d: Any, _e: Any| {
                y.as_mut_slice().unwrap()[0] = 1.0;
            },
        );
        let array = |x: &Tensor| Array::from_iter([x.clone()]);
        function.call((1, array(&y), 2, &x, &y, array(&y))).unwrap();
        let error = function.call((1, array(&y), 2, &x, &y, array(&x))).unwrap_err();
        assert!(
            error.message().contains("argument #3") && error.message().contains("argument #5"),
            "{error}"
        );
        let error = function.call((array(&x), array(&y), 2, &x, &x, array(&x))).unwrap_err();
        assert!(
            error.message().contains("argument #3") && error.message().contains("argument #0"),
            "{error}"
        );
    }

    #[test]
    fn cycles_repetitions_and_depth() {
        let (x, y) = (tensor(), tensor());
        let cycle: List<Any> = List::from_iter([Any::from(1)]);
        cycle.push(cycle.clone().into()).unwrap();
        write(&x, cycle.clone()).unwrap();
        cycle.push(Any::from(x.clone())).unwrap();
        refused(write(&x, cycle.clone()));
        cycle.clear().unwrap();

        // Forty levels of two references each are a million millions of ways.
        let mut doubled: Any = Array::from_iter([y.clone()]).into();
        for _ in 0..40 {
            doubled = Array::from_iter([doubled.clone(), doubled]).into();
        }
        write(&x, doubled.clone()).unwrap();
        refused(write(&y, doubled));

        let mut deep: Any = x.clone().into();
        for _ in 0..1_000_000 {
            deep = Array::from_iter([deep]).into();
        }
        refused(write(&x, deep.clone()));
        write(&y, deep).unwrap();
    }

    #[test]
    fn several_tensors_in_one_argument_are_written_to() {
        let (x, y) = (tensor(), tensor());
        let fill = Function::from_fn(|tensors: Vec<TensorViewMut<'_, f32>>, value: f32| {
            for mut tensor in tensors {
                tensor.as_mut_slice().unwrap().fill(value);
            }
        });
        fill.call((vec![x.clone(), y.clone()], 2.0)).unwrap();
        assert_eq!((x.to_vec::<f32>().unwrap(), y.to_vec::<f32>().unwrap()), (vec![2.0; 4], vec![2.0; 4]));
        let error = fill.call((vec![x.clone(), y.clone(), x.clone()], 3.0)).unwrap_err();
        assert!(error.message().contains("[0] and [2], which overlap"), "{error}");
        assert_eq!(x.to_vec::<f32>().unwrap(), [2.0; 4]);

        let pairs = Function::from_fn(
            |(mut out, a, b): (TensorViewMut<'_, f32>, TensorView<'_, f32>, TensorView<'_, f32>)| {
                out.as_mut_slice().unwrap()[0] = a.as_slice().unwrap()[1] + b.as_slice().unwrap()[1];
            },
        );
        pairs.call(((x.clone(), y.clone(), y.clone()),)).unwrap();
        assert_eq!(x.to_vec::<f32>().unwrap()[0], 4.0);
        assert!(pairs.call(((x.clone(), y.clone(), x.clone()),)).is_err());

        let nested = Function::from_fn(|_all: Vec<[TensorViewMut<'_, f32>; 1]>| ());
        let inner = Array::from_iter([x.clone()]);
        nested.call((Array::from_iter([inner.clone()]),)).unwrap();
        assert!(nested.call((Array::from_iter([inner.clone(), inner]),)).is_err());

        let both = Function::from_fn(|_y: Vec<TensorViewMut<'_, f32>>, _x: TensorView<'_, f32>| ());
        both.call((vec![y.clone()], &x)).unwrap();
        refused(both.call((vec![x.clone()], &x)));
    }
}

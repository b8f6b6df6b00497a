use proptest::prelude::*;

use super::failure;
use super::layouts::{describe, indices, layouts};
use crate::dtype::Element;
use crate::error::ErrorKind;
use crate::sys::DLDeviceType;
use crate::tensor::{Tensor, TensorView, TensorViewMut};

proptest! {
    #[test]
    fn elements_are_read_and_written_in_row_major_order((mut shape, mut strides) in layouts()) {
        let reach = |sign: i64| -> i64 {
            shape.iter().zip(&strides).map(|(size, stride)| (size - 1).max(0) * (stride * sign).max(0)).sum()
        };
        let (below, above) = (reach(-1), reach(1));
        let mut memory: Vec<i32> = (0..(below + above + 1) as i32).collect();
        let all = indices(&shape);
        let place = |index: &Vec<i64>| -> usize {
            (below + index.iter().zip(&strides).map(|(at, stride)| at * stride).sum::<i64>()) as usize
        };
        let places: Vec<usize> = all.iter().map(place).collect();
        let expected: Vec<i32> = places.iter().map(|place| *place as i32).collect();
        let mut untouched = memory.clone();
        let tensor = describe(&mut memory, below as usize, &mut shape, &mut strides);
        // SAFETY: every element lies in the memory, which lives as long as the views.
        let view = unsafe { TensorView::<i32>::new(&tensor) };
        prop_assert_eq!(&view.to_vec().unwrap(), &expected);
        prop_assert_eq!(view.iter().unwrap().len(), all.len());
        prop_assert_eq!(view.iter().unwrap().fold(Vec::new(), |mut all, x| { all.push(x); all }), expected.clone());
        let mut elements = view.iter().unwrap();
        let mut one_by_one: Vec<i32> = elements.by_ref().take(all.len() / 2).collect();
        // The rest is folded from the middle of a row.
        elements.for_each(|element| one_by_one.push(element));
        prop_assert_eq!(&one_by_one, &expected);
        for (index, value) in all.iter().zip(&expected) {
            prop_assert_eq!(view.get(index).unwrap(), *value);
        }
        // SAFETY: as above; the shared view is not used any more.
        let mut view = unsafe { TensorViewMut::<i32>::new(&tensor) };
        for (number, index) in all.iter().enumerate() {
            view.set(index, -(number as i32)).unwrap();
            untouched[places[number]] = -(number as i32);
        }
        prop_assert_eq!(&memory, &untouched);
        // SAFETY: as above.
        let mut view = unsafe { TensorViewMut::<i32>::new(&tensor) };
        view.fill(-7).unwrap();
        places.iter().for_each(|place| untouched[*place] = -7);
        prop_assert_eq!(&memory, &untouched);
        let source = Tensor::from_vec((0..all.len() as i32).collect(), &shape).unwrap();
        // SAFETY: as above.
        let mut view = unsafe { TensorViewMut::<i32>::new(&tensor) };
        view.copy_from(&source.view().typed().unwrap()).unwrap();
        places.iter().enumerate().for_each(|(number, place)| untouched[*place] = number as i32);
        prop_assert_eq!(&memory, &untouched);
    }
}

#[test]
fn wrong_indices_and_shapes_are_errors() {
    let mut tensor = Tensor::from_vec(vec![1_i64, 2, 3, 4, 5, 6], &[2, 3]).unwrap();
    for index in [&[2, 0][..], &[0, 3], &[-1, 0], &[0], &[0, 0, 0], &[]] {
        let error = failure(tensor.view().typed::<i64>().unwrap().get(index));
        assert_eq!(error.kind(), ErrorKind::IndexError);
        assert!(error.message().contains("[2, 3]"), "{error}");
        let error = failure(tensor.view_mut().unwrap().typed::<i64>().unwrap().set(index, 0));
        assert_eq!(error.kind(), ErrorKind::IndexError);
    }
    let other = Tensor::zeros::<i64>(&[3, 2]).unwrap();
    let mut view = tensor.view_mut().unwrap().typed::<i64>().unwrap();
    let error = failure(view.copy_from(&other.view().typed().unwrap()));
    assert_eq!(error.kind(), ErrorKind::ValueError);
    assert!(error.message().contains("shape [3, 2] but got shape [2, 3]"), "{error}");
    assert_eq!(tensor.to_vec::<i64>().unwrap(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn bytes_that_are_no_bool_are_not_read_but_overwritten() {
    let mut bytes = [0_u8, 1, 2, 1];
    let (mut shape, mut strides) = ([2], [2]);
    let mut tensor = describe(&mut bytes, 0, &mut shape, &mut strides);
    tensor.dtype = bool::DTYPE.0;
    // SAFETY: the elements lie in the memory; a byte of 2 is what is tested.
    let mut view = unsafe { TensorViewMut::<bool>::new(&tensor) };
    assert_eq!(failure(view.as_view().iter()).kind(), ErrorKind::ValueError);
    assert_eq!(failure(view.as_view().to_vec()).kind(), ErrorKind::ValueError);
    assert_eq!(failure(view.as_view().get(&[1])).kind(), ErrorKind::ValueError);
    assert!(!view.as_view().get(&[0]).unwrap());
    view.fill(true).unwrap();
    assert_eq!(view.as_view().to_vec().unwrap(), [true, true]);
    assert_eq!(bytes, [1, 1, 1, 1]);
}

#[test]
fn memory_that_the_cpu_does_not_reach_is_an_error() {
    let mut memory = [1.0_f32, 2.0];
    let (mut shape, mut strides) = ([2], [1]);
    let mut tensor = describe(&mut memory, 0, &mut shape, &mut strides);
    tensor.device.device_type = DLDeviceType::CUDA;
    // SAFETY: the memory is not looked at.
    let mut view = unsafe { TensorViewMut::<f32>::new(&tensor) };
    for error in [
        failure(view.as_view().iter()),
        failure(view.as_view().get(&[0])),
        failure(view.set(&[0], 1.0)),
        failure(view.fill(1.0)),
    ] {
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(error.message().contains("device cuda:0"), "{error}");
    }
}

#[test]
fn a_count_above_the_largest_integer_is_an_error() {
    let mut memory = [1_u8];
    let (mut shape, mut strides) = ([1 << 40, 1 << 40], [0, 0]);
    let tensor = describe(&mut memory, 0, &mut shape, &mut strides);
    // SAFETY: every element is the one in the memory.
    let view = unsafe { TensorView::<u8>::new(&tensor) };
    assert_eq!(view.numel(), usize::MAX);
    assert_eq!(view.byte_size(), None);
    for error in
        [failure(view.iter()), failure(view.to_vec()), failure(view.as_slice()), failure(view.get(&[0, 0]))]
    {
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(error.message().contains("[1099511627776, 1099511627776]"), "{error}");
    }
}

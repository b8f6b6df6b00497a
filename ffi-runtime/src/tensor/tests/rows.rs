use proptest::prelude::*;

use super::failure;
use super::layouts::{describe, indices, layouts};
use crate::error::ErrorKind;
use crate::tensor::{Tensor, TensorView, TensorViewMut};

proptest! {
    #[test]
    fn rows_are_the_last_dimension((mut shape, mut strides) in layouts()) {
        let reach = |sign: i64| -> i64 {
            shape.iter().zip(&strides).map(|(size, stride)| (size - 1).max(0) * (stride * sign).max(0)).sum()
        };
        let (below, above) = (reach(-1), reach(1));
        let mut memory: Vec<i32> = (0..(below + above + 1) as i32).collect();
        let tensor = describe(&mut memory, below as usize, &mut shape, &mut strides);
        // SAFETY: the memory outlives the view and holds all that the strides reach.
        let view = unsafe { TensorView::<i32>::new(&tensor) };
        let expected: Vec<i32> = indices(view.shape()).iter().map(|index| view.get(index).unwrap()).collect();
        let rows = view.rows().unwrap();
        let width = view.shape().last().map_or(1, |size| *size as usize);
        prop_assert_eq!(rows.row_len(), width);
        prop_assert_eq!(rows.len() * width, expected.len());
        let mut scratch = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let expected = &expected[index * width..][..width];
            prop_assert_eq!(row.iter().collect::<Vec<_>>(), expected);
            prop_assert_eq!(row.contiguous(&mut scratch), expected);
            prop_assert!(row.as_slice().is_none_or(|slice| slice == expected));
            prop_assert!((0..width).all(|at| row.get(at) == expected[at]));
        }
    }

    #[test]
    fn elements_are_mapped((mut shape, mut strides) in layouts(), threads in 1_usize..4) {
        let reach = |sign: i64| -> i64 {
            shape.iter().zip(&strides).map(|(size, stride)| (size - 1).max(0) * (stride * sign).max(0)).sum()
        };
        let (below, above) = (reach(-1), reach(1));
        let mut memory: Vec<i32> = (0..(below + above + 1) as i32).collect();
        let shape_copy = shape.clone();
        let distinct = shape.contains(&0) || shape.iter().zip(&strides).all(|(size, stride)| *size == 1 || *stride != 0);
        let tensor = describe(&mut memory, below as usize, &mut shape, &mut strides);
        // SAFETY: the memory outlives the view, is reached by nothing else, and holds all that the strides reach.
        let mut view = unsafe { TensorViewMut::<i32>::new(&tensor) };
        let before = view.as_view().to_vec().unwrap();
        if !distinct {
            let error = failure(view.map_in_place(|value| value + 1));
            prop_assert_eq!(error.kind(), ErrorKind::ValueError);
            prop_assert!(failure(view.rows_mut()).message().contains("share no memory"));
            return Ok(());
        }
        view.map_in_place(|value| value * 2).unwrap();
        view.par_map_in_place(threads, |value| value + 1).unwrap();
        let doubled: Vec<i32> = before.iter().map(|value| value * 2 + 1).collect();
        prop_assert_eq!(view.as_view().to_vec().unwrap(), doubled.clone());
        let mut other = Tensor::zeros::<i64>(&shape_copy).unwrap();
        let mut other_view = other.view_mut().unwrap().typed::<i64>().unwrap();
        other_view.zip_map(&view.as_view(), i64::from).unwrap();
        prop_assert!(other_view.as_view().iter().unwrap().eq(doubled.iter().copied().map(i64::from)));
        view.par_zip_map(&other_view.as_view(), threads, |value| -(value as i32)).unwrap();
        prop_assert!(view.as_view().iter().unwrap().eq(doubled.iter().map(|value| -value)));
        let mut count = 0;
        view.rows_mut().unwrap().iter_mut().for_each(|(index, mut row)| {
            assert_eq!(index, count);
            row.with_slice(&mut Vec::new(), |slice| slice.fill(index as i32));
            count += 1;
        });
        let width = shape_copy.last().map_or(1, |size| *size as usize);
        let indexed = (0..doubled.len()).map(|at| (at / width) as i32);
        prop_assert!(view.as_view().iter().unwrap().eq(indexed));
    }
}

#[test]
fn rows_without_elements_are_counted() {
    for (shape, count) in [(&[3, 0][..], 3), (&[0, 3], 0), (&[0], 1), (&[], 1), (&[2, 3, 1], 6)] {
        let mut tensor = Tensor::zeros::<f32>(shape).unwrap();
        let view = tensor.view();
        assert_eq!(view.typed::<f32>().unwrap().rows().unwrap().len(), count, "{shape:?}");
        let mut view = tensor.view_mut().unwrap().typed::<f32>().unwrap();
        assert_eq!(view.rows_mut().unwrap().iter_mut().count(), count, "{shape:?}");
    }
    let tensor = Tensor::zeros::<u8>(&[i64::MAX, i64::MAX, 0]).unwrap();
    assert!(failure(tensor.view().typed::<u8>().unwrap().rows()).message().contains("fits into memory"));
}

#[test]
fn shapes_that_differ_are_an_error() {
    let x = Tensor::zeros::<f32>(&[2, 3]).unwrap();
    let mut y = Tensor::zeros::<f32>(&[3, 2]).unwrap();
    let mut y = y.view_mut().unwrap().typed::<f32>().unwrap();
    let x = x.view().typed::<f32>().unwrap();
    for error in [failure(y.zip_map(&x, |value| value)), failure(y.par_zip_map(&x, 1, |value| value))] {
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(error.message().contains("shape [2, 3] but got shape [3, 2]"), "{}", error.message());
    }
}

#[test]
fn rows_in_a_parallel_loop_are_apart() {
    let mut y = Tensor::zeros::<u32>(&[100, 7]).unwrap();
    let mut view = y.view_mut().unwrap().typed::<u32>().unwrap();
    let mut rows = view.rows_mut().unwrap();
    rows.par_for_each(7, |mut some| {
        assert!(!some.is_empty() && some.len() == some.range().len());
        for (index, mut row) in some.iter_mut() {
            let value = row.get(0) + 1 + index as u32;
            row.as_mut_slice().unwrap().fill(value);
        }
        Ok(())
    })
    .unwrap();
    assert!(y.to_vec::<u32>().unwrap().iter().enumerate().all(|(at, value)| *value == 1 + at as u32 / 7));
}

#[test]
#[should_panic(expected = "but the rows are 0..2")]
fn a_row_out_of_range_is_a_panic() {
    let mut y = Tensor::zeros::<u32>(&[2, 7]).unwrap();
    y.view_mut().unwrap().typed::<u32>().unwrap().rows_mut().unwrap().row(2);
}

#[test]
fn two_tensors_are_written_in_one_loop() {
    let mut y = Tensor::zeros::<u32>(&[2, 5, 3]).unwrap();
    let mut sums = Tensor::zeros::<u64>(&[2, 5]).unwrap();
    let (y_view, sums_view) = (y.view_mut().unwrap(), sums.view_mut().unwrap());
    let (mut y_view, mut sums_view) = (y_view.typed::<u32>().unwrap(), sums_view.typed::<u64>().unwrap());
    let (mut rows, mut elements) = (y_view.rows_mut().unwrap(), sums_view.elements_mut().unwrap());
    assert_eq!((elements.len(), elements.row_len()), (10, 1));
    rows.par_zip_for_each(&mut elements, 3, |mut rows, mut elements| {
        assert_eq!(rows.range(), elements.range());
        for (index, mut row) in rows.iter_mut() {
            row.as_mut_slice().unwrap().fill(index as u32);
            elements.row(index).set(0, 3 * index as u64);
        }
        Ok(())
    })
    .unwrap();
    let mut other = Tensor::zeros::<u8>(&[4, 2]).unwrap();
    let mut other = other.view_mut().unwrap().typed::<u8>().unwrap();
    let result = rows.par_zip_for_each(&mut other.rows_mut().unwrap(), 1, |_, _| Ok(()));
    assert!(failure(result).message().contains("rows 0..10 and 0..4"));
    assert!(y.to_vec::<u32>().unwrap().iter().enumerate().all(|(at, value)| *value == at as u32 / 3));
    assert!(sums.to_vec::<u64>().unwrap().iter().enumerate().all(|(at, value)| *value == 3 * at as u64));
}

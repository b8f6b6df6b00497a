use proptest::prelude::*;

use super::failure;
use super::layouts::{describe, layouts};
use crate::error::{Error, ErrorKind};
use crate::function::Function;
use crate::host;
use crate::sys::DLTensor;
use crate::tensor::{Tensor, TensorView, TensorViewInOut, TensorViewMut};

/// Calls a function of two tensors of this type, and of one that is written to, with views of the same memory.
fn call(x: &DLTensor, y: &DLTensor, extra: Option<&DLTensor>) -> Result<(), Error> {
    host::use_embedded().unwrap();
    // SAFETY: the memory is only used by the function that is called.
    let view = |tensor| unsafe { TensorView::<i32>::new(tensor) };
    match extra {
        None => {
            let double = Function::from_fn(
                |x: TensorViewInOut<'_, i32>, y: TensorViewInOut<'_, i32>| -> Result<(), Error> {
                    y.zip_map(&x, |value| value * 2)
                },
            );
            double.call((view(x), view(y))).map(drop)
        }
        Some(extra) => {
            let three = Function::from_fn(
                |x: TensorViewInOut<'_, i32>,
                 y: TensorViewInOut<'_, i32>,
                 _: TensorViewMut<'_, i32>|
                 -> Result<(), Error> { y.zip_map(&x, |value| value * 2) },
            );
            three.call((view(x), view(y), view(extra))).map(drop)
        }
    }
}

proptest! {
    #[test]
    fn one_tensor_is_input_and_output((mut shape, mut strides) in layouts()) {
        let reach = |sign: i64| -> i64 {
            shape.iter().zip(&strides).map(|(size, stride)| (size - 1).max(0) * (stride * sign).max(0)).sum()
        };
        let (below, above) = (reach(-1), reach(1));
        let mut memory: Vec<i32> = (0..(below + above + 1) as i32).collect();
        let repeats = !shape.contains(&0) && shape.iter().zip(&strides).any(|(size, stride)| *size > 1 && *stride == 0);
        let (mut other_shape, mut other_strides) = (shape.clone(), strides.clone());
        let x = describe(&mut memory, below as usize, &mut shape, &mut strides);
        let y = DLTensor { shape: other_shape.as_mut_ptr(), strides: other_strides.as_mut_ptr(), ..x };
        // SAFETY: the memory outlives the view.
        let elements = || unsafe { TensorView::<i32>::new(&x) }.to_vec().unwrap();
        let before = elements();
        if repeats {
            prop_assert!(failure(call(&x, &y, None)).message().contains("share no memory"));
        } else {
            call(&x, &y, None).unwrap();
            prop_assert!(elements().iter().zip(before).all(|(after, before)| *after == before * 2));
        }
    }
}

/// Two tensors of eight numbers that begin at different places.
fn pair(memory: &mut [i32], parts: &mut [(usize, [i64; 2], [i64; 2])]) -> Vec<DLTensor> {
    parts.iter_mut().map(|(first, shape, strides)| describe(memory, *first, shape, strides)).collect()
}

#[test]
fn any_other_overlap_is_refused() {
    let mut memory = vec![0; 16];
    let square = (0, [2, 2], [2, 1]);
    for other in [(1, [2, 2], [2, 1]), (0, [2, 2], [1, 2]), (0, [1, 2], [2, 1]), (0, [2, 2], [3, 1])] {
        let mut parts = [square, other];
        let tensors = pair(&mut memory, &mut parts);
        let error = failure(call(&tensors[0], &tensors[1], None));
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(
            error.message().contains("to be the same tensor or to share no memory with argument"),
            "{}",
            error.message()
        );
    }
    let mut parts = [square, (4, [2, 2], [2, 1]), (8, [2, 2], [2, 1])];
    let tensors = pair(&mut memory, &mut parts);
    call(&tensors[0], &tensors[1], None).unwrap();
    call(&tensors[0], &tensors[0], Some(&tensors[2])).unwrap();
    // A tensor of another type must share no memory with them.
    for (x, y, extra) in [(0, 1, 0), (0, 0, 0), (0, 1, 1)] {
        let error = failure(call(&tensors[x], &tensors[y], Some(&tensors[extra])));
        assert!(error.message().contains("to share no memory"), "{}", error.message());
        assert!(!error.message().contains("the same tensor"), "{}", error.message());
    }
}

#[test]
fn rows_and_cells_work_in_place() {
    host::use_embedded().unwrap();
    let function = Function::from_fn(
        |x: TensorViewInOut<'_, f32>, y: TensorViewInOut<'_, f32>| -> Result<bool, Error> {
            y.zip_rows(&x, |index, row| {
                row.reverse();
                row[0] += index as f32;
            })?;
            let cells = y.as_cells()?;
            cells[0].set(cells[0].get() + 100.0);
            Ok(x.is_same(&y))
        },
    );
    let x = Tensor::from_vec(vec![1.0_f32, 2.0, 3.0, 4.0], &[2, 2]).unwrap();
    let y = Tensor::zeros::<f32>(&[2, 2]).unwrap();
    assert!(!function.call((&x, &y)).unwrap().to::<bool>().unwrap());
    assert_eq!(y.to_vec::<f32>().unwrap(), [102.0, 1.0, 5.0, 3.0]);
    assert!(function.call((&x, &x)).unwrap().to::<bool>().unwrap());
    assert_eq!(x.to_vec::<f32>().unwrap(), [102.0, 1.0, 5.0, 3.0]);
    let other = Tensor::zeros::<f32>(&[4]).unwrap();
    assert!(failure(function.call((&x, &other))).message().contains("shape [2, 2] but got shape [4]"));
}

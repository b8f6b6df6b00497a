use ndarray::{
    Array, Array2, ArrayD, ArrayView1, ArrayView2, ArrayViewD, ArrayViewMut1, ArrayViewMut2, ShapeBuilder,
    arr2,
};

use super::failure;
use crate::any::Any;
use crate::convert::IntoAny;
use crate::error::{ErrorKind, Result};
use crate::function::Function;
use crate::host;
use crate::sys::DLTensor;
use crate::tensor::{Tensor, TensorView};

/// Runs `use_view` with a view of `memory` from `first` on.
fn with_view<R>(
    memory: &mut [i32],
    first: usize,
    shape: &[i64],
    strides: &[i64],
    use_view: impl FnOnce(TensorView<'_>) -> R,
) -> R {
    let (mut shape, mut strides) = (shape.to_vec(), strides.to_vec());
    let whole = Tensor::from_vec(vec![0_i32], &[1]).unwrap();
    let tensor = DLTensor {
        data: memory.as_mut_ptr().wrapping_add(first).cast(),
        ndim: shape.len() as i32,
        shape: shape.as_mut_ptr(),
        strides: strides.as_mut_ptr(),
        ..*whole.view().as_dl_tensor()
    };
    // SAFETY: the tests describe elements of the memory.
    use_view(unsafe { TensorView::new(&tensor) })
}

#[test]
fn views_have_any_strides() {
    host::use_embedded().unwrap();
    let rows = Function::from_fn(|x: ArrayView2<'_, i32>| format!("{x}"));
    let any = Function::from_fn(|x: ArrayViewD<'_, i32>| format!("{:?} {x}", x.shape()));
    let mut memory: Vec<i32> = (0..12).collect();
    for (first, shape, strides, expected) in [
        (0, [3, 4], [4, 1], "[[0, 1, 2, 3],\n [4, 5, 6, 7],\n [8, 9, 10, 11]]"),
        (0, [4, 3], [1, 4], "[[0, 4, 8],\n [1, 5, 9],\n [2, 6, 10],\n [3, 7, 11]]"),
        (1, [2, 2], [4, 2], "[[1, 3],\n [5, 7]]"),
        (11, [2, 3], [-4, -1], "[[11, 10, 9],\n [7, 6, 5]]"),
        (3, [2, 2], [4, -3], "[[3, 0],\n [7, 4]]"),
        (5, [2, 3], [0, 1], "[[5, 6, 7],\n [5, 6, 7]]"),
        (5, [1, 3], [-99, 0], "[[5, 5, 5]]"),
    ] {
        let call = |function: &Function, memory: &mut [i32]| {
            with_view(memory, first, &shape, &strides, |view| function.call((view,))?.to::<String>())
        };
        assert_eq!(call(&rows, &mut memory).unwrap(), expected);
        assert_eq!(call(&any, &mut memory).unwrap(), format!("{shape:?} {expected}"));
    }
    let describe = |memory: &mut [i32], shape: &[i64], strides: &[i64]| {
        with_view(memory, 0, shape, strides, |view| any.call((view,))?.to::<String>()).unwrap()
    };
    assert_eq!(describe(&mut memory, &[], &[]), "[] 0");
    let empty = format!("[2, 0, 3] {}", ArrayD::<i32>::zeros(vec![2, 0, 3]));
    assert_eq!(describe(&mut memory, &[2, 0, 3], &[-7, 1 << 60, 0]), empty);
}

#[test]
fn views_that_do_not_fit_are_errors() {
    host::use_embedded().unwrap();
    let sum = Function::from_fn(|x: ArrayView2<'_, i32>| i64::from(x.sum()));
    let mut memory: Vec<i32> = (0..12).collect();
    let error = with_view(&mut memory, 0, &[3], &[1], |view| failure(sum.call((view,))));
    assert_eq!(error.kind(), ErrorKind::ValueError);
    assert!(error.message().contains("arg0"), "{error}");
    assert!(error.message().contains("a tensor of 2 dimensions but got one of 1 (shape [3])"), "{error}");
    let floats = Tensor::zeros::<f32>(&[2, 2]).unwrap();
    let error = failure(sum.call((&floats,)));
    assert_eq!(error.kind(), ErrorKind::TypeError);
    assert!(error.message().contains("Expected `Tensor[int32]` but got `Tensor[float32]`"), "{error}");
    let error = failure(sum.call((3,)));
    assert!(error.message().contains("Expected `Tensor[int32]` but got `int`"), "{error}");
    for (shape, strides) in [([1 << 40, 1 << 40], [0, 0]), ([2, 2], [i64::MAX, 1]), ([2, 2], [i64::MIN, 1])] {
        let error = with_view(&mut memory, 0, &shape, &strides, |view| failure(sum.call((view,))));
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(error.message().contains("fits into memory"), "{error}");
    }
    let cube = Function::from_fn(|x: ArrayViewD<'_, i32>| i64::from(x.sum()));
    let error =
        with_view(&mut memory, 0, &[0, 1 << 40, 1 << 40], &[0; 3], |view| failure(cube.call((view,))));
    assert!(error.message().contains("fits into memory"), "{error}");
    let bytes = Tensor::from_vec(vec![0_u8, 1, 2], &[3]).unwrap();
    let mut tensor = *bytes.view().as_dl_tensor();
    tensor.dtype = crate::dtype::DataType::BOOL.0;
    let count = Function::from_fn(|x: ArrayView1<'_, bool>| x.iter().filter(|value| **value).count());
    // SAFETY: the bytes are the tensor's.
    let error = failure(count.call((unsafe { TensorView::<()>::new(&tensor) },)));
    assert!(error.message().contains("elements of bool"), "{error}");
}

#[test]
fn mutable_views_write_where_no_elements_share_memory() {
    host::use_embedded().unwrap();
    let add = Function::from_fn(|mut x: ArrayViewMut2<'_, i32>, y: ArrayView1<'_, i32>| x += &y);
    let two = Tensor::from_vec(vec![100, 200], &[2]).unwrap();
    let mut memory: Vec<i32> = (0..6).collect();
    with_view(&mut memory, 5, &[2, 2], &[-3, -2], |view| add.call((view, &two))).unwrap();
    // Elements 5 and 3, then 2 and 0.
    assert_eq!(memory, [200, 1, 102, 203, 4, 105]);
    for (shape, strides) in [([0, 2], [0, 0]), ([0, 2], [5, -9]), ([0, 2], [1, 1])] {
        with_view(&mut memory, 0, &shape, &strides, |view| add.call((view, &two))).unwrap();
    }
    for (shape, strides) in [([2, 2], [0, 1]), ([2, 2], [1, 1]), ([3, 2], [1, 2]), ([2, 2], [-1, 1])] {
        let error = with_view(&mut memory, 2, &shape, &strides, |view| failure(add.call((view, &two))));
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(error.message().contains("share no memory"), "{error}");
    }
    assert_eq!(memory, [200, 1, 102, 203, 4, 105]);
    // Another argument that reaches the memory.
    let both = Tensor::from_vec(vec![1, 2, 3, 4], &[4]).unwrap();
    let swap = Function::from_fn(|x: ArrayViewMut1<'_, i32>, y: ArrayView1<'_, i32>| i64::from(x[0] + y[0]));
    assert!(failure(swap.call((&both, &both))).message().contains("overlap"));
    assert_eq!(swap.call((&both, &two)).unwrap().to::<i64>().unwrap(), 101);
}

#[test]
fn arrays_are_returned_without_a_copy() -> Result<()> {
    let rows = arr2(&[[1_i64, 2, 3], [4, 5, 6]]);
    let address = rows.as_ptr().cast();
    let tensor = rows.into_any().unwrap().to::<Tensor>()?;
    assert_eq!(tensor.view().data_ptr(), address);
    assert_eq!((tensor.shape(), &*tensor.view().strides()), (&[2, 3][..], &[3, 1][..]));
    let columns = Array::from_shape_vec((2, 3).f(), (0..6).collect::<Vec<i64>>()).unwrap();
    let address = columns.as_ptr().cast();
    let tensor = Tensor::from(columns);
    assert_eq!(tensor.view().data_ptr(), address);
    assert_eq!((tensor.shape(), &*tensor.view().strides()), (&[2, 3][..], &[1, 2][..]));
    assert_eq!(tensor.to_vec::<i64>()?, [0, 2, 4, 1, 3, 5]);
    // A part of a larger vector starts behind its first element.
    let tail = Array::from_vec((0..6_i64).collect()).slice_move(ndarray::s![2..]);
    assert_eq!(Tensor::from(tail).to_vec::<i64>()?, [2, 3, 4, 5]);
    let reversed = Array::from_vec((0..3_i64).collect()).slice_move(ndarray::s![..;-1]);
    let tensor = Tensor::from(reversed);
    assert_eq!((tensor.to_vec::<i64>()?, &*tensor.view().strides()), (vec![2, 1, 0], &[1][..]));
    assert_eq!(Tensor::from(Array2::<f32>::zeros((0, 4))).shape(), [0, 4]);
    assert_eq!(Tensor::from(ndarray::arr0(7_u8)).to_vec::<u8>()?, [7]);
    let made = Function::from_fn(|| ArrayD::<f64>::ones(vec![2, 2]));
    host::use_embedded().unwrap();
    let made: Any = made.call(())?;
    assert_eq!(made.to::<Tensor>()?.to_vec::<f64>()?, [1.0; 4]);
    Ok(())
}

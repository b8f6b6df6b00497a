use super::failure;
use crate::dtype::DataType;
use crate::error::ErrorKind;
use crate::tensor::Tensor;

#[test]
fn any_dtype_has_its_size() {
    // As libtvm_ffi counts: the bits of all lanes of all elements, rounded up to bytes.
    for (dtype, shape, bytes) in [
        ("float32", &[2, 3][..], 24),
        ("bfloat16", &[5], 10),
        ("float8_e4m3fn", &[3], 3),
        ("float4_e2m1fn", &[3], 2),
        ("float4_e2m1fnx2", &[3], 3),
        ("float6_e3m2fn", &[4], 3),
        ("int4", &[7], 4),
        ("int8x4", &[2, 2], 16),
        ("float16x3", &[1], 6),
        ("uint1", &[9], 2),
        ("bool", &[9], 9),
        ("int32", &[], 4),
        ("int32", &[4, 0], 0),
    ] {
        let tensor = Tensor::zeros_of(dtype.parse().unwrap(), shape).unwrap();
        assert_eq!(tensor.byte_size(), Some(bytes), "{dtype} {shape:?}");
        assert_eq!((tensor.dtype().to_string().as_str(), tensor.shape()), (dtype, shape));
        assert!(tensor.view().is_contiguous());
        // SAFETY: the tensor has that many bytes, and they are zero.
        let memory = unsafe { core::slice::from_raw_parts(tensor.view().data_ptr().cast::<u8>(), bytes) };
        assert!(memory.iter().all(|byte| *byte == 0));
    }
}

#[test]
fn sizes_that_no_memory_has_are_errors() {
    for shape in [&[1 << 40, 1 << 40][..], &[i64::MAX], &[-1], &[2, -3], &[i64::MAX, i64::MAX, i64::MAX]] {
        let error = failure(Tensor::zeros::<f64>(shape));
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(error.message().contains(&format!("{shape:?}")), "{error}");
    }
    // Addressable, but more than there is.
    let error = failure(Tensor::zeros_of(DataType::FLOAT64, &[1 << 50]));
    assert_eq!(error.kind(), ErrorKind::MemoryError);
    assert!(Tensor::zeros::<f64>(&[i64::MAX, 0]).is_ok());
}

#[test]
fn a_shared_tensor_is_not_written_to() {
    let mut tensor = Tensor::from_vec(vec![1_u8, 2], &[2]).unwrap();
    let copy = tensor.clone();
    assert!(failure(tensor.view_mut()).message().contains("shared"));
    drop(copy);
    tensor.view_mut().unwrap().typed::<u8>().unwrap().as_mut_slice().unwrap()[0] = 9;
    assert_eq!(tensor.to_vec::<u8>().unwrap(), [9, 2]);
}

//! Kernels that the dtypes of tensors choose, with contracts, called from a Rust program: the same on both hosts.

use ffi_runtime::__private::{ArgumentValue, Mismatch, RawAny, ToArgument};
use ffi_runtime::prelude::*;
use ffi_runtime::sys::{DLDevice, DLDeviceType, DLTensor, TypeIndex};
use ffi_tests::hosts;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

type Case = fn(&Module) -> Result<()>;

#[test]
fn embedded_host() {
    hosts::run_on_embedded("child");
}

#[test]
fn libtvm_ffi_host() {
    hosts::run_on_libtvm_ffi("child");
}

/// Does nothing unless this process is the child of one of the tests above.
#[test]
fn child() {
    hosts::in_child(|| {
        let cases: [(&str, Case); 7] = [
            ("every_dtype", every_dtype),
            ("dtypes_that_do_not_fit", dtypes_that_do_not_fit),
            ("moved_tensors", moved_tensors),
            ("shapes", shapes),
            ("sizes_that_no_memory_has", sizes_that_no_memory_has),
            ("devices", devices),
            ("globals", globals),
        ];
        let library = std::env::var_os("FFI_FIXTURE_KERNELS").expect("the parent names the library");
        let module = Module::load(library).expect("the fixture loads");
        for (name, case) in cases {
            if let Err(error) = case(&module) {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
        }
    });
}

const LISTED: [DataType; 5] =
    [DataType::FLOAT32, DataType::FLOAT64, DataType::INT32, DataType::FLOAT16, DataType::BFLOAT16];
const OTHERS: [DataType; 4] =
    [DataType::INT64, DataType::BOOL, DataType::UINT8, DataType::new(DataType::FLOAT32.code(), 32, 2)];

/// A tensor that says where it is and how large, and has no memory.
struct Described {
    tensor: DLTensor,
    _shape: Vec<i64>,
}

fn described(shape: &[i64], device_type: i32) -> Described {
    let mut shape = shape.to_vec();
    let tensor = DLTensor {
        data: core::ptr::null_mut(),
        device: DLDevice { device_type: DLDeviceType(device_type), device_id: 0 },
        ndim: shape.len() as i32,
        dtype: DataType::FLOAT32.0,
        shape: shape.as_mut_ptr(),
        strides: core::ptr::null_mut(),
        byte_offset: 0,
    };
    Described { tensor, _shape: shape }
}

impl ToArgument for Described {
    fn to_argument(&self) -> std::result::Result<ArgumentValue<'_>, Mismatch> {
        let tensor = core::ptr::from_ref(&self.tensor).cast_mut().cast();
        // SAFETY: the struct and its shape live as long as the borrow, and nobody reads the memory that it lacks.
        Ok(unsafe { ArgumentValue::lent(RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, tensor)) })
    }
}

#[track_caller]
fn refused(result: Result<Any>, kind: ErrorKind, part: &str) {
    let error = result.expect_err("the call fails");
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.message().contains(part), "{part:?} is not in {error}");
}

fn every_dtype(module: &Module) -> Result<()> {
    let scale = module.function("scale")?;
    let x = Tensor::from_vec(vec![1.5_f32, -2.0], &[2])?;
    let y = Tensor::zeros::<f32>(&[2])?;
    scale.call((&x, &y, 2))?;
    assert_eq!(y.to_vec::<f32>()?, [3.0, -4.0]);
    let x = Tensor::from_vec(vec![3_i32, -4], &[2])?;
    let y = Tensor::zeros::<i32>(&[2])?;
    scale.call((&x, &y, 5))?;
    assert_eq!(y.to_vec::<i32>()?, [15, -20]);
    for dtype in LISTED {
        let (x, y) = (Tensor::zeros_of(dtype, &[2])?, Tensor::zeros_of(dtype, &[2])?);
        scale.call((&x, &y, 5))?;
    }
    Ok(())
}

/// Every pair of dtypes: the first must be listed, and the second the same.
fn dtypes_that_do_not_fit(module: &Module) -> Result<()> {
    let scale = module.function("scale")?;
    let all = || LISTED.into_iter().chain(OTHERS);
    for one in all() {
        for other in all() {
            let (x, y) = (Tensor::zeros_of(one, &[2])?, Tensor::zeros_of(other, &[2])?);
            let result = scale.call((&x, &y, 5));
            if !LISTED.contains(&one) {
                let list = "Expected a tensor of float32, float64, int32, float16 or bfloat16";
                refused(result, ErrorKind::TypeError, "argument #0 when calling");
                refused(scale.call((&x, &y, 5)), ErrorKind::TypeError, &format!("{list} but got {one}"));
            } else if one != other {
                let expected =
                    format!("Expected `Tensor[{one}]` as argument `x` is but got `Tensor[{other}]`");
                refused(result, ErrorKind::TypeError, &expected);
            } else {
                result?;
            }
        }
    }
    Ok(())
}

fn moved_tensors(module: &Module) -> Result<()> {
    let scale = module.function("scale")?;
    let x = Tensor::from_vec(vec![1.5_f64, -2.0], &[2])?;
    let y = Tensor::zeros::<f64>(&[2])?;
    scale.call((RValueRef::new(x), &y, 2))?;
    assert_eq!(y.to_vec::<f64>()?, [3.0, -4.0]);
    let x = Tensor::from_vec(vec![1_i64], &[1])?;
    refused(scale.call((RValueRef::new(x), &y, 2)), ErrorKind::TypeError, "but got int64");
    let other_types = module.function("other_types")?;
    let (owned, array) = (Tensor::zeros::<f32>(&[3])?, Tensor::zeros::<f32>(&[3])?);
    assert_eq!(other_types.call((RValueRef::new(owned), &array))?.to::<i64>()?, 9);
    let owned = Tensor::zeros::<f32>(&[4])?;
    refused(
        other_types.call((RValueRef::new(owned), &array)),
        ErrorKind::ValueError,
        "argument `array` has shape (3,); expected (n,) with n = 4 from argument `owned`",
    );
    Ok(())
}

/// Random shapes fit exactly when the sizes of the same symbol are equal.
fn shapes(module: &Module) -> Result<()> {
    let matmul = module.function("matmul")?;
    let runs = module.function("runs")?;
    let config = ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() };
    let shape = || prop::collection::vec(0_i64..3, 1..4);
    let result = TestRunner::new(config).run(&(shape(), shape(), shape()), |(a, b, out)| {
        let fits = match (&a[..], &b[..], &out[..]) {
            ([n, k], [k2, m], [n2, m2]) => k == k2 && n == n2 && m == m2,
            _ => false,
        };
        let failed = |error: Error| TestCaseError::fail(error.to_string());
        let tensor = |shape: &[i64]| Tensor::zeros::<f64>(shape).map_err(failed);
        let before = runs.call(()).and_then(|runs| runs.to::<i64>()).map_err(failed)?;
        let result = matmul.call((&tensor(&a)?, &tensor(&b)?, &tensor(&out)?));
        let after = runs.call(()).and_then(|runs| runs.to::<i64>()).map_err(failed)?;
        prop_assert_eq!(after - before, i64::from(fits));
        match result {
            Ok(_) => prop_assert!(fits, "{:?} {:?} {:?} do not fit", a, b, out),
            Err(error) => {
                prop_assert!(!fits, "{error}");
                prop_assert_eq!(error.kind(), ErrorKind::ValueError);
                prop_assert!(error.message().contains("Mismatched shape on argument #"), "{error}");
            }
        }
        Ok(())
    });
    result.map_err(|error| Error::new(ErrorKind::AssertionError, error.to_string()))
}

/// Arithmetic on sizes does not wrap, and negative sizes fit nothing.
fn sizes_that_no_memory_has(module: &Module) -> Result<()> {
    let arithmetic = module.function("arithmetic")?;
    let huge = described(&[1 << 62, 1], 1);
    refused(
        arithmetic.call((&described(&[i64::MIN, (1 << 62) + 1, 0, 1 << 61], 1), &huge)),
        ErrorKind::ValueError,
        "with n = 4611686018427387904 from argument `y`",
    );
    let square = module.function("square")?;
    refused(
        square.call((&described(&[-1, -1], 1),)),
        ErrorKind::ValueError,
        "argument `x` has shape (-1, -1); expected (n, n)",
    );
    Ok(())
}

fn devices(module: &Module) -> Result<()> {
    let on = |name: &str, device_type: i32| -> Result<Any> {
        module.function(name)?.call((&described(&[2], device_type),))
    };
    // The CPU, and memory of others that it reaches.
    for device_type in [1, 3, 11, 13] {
        assert_eq!(on("on_cpu", device_type)?.to::<i64>()?, 2);
    }
    assert_eq!(on("on_cuda", 2)?.to::<i64>()?, 2);
    refused(on("on_cpu", 2), ErrorKind::ValueError, "argument `x` is on cuda:0; expected cpu");
    refused(on("on_cuda", 10), ErrorKind::ValueError, "argument `x` is on rocm:0; expected cuda");
    let same = module.function("on_same_device")?;
    assert_eq!(same.call((&described(&[2], 2), &described(&[3], 2)))?.to::<i64>()?, 5);
    refused(
        same.call((&described(&[2], 2), &described(&[3], 1))),
        ErrorKind::ValueError,
        "argument `y` is on cpu:0; expected cuda:0 as argument `x`",
    );
    Ok(())
}

fn globals(_: &Module) -> Result<()> {
    let first = Function::global("fixture_kernels.first")?;
    let x = Tensor::from_vec(vec![7_i8, 8], &[2])?;
    assert_eq!(first.call((&x,))?.to::<i64>()?, 7);
    let x = Tensor::from_vec(vec![7_u8], &[1])?;
    refused(
        first.call((&x,)),
        ErrorKind::TypeError,
        "Expected a tensor of int8, float64 or bool but got uint8",
    );
    Ok(())
}

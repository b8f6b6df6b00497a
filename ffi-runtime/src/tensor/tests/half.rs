use half::{bf16, f16};

use super::failure;
use crate::any::Any;
use crate::error::ErrorKind;
use crate::function::Function;
use crate::host;
use crate::tensor::{Tensor, TensorView};

#[test]
fn half_floats_are_elements() {
    host::use_embedded().unwrap();
    let values = [0.5, -2.0, 65504.0];
    let x = Tensor::from_vec(values.map(f16::from_f64).to_vec(), &[3]).unwrap();
    let y = Tensor::from_vec(values.map(bf16::from_f64).to_vec(), &[3]).unwrap();
    assert_eq!((x.dtype().to_string(), x.byte_size()), ("float16".to_owned(), Some(6)));
    assert_eq!((y.dtype().to_string(), y.byte_size()), ("bfloat16".to_owned(), Some(6)));
    assert_eq!(x.to_vec::<f16>().unwrap().map_to_f64(), values);
    // The largest float16 is 65536 to the nearest bfloat16.
    assert_eq!(
        y.to_vec::<bf16>().unwrap().iter().map(|value| value.to_f64()).collect::<Vec<_>>(),
        [0.5, -2.0, 65536.0]
    );
    let sum = Function::from_fn(|x: TensorView<'_, f16>| {
        x.iter().map(|elements| elements.map(f64::from).sum::<f64>())
    });
    assert_eq!(sum.call((&x,)).unwrap().to::<f64>().unwrap(), 65502.5);
    let error = failure(sum.call((&y,)));
    assert_eq!(error.kind(), ErrorKind::TypeError);
    assert!(error.message().contains("Expected `Tensor[float16]` but got `Tensor[bfloat16]`"), "{error}");
}

trait MapToF64 {
    fn map_to_f64(&self) -> Vec<f64>;
}

impl MapToF64 for Vec<f16> {
    fn map_to_f64(&self) -> Vec<f64> {
        self.iter().map(|value| value.to_f64()).collect()
    }
}

#[test]
fn half_floats_are_floats() {
    assert_eq!(Any::from(f16::from_f32(1.5)).to::<f64>().unwrap(), 1.5);
    assert_eq!(Any::from(2.5_f64).to::<bf16>().unwrap(), bf16::from_f32(2.5));
    assert_eq!(Any::from(3_i64).to::<f16>().unwrap(), f16::from_f32(3.0));
    // Rounded to the nearest, ties to even; too large is infinite, as with f32.
    assert_eq!(Any::from(2049.0_f64).to::<f16>().unwrap(), f16::from_f32(2048.0));
    assert_eq!(Any::from(1.0e6_f64).to::<f16>().unwrap(), f16::INFINITY);
    assert_eq!(failure(Any::from("x").to::<f16>()).kind(), ErrorKind::TypeError);
    let double = Function::from_fn(|x: f16, y: bf16| x.to_f64() + y.to_f64());
    assert_eq!(double.call((f16::from_f32(0.25), bf16::from_f32(4.0))).unwrap().to::<f64>().unwrap(), 4.25);
}

//! The functions that take containers, tensors and functions.

use std::hint::black_box;
use std::sync::LazyLock;

use ffi_runtime::prelude::*;

#[ffi_export]
fn sum_array(values: Array<i64>) -> i64 {
    values.iter().sum()
}

#[ffi_export]
fn array_to_vector(values: Vec<i64>) -> Result<i64> {
    ensure!(!values.is_empty(), ValueError, "no elements");
    Ok(black_box(&values)[values.len() - 1])
}

#[ffi_export]
fn map_lookup(map: Map, key: &str) -> Result<i64> {
    let value = map.get(key)?;
    ensure!(value.is_some(), KeyError, "no such key");
    value.unwrap_or_default().to()
}

#[ffi_export]
fn typed_map_lookup(map: Map<String, i64>, key: &str) -> Result<i64> {
    let value = map.get(key)?;
    ensure!(value.is_some(), KeyError, "no such key");
    Ok(value.unwrap_or_default())
}

#[ffi_export]
fn new_tensor() -> Result<Tensor> {
    Tensor::from_vec(vec![1.0_f32; 512 * 512], &[512, 512])
}

#[ffi_export]
fn same_tensor(tensor: Tensor) -> Tensor {
    tensor
}

type OfInteger = TypedFunction<fn(i64) -> i64>;

#[ffi_export]
fn call_function(function: OfInteger, calls: i64) -> Result<i64> {
    let mut sum = 0;
    for index in 0..calls {
        sum += function.call((index,))?;
    }
    Ok(sum)
}

#[ffi_export]
fn call_closure(calls: i64) -> Result<i64> {
    static CLOSURE: LazyLock<OfInteger> = LazyLock::new(|| Function::from_fn(|value: i64| value + 1).into());
    call_function(CLOSURE.clone(), calls)
}

//! The functions that take containers, tensors and functions.

use std::hint::black_box;

use tvm_ffi::{
    ensure, tvm_ffi_dll_export_typed_func, Any, Array, CPUNDAlloc, DLDataType, DLDataTypeCode, DLDevice,
    DLDeviceType, Function, Map, Result, String, Tensor, KEY_ERROR, VALUE_ERROR,
};

fn sum_array(values: Array<i64>) -> Result<i64> {
    Ok(values.iter().sum())
}

/// The crate converts no `Vec`; this is how its users make one.
fn array_to_vector(array: Array<i64>) -> Result<i64> {
    let values: Vec<i64> = array.iter().collect();
    ensure!(!values.is_empty(), VALUE_ERROR, "no elements");
    Ok(*black_box(&values).last().unwrap())
}

fn map_lookup(map: Map<Any, Any>, key: String) -> Result<i64> {
    let value = map.get(&Any::from(key))?;
    ensure!(value.is_some(), KEY_ERROR, "no such key");
    i64::try_from(value.unwrap())
}

fn typed_map_lookup(map: Map<String, i64>, key: String) -> Result<i64> {
    let value = map.get(&key)?;
    ensure!(value.is_some(), KEY_ERROR, "no such key");
    Ok(value.unwrap())
}

fn new_tensor() -> Result<Tensor> {
    let float = DLDataType { code: DLDataTypeCode::kDLFloat as u8, bits: 32, lanes: 1 };
    let cpu = DLDevice::new(DLDeviceType::kDLCPU, 0);
    let tensor = Tensor::from_nd_alloc(CPUNDAlloc {}, &[512, 512], float, cpu);
    tensor.data_as_slice_mut::<f32>()?.fill(1.0);
    Ok(tensor)
}

fn same_tensor(tensor: Tensor) -> Result<Tensor> {
    Ok(tensor)
}

fn call_function(function: Function, calls: i64) -> Result<i64> {
    let mut sum = 0;
    for index in 0..calls {
        sum += i64::try_from(function.call_tuple((index,))?)?;
    }
    Ok(sum)
}

thread_local! {
    /// The crate's functions are not `Sync`.
    static CLOSURE: Function = Function::from_typed(|value: i64| -> Result<i64> { Ok(value + 1) });
}

fn call_closure(calls: i64) -> Result<i64> {
    CLOSURE.with(|closure| call_function(closure.clone(), calls))
}

tvm_ffi_dll_export_typed_func!(sum_array, sum_array);
tvm_ffi_dll_export_typed_func!(array_to_vector, array_to_vector);
tvm_ffi_dll_export_typed_func!(map_lookup, map_lookup);
tvm_ffi_dll_export_typed_func!(typed_map_lookup, typed_map_lookup);
tvm_ffi_dll_export_typed_func!(new_tensor, new_tensor);
tvm_ffi_dll_export_typed_func!(same_tensor, same_tensor);
tvm_ffi_dll_export_typed_func!(call_closure, call_closure);
tvm_ffi_dll_export_typed_func!(call_function, call_function);

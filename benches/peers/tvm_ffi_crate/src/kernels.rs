//! The functions that choose by dtype and check shapes.

use tvm_ffi::{
    bail, ensure, tvm_ffi_dll_export_typed_func, DLDataType, DLDataTypeCode, DLDeviceType, Result, TensorView,
    TYPE_ERROR, VALUE_ERROR,
};

fn has_dtype(x: &TensorView, code: DLDataTypeCode, bits: u8) -> bool {
    x.dtype() == DLDataType { code: code as u8, bits, lanes: 1 }
}

fn instance<T>(x: &TensorView, y: &TensorView) -> i64 {
    (x.ndim() + y.ndim() + size_of::<T>()) as i64
}

fn dispatch(x: TensorView, y: TensorView) -> Result<i64> {
    ensure!(x.dtype() == y.dtype(), TYPE_ERROR, "y is of another dtype");
    if has_dtype(&x, DLDataTypeCode::kDLFloat, 64) {
        return Ok(instance::<f64>(&x, &y));
    }
    if has_dtype(&x, DLDataTypeCode::kDLInt, 32) {
        return Ok(instance::<i32>(&x, &y));
    }
    if has_dtype(&x, DLDataTypeCode::kDLFloat, 32) {
        return Ok(instance::<f32>(&x, &y));
    }
    bail!(TYPE_ERROR, "x is of a dtype that is not expected");
}

fn check_shapes(x: &TensorView, y: &TensorView) -> Result<()> {
    ensure!(has_dtype(x, DLDataTypeCode::kDLFloat, 32), TYPE_ERROR, "x is no float32");
    ensure!(has_dtype(y, DLDataTypeCode::kDLFloat, 32), TYPE_ERROR, "y is no float32");
    ensure!(x.ndim() == 2, VALUE_ERROR, "x does not have two dimensions");
    ensure!(y.ndim() == 2, VALUE_ERROR, "y does not have two dimensions");
    ensure!(x.shape()[1] == y.shape()[0], VALUE_ERROR, "the shapes do not fit");
    Ok(())
}

fn shapes(x: TensorView, y: TensorView) -> Result<i64> {
    check_shapes(&x, &y)?;
    Ok(x.shape()[0] + y.shape()[1])
}

fn contracts(x: TensorView, y: TensorView) -> Result<i64> {
    check_shapes(&x, &y)?;
    ensure!(x.device().device_type == DLDeviceType::kDLCPU, VALUE_ERROR, "x is not on the CPU");
    ensure!(y.device().device_type == DLDeviceType::kDLCPU, VALUE_ERROR, "y is not on the CPU");
    ensure!(x.device().device_id == y.device().device_id, VALUE_ERROR, "the devices differ");
    ensure!(x.is_contiguous(), VALUE_ERROR, "x is not contiguous");
    ensure!(y.is_contiguous(), VALUE_ERROR, "y is not contiguous");
    ensure!(x.data_ptr().addr() % 4 == 0, VALUE_ERROR, "x is not aligned");
    ensure!(y.data_ptr().addr() % 4 == 0, VALUE_ERROR, "y is not aligned");
    Ok(x.shape()[0] + y.shape()[1])
}

tvm_ffi_dll_export_typed_func!(dispatch, dispatch);
tvm_ffi_dll_export_typed_func!(shapes, shapes);
tvm_ffi_dll_export_typed_func!(contracts, contracts);

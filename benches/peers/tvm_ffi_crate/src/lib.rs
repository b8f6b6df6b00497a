//! The benchmarked functions, written with the `tvm-ffi` crate.

mod containers;
mod kernels;

use tvm_ffi::{bail, tvm_ffi_dll_export_typed_func, Result, TensorView, VALUE_ERROR};

fn nop() -> Result<()> {
    Ok(())
}

fn add(a: i64, b: i64) -> Result<i64> {
    Ok(a + b)
}

fn two_views(x: TensorView, y: TensorView) -> Result<i64> {
    Ok((x.ndim() + y.ndim()) as i64)
}

fn echo(text: tvm_ffi::String) -> Result<tvm_ffi::String> {
    Ok(text)
}

/// An owned Rust string on the way; the crate converts none itself.
fn echo_string(text: tvm_ffi::String) -> Result<tvm_ffi::String> {
    let owned = text.as_str().to_owned();
    Ok(owned.into())
}

fn raise() -> Result<()> {
    bail!(VALUE_ERROR, "the value is out of range");
}

tvm_ffi_dll_export_typed_func!(nop, nop);
tvm_ffi_dll_export_typed_func!(add, add);
tvm_ffi_dll_export_typed_func!(two_views, two_views);
tvm_ffi_dll_export_typed_func!(two_read_only_views, two_views);
tvm_ffi_dll_export_typed_func!(echo, echo);
tvm_ffi_dll_export_typed_func!(echo_string, echo_string);
tvm_ffi_dll_export_typed_func!(raise, raise);

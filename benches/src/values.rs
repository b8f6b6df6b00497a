//! The arguments of the calls; all live as long as the process.

use std::ptr;

use crate::abi::{
    ByteArray, DL_TENSOR_PTR, DlTensor, FunctionObject, Host, INT, ManagedTensor, RawAny, TENSOR,
    TensorObject,
};

pub fn int(value: i64) -> RawAny {
    RawAny::new(INT, value.cast_unsigned())
}

/// A contiguous `f32` tensor that the caller lends.
pub fn tensor(shape: &'static [i64], strides: &'static [i64]) -> RawAny {
    let tensor = Box::leak(Box::new(dl_tensor(shape, strides)));
    RawAny::new(DL_TENSOR_PTR, ptr::from_mut(tensor).expose_provenance() as u64)
}

/// The same as libtvm_ffi's tensor object.
pub fn tensor_object(host: &Host, shape: &'static [i64], strides: &'static [i64]) -> RawAny {
    let managed = Box::leak(Box::new(ManagedTensor {
        tensor: dl_tensor(shape, strides),
        context: ptr::null_mut(),
        deleter: ptr::null(),
    }));
    let mut object: *mut TensorObject = ptr::null_mut();
    // SAFETY: the managed tensor lives as long as the process, and `object` is a slot for the handle.
    let code = unsafe { (host.tensor_from_dlpack)(managed, 0, 0, &mut object) };
    assert_eq!(code, 0, "libtvm_ffi takes a tensor");
    RawAny::new(TENSOR, object.expose_provenance() as u64)
}

fn dl_tensor(shape: &'static [i64], strides: &'static [i64]) -> DlTensor {
    let count: i64 = shape.iter().product();
    let data = Box::leak(vec![0.0_f32; count as usize].into_boxed_slice());
    DlTensor {
        data: data.as_mut_ptr().cast(),
        device_type: 1,
        device_id: 0,
        ndim: shape.len() as i32,
        dtype_code: 2,
        dtype_bits: 32,
        dtype_lanes: 1,
        shape: shape.as_ptr(),
        strides: strides.as_ptr(),
        byte_offset: 0,
    }
}

/// A text as libtvm_ffi's string value.
pub fn string(host: &Host, text: &str) -> RawAny {
    let bytes = ByteArray { data: text.as_ptr(), size: text.len() };
    let mut value = RawAny::NONE;
    // SAFETY: the bytes are alive, and `value` is a slot for the string.
    let code = unsafe { (host.string_from_bytes)(&bytes, &mut value) };
    assert_eq!(code, 0, "libtvm_ffi makes a string");
    value
}

/// An `ffi.Array` of the integers from zero on.
pub fn array(host: &Host, count: i64) -> RawAny {
    let elements: Vec<RawAny> = (0..count).map(int).collect();
    call_global(host, "ffi.Array", &elements)
}

/// An `ffi.Map` from [`key`]s to their numbers.
pub fn map(host: &Host, count: i64) -> RawAny {
    let pairs: Vec<RawAny> = (0..count).flat_map(|number| [key(host, number), int(number)]).collect();
    call_global(host, "ffi.Map", &pairs)
}

/// A key of 12 bytes: too long for a string that is held in place.
pub fn key(host: &Host, number: i64) -> RawAny {
    string(host, &format!("parameter_{number:02}"))
}

/// Calls a global function of the host's.
fn call_global(host: &Host, name: &str, arguments: &[RawAny]) -> RawAny {
    let name = ByteArray { data: name.as_ptr(), size: name.len() };
    let mut function: *mut FunctionObject = ptr::null_mut();
    let mut result = RawAny::NONE;
    // SAFETY: the name and the arguments are alive during the calls; a function that is found stays alive.
    unsafe {
        assert_eq!((host.get_global_function)(&name, &mut function), 0, "libtvm_ffi looks a global up");
        assert!(!function.is_null(), "libtvm_ffi has the container functions");
        let call = (*function).call;
        let code = call(function.cast(), arguments.as_ptr(), arguments.len() as i32, &mut result);
        assert_eq!(code, 0, "libtvm_ffi makes a container");
    }
    result
}

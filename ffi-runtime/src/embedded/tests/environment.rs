use core::ffi::{c_char, c_int, c_void};

use super::{host, owned, raised};
use crate::error::ErrorKind;
use crate::sys::{DLManagedTensorVersioned, DLTensor};
use crate::tensor::Tensor;

#[test]
fn streams_belong_to_the_thread() {
    let host = host();
    let stream: *mut c_void = core::ptr::without_provenance_mut(7);
    let mut before = stream;
    // SAFETY: streams are not followed; the result is writable.
    unsafe {
        assert_eq!(host.env_set_stream.unwrap()(2, 1, stream, &mut before), 0);
        assert!(before.is_null());
        assert_eq!(host.env_get_stream.unwrap()(2, 1), stream);
        assert!(host.env_get_stream.unwrap()(2, 0).is_null());
        let address = std::thread::spawn(move || host.env_get_stream.unwrap()(2, 1).addr()).join().unwrap();
        assert_eq!(address, 0);
        assert_eq!(host.env_set_stream.unwrap()(2, 1, core::ptr::null_mut(), &mut before), 0);
        assert_eq!(before, stream);
        assert_eq!(host.env_set_stream.unwrap()(-2, 1, stream, core::ptr::null_mut()), -1);
    }
    assert_eq!(raised().kind(), ErrorKind::ValueError);
}

type SetError = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char);

unsafe extern "C" fn allocate(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    context: *mut c_void,
    set_error: Option<SetError>,
) -> c_int {
    // SAFETY: the prototype has a shape, and the result is writable.
    unsafe {
        let shape = core::slice::from_raw_parts((*prototype).shape, (*prototype).ndim as usize);
        match shape {
            [13] => set_error.unwrap()(context, c"MemoryError".as_ptr(), c"unlucky".as_ptr()),
            [0] => return 0,
            [..] => {
                let tensor = crate::any::Any::from(Tensor::zeros::<f32>(shape).unwrap());
                return host().tensor_to_dlpack_versioned.unwrap()(tensor.view().as_raw().pointer(), out);
            }
        }
        -1
    }
}

fn alloc(shape: &mut [i64]) -> Option<usize> {
    let mut prototype = DLTensor {
        data: core::ptr::null_mut(),
        device: crate::device::Device::CPU.0,
        ndim: shape.len() as i32,
        dtype: crate::dtype::DataType::FLOAT32.0,
        shape: shape.as_mut_ptr(),
        strides: core::ptr::null_mut(),
        byte_offset: 0,
    };
    let mut object = core::ptr::null_mut();
    // SAFETY: the prototype has a shape, and the result is writable.
    match unsafe { host().env_tensor_alloc.unwrap()(&mut prototype, &mut object) } {
        0 => {
            // SAFETY: a successful call gives a reference.
            let object = unsafe { owned(object) };
            Some(crate::any::Any::from_object(object).to::<Tensor>().unwrap().view().numel())
        }
        _ => None,
    }
}

#[test]
fn tensors_come_from_the_threads_allocator() {
    let host = host();
    let set = host.env_set_tensor_allocator.unwrap();
    assert_eq!(alloc(&mut [2]), None);
    assert!(raised().message().contains("no tensor allocator"));
    // SAFETY: the allocator keeps its convention.
    unsafe { set(Some(allocate), 0, core::ptr::null_mut()) };
    assert_eq!(alloc(&mut [2, 3]), Some(6));
    assert_eq!(alloc(&mut [13]), None);
    assert_eq!(raised().to_string(), "MemoryError: unlucky");
    assert_eq!(alloc(&mut [0]), None);
    assert!(raised().message().contains("gave no tensor"));
    assert!(std::thread::spawn(|| alloc(&mut [2]).is_none()).join().unwrap());
    let mut before = None;
    // SAFETY: as above.
    unsafe {
        set(Some(allocate), 1, &mut before);
        assert!(before.is_some());
        assert_eq!(std::thread::spawn(|| alloc(&mut [2])).join().unwrap(), Some(2));
        set(None, 1, core::ptr::null_mut());
        assert!(host.env_get_tensor_allocator.unwrap()().is_none());
    }
}

#[test]
fn there_are_no_signals() {
    let host = host();
    // SAFETY: the names are C strings; the functions are not called.
    unsafe {
        assert_eq!(host.env_check_signals.unwrap()(), 0);
        let register = host.env_register_c_api.unwrap();
        assert_eq!(register(c"PyErr_CheckSignals".as_ptr(), core::ptr::null_mut()), 0);
        assert_eq!(register(c"Py_Nothing".as_ptr(), core::ptr::null_mut()), -1);
    }
    assert!(raised().message().contains("`Py_Nothing`"));
}

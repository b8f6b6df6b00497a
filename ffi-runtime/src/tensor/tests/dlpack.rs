use core::ffi::c_void;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use super::failure;
use crate::any::Any;
use crate::error::ErrorKind;
use crate::function::Function;
use crate::host;
use crate::sys::{
    DLDevice, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned, DLPACK_FLAG_READ_ONLY,
    DLPACK_FLAG_SUBBYTE_PADDED, DLPackVersion, DLTensor,
};
use crate::tensor::{Tensor, TensorView, TensorViewMut};

/// What the deleter of a foreign tensor drops: the memory, and what is run then.
struct Foreign {
    memory: Vec<f32>,
    shape: [i64; 2],
    on_delete: Box<dyn Fn() + Send>,
}

fn foreign(shape: [i64; 2], on_delete: Box<dyn Fn() + Send>) -> (DLTensor, *mut c_void) {
    let memory = (0..shape.iter().product::<i64>()).map(|value| value as f32).collect();
    let mut foreign = Box::new(Foreign { memory, shape, on_delete });
    let tensor = DLTensor {
        data: foreign.memory.as_mut_ptr().cast(),
        device: DLDevice { device_type: DLDeviceType::CPU, device_id: 0 },
        ndim: 2,
        dtype: crate::dtype::DataType::FLOAT32.0,
        shape: foreign.shape.as_mut_ptr(),
        strides: core::ptr::null_mut(),
        byte_offset: 0,
    };
    (tensor, Box::into_raw(foreign).cast())
}

unsafe extern "C" fn delete_versioned(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: both were boxed by the test, and are deleted once.
    let foreign = unsafe { Box::from_raw(Box::from_raw(managed).manager_ctx.cast::<Foreign>()) };
    (foreign.on_delete)();
}

unsafe extern "C" fn delete_legacy(managed: *mut DLManagedTensor) {
    // SAFETY: both were boxed by the test, and are deleted once.
    let foreign = unsafe { Box::from_raw(Box::from_raw(managed).manager_ctx.cast::<Foreign>()) };
    (foreign.on_delete)();
}

fn versioned(shape: [i64; 2], flags: u64, on_delete: Box<dyn Fn() + Send>) -> *mut DLManagedTensorVersioned {
    let (dl_tensor, manager_ctx) = foreign(shape, on_delete);
    Box::into_raw(Box::new(DLManagedTensorVersioned {
        version: DLPackVersion { major: 1, minor: 0 },
        manager_ctx,
        deleter: Some(delete_versioned),
        flags,
        dl_tensor,
    }))
}

fn legacy(shape: [i64; 2], on_delete: Box<dyn Fn() + Send>) -> *mut DLManagedTensor {
    let (dl_tensor, manager_ctx) = foreign(shape, on_delete);
    Box::into_raw(Box::new(DLManagedTensor { dl_tensor, manager_ctx, deleter: Some(delete_legacy) }))
}

fn counter() -> (Arc<AtomicUsize>, Box<dyn Fn() + Send>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    (
        count,
        Box::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        }),
    )
}

#[test]
fn tensors_come_in_and_are_deleted_once_on_any_thread() {
    let (count, on_delete) = counter();
    // SAFETY: the tensor is the test's to give.
    let tensor = unsafe { Tensor::from_dlpack(versioned([2, 3], 0, on_delete)) }.unwrap();
    assert_eq!(tensor.shape(), [2, 3]);
    assert_eq!(*tensor.view().strides(), [3, 1]);
    assert_eq!(tensor.to_vec::<f32>().unwrap(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let copy = tensor.clone();
    drop(tensor);
    assert_eq!(count.load(Ordering::SeqCst), 0);
    std::thread::spawn(move || drop(copy)).join().unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 1);

    let (count, on_delete) = counter();
    // SAFETY: as above.
    let mut tensor = unsafe { Tensor::from_dlpack_legacy(legacy([1, 2], on_delete)) }.unwrap();
    // The framework that it came from may reach the memory through other tensors.
    assert!(failure(tensor.view_mut()).message().contains("shared"));
    assert_eq!(tensor.to_vec::<f32>().unwrap(), [0.0, 1.0]);
    drop(tensor);
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[test]
fn tensors_go_out_and_in_without_a_copy() {
    let (count, on_delete) = counter();
    // SAFETY: the tensor is the test's to give.
    let tensor = unsafe { Tensor::from_dlpack(versioned([2, 2], 0, on_delete)) }.unwrap();
    let address = tensor.view().data_ptr();
    let (first, second) = (tensor.to_dlpack(), tensor.to_dlpack_legacy().unwrap());
    drop(tensor);
    // SAFETY: both are the test's, one to give back, one to take over.
    let tensor = unsafe {
        assert_eq!((first.as_ref().version.major, first.as_ref().flags), (1, 0));
        (first.as_ref().deleter.unwrap())(first.as_ptr());
        Tensor::from_dlpack_legacy(second.as_ptr()).unwrap()
    };
    assert_eq!(tensor.view().data_ptr(), address);
    let managed = tensor.into_dlpack();
    assert_eq!(count.load(Ordering::SeqCst), 0);
    // SAFETY: as above.
    unsafe { (managed.as_ref().deleter.unwrap())(managed.as_ptr()) };
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[test]
fn read_only_tensors_are_not_written_to() {
    host::use_embedded().unwrap();
    let (count, on_delete) = counter();
    let managed = versioned([2, 2], DLPACK_FLAG_READ_ONLY, on_delete);
    // SAFETY: the tensor is the test's to give.
    let mut tensor = unsafe { Tensor::from_dlpack(managed) }.unwrap();
    assert!(tensor.is_read_only());
    let error = failure(tensor.view_mut());
    assert_eq!(error.kind(), ErrorKind::ValueError);
    assert!(error.message().contains("read-only"), "{error}");
    let read = Function::from_fn(|x: TensorView<'_, f32>| x.iter().map(Iterator::sum::<f32>));
    assert_eq!(read.call((&tensor,)).unwrap().to::<f64>().unwrap(), 6.0);
    let write = Function::from_fn(|mut x: TensorViewMut<'_, f32>| x.fill(1.0));
    for error in [failure(write.call((&tensor,))), failure(write.call((tensor.view(),)))] {
        assert_eq!(error.kind(), ErrorKind::ValueError);
        assert!(error.message().contains("arg0") && error.message().contains("read-only"), "{error}");
    }
    assert!(failure(tensor.to_dlpack_legacy()).message().contains("read-only"));
    let managed = tensor.to_dlpack();
    drop(tensor);
    // SAFETY: the tensor is the test's to give.
    let tensor = unsafe {
        assert_eq!(managed.as_ref().flags, DLPACK_FLAG_READ_ONLY);
        Tensor::from_dlpack(managed.as_ptr()).unwrap()
    };
    assert!(tensor.is_read_only());
    let tensor = Any::from(tensor).to::<Tensor>().unwrap();
    assert!(tensor.is_read_only());
    drop(tensor);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    let writable = Tensor::zeros::<f32>(&[2, 2]).unwrap();
    write.call((&writable,)).unwrap();
    assert_eq!(writable.to_vec::<f32>().unwrap(), [1.0; 4]);
}

#[test]
fn refused_tensors_stay_the_callers() {
    let (count, on_delete) = counter();
    let managed = versioned([2, 2], DLPACK_FLAG_SUBBYTE_PADDED, on_delete);
    // SAFETY: a refused tensor is still the test's.
    unsafe {
        assert!(failure(Tensor::from_dlpack(managed)).message().contains("packed"));
        (*managed).flags = 0;
        (*managed).version.major = 2;
        assert!(failure(Tensor::from_dlpack(managed)).message().contains("DLPack 2.0"));
        (*managed).version.major = 1;
        (*managed).dl_tensor.ndim = -1;
        assert!(failure(Tensor::from_dlpack(managed)).message().contains("-1 dimensions"));
        assert!(failure(Tensor::from_dlpack(core::ptr::null_mut())).message().contains("null"));
        assert!(failure(Tensor::from_dlpack_legacy(core::ptr::null_mut())).message().contains("null"));
        assert_eq!(count.load(Ordering::SeqCst), 0);
        delete_versioned(managed);
    }
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

/// The deleter makes, reads and frees tensors, read-only ones included, while a call is in progress.
#[test]
fn a_deleter_may_call_back() {
    host::use_embedded().unwrap();
    let (count, on_delete) = counter();
    let inner = Function::from_fn(move |x: TensorView<'_, f32>| x.iter().map(Iterator::sum::<f32>));
    let outer: Box<dyn Fn() + Send> = Box::new(move || {
        let managed = versioned([1, 3], DLPACK_FLAG_READ_ONLY, Box::new(|| ()));
        // SAFETY: the tensor is the test's to give.
        let tensor = unsafe { Tensor::from_dlpack(managed) }.unwrap();
        assert_eq!(inner.call((&tensor,)).unwrap().to::<f64>().unwrap(), 3.0);
        assert!(failure(inner.call((3,))).message().contains("Tensor[float32]"));
        drop(tensor);
        on_delete();
    });
    // SAFETY: the tensor is the test's to give.
    let tensor = unsafe { Tensor::from_dlpack(versioned([2, 2], DLPACK_FLAG_READ_ONLY, outer)) }.unwrap();
    let slot = std::sync::Mutex::new(Some(tensor));
    // The last reference goes during the call, which then fails with its own error.
    let release = Function::from_fn(move |x: TensorView<'_, f32>| -> crate::error::Result<f64> {
        drop(slot.lock().unwrap().take());
        bail!(KeyError, "released before {} elements", x.numel())
    });
    let argument = Tensor::zeros::<f32>(&[5]).unwrap();
    let error = failure(release.call((&argument,)));
    assert_eq!((error.kind(), error.message().as_ref()), (ErrorKind::KeyError, "released before 5 elements"));
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

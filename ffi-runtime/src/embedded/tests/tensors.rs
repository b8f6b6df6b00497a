use core::ffi::c_void;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use super::{host, owned, raised};
use crate::any::Any;
use crate::error::ErrorKind;
use crate::object::ObjectPtr;
use crate::sys::{
    DLDataType, DLDataTypeCode, DLDevice, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned,
    DLPACK_FLAG_READ_ONLY, DLPackVersion, DLTensor, TypeIndex,
};
use crate::tensor::Tensor;

/// What a managed tensor owns: its memory and shape, and the count of deletions.
struct Owned {
    data: Vec<f32>,
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
    deleted: Arc<AtomicUsize>,
}

fn parts(owned: &mut Owned) -> DLTensor {
    DLTensor {
        data: owned.data.as_mut_ptr().cast(),
        device: DLDevice { device_type: DLDeviceType::CPU, device_id: 0 },
        ndim: owned.shape.len() as i32,
        dtype: DLDataType { code: DLDataTypeCode::FLOAT, bits: 32, lanes: 1 },
        shape: owned.shape.as_mut_ptr(),
        strides: owned.strides.as_mut().map_or(core::ptr::null_mut(), |strides| strides.as_mut_ptr()),
        byte_offset: 0,
    }
}

fn memory(shape: &[i64], strides: Option<&[i64]>, deleted: &Arc<AtomicUsize>) -> Box<Owned> {
    Box::new(Owned {
        data: (0..12).map(|i| i as f32).collect(),
        shape: shape.to_vec(),
        strides: strides.map(<[i64]>::to_vec),
        deleted: deleted.clone(),
    })
}

unsafe fn release(context: *mut c_void) {
    // SAFETY: the context was boxed by the test.
    let owned = unsafe { Box::from_raw(context.cast::<Owned>()) };
    owned.deleted.fetch_add(1, Ordering::SeqCst);
}

unsafe extern "C" fn delete(tensor: *mut DLManagedTensor) {
    // SAFETY: the struct was boxed by the test.
    unsafe { release(Box::from_raw(tensor).manager_ctx) }
}

unsafe extern "C" fn delete_versioned(tensor: *mut DLManagedTensorVersioned) {
    // SAFETY: the struct was boxed by the test.
    unsafe { release(Box::from_raw(tensor).manager_ctx) }
}

fn legacy(shape: &[i64], strides: Option<&[i64]>, deleted: &Arc<AtomicUsize>) -> *mut DLManagedTensor {
    let mut owned = memory(shape, strides, deleted);
    let dl_tensor = parts(&mut owned);
    Box::into_raw(Box::new(DLManagedTensor {
        dl_tensor,
        manager_ctx: Box::into_raw(owned).cast(),
        deleter: Some(delete),
    }))
}

fn versioned(shape: &[i64], flags: u64, deleted: &Arc<AtomicUsize>) -> *mut DLManagedTensorVersioned {
    let mut owned = memory(shape, None, deleted);
    let dl_tensor = parts(&mut owned);
    Box::into_raw(Box::new(DLManagedTensorVersioned {
        version: DLPackVersion { major: 1, minor: 0 },
        manager_ctx: Box::into_raw(owned).cast(),
        deleter: Some(delete_versioned),
        flags,
        dl_tensor,
    }))
}

fn take(managed: *mut DLManagedTensor, alignment: i32, contiguous: bool) -> Option<ObjectPtr> {
    let mut object = core::ptr::null_mut();
    let from = host().tensor_from_dlpack.unwrap();
    // SAFETY: the tensor is ours to give, and the result is writable.
    match unsafe { from(managed, alignment, i32::from(contiguous), &mut object) } {
        // SAFETY: a successful call gives a reference.
        0 => Some(unsafe { owned(object) }),
        _ => None,
    }
}

#[test]
fn tensors_are_deleted_once() {
    let deleted = Arc::new(AtomicUsize::new(0));
    let object = take(legacy(&[3, 4], None, &deleted), 4, true).unwrap();
    let tensor = Any::from_object(object).to::<Tensor>().unwrap();
    assert_eq!(tensor.shape(), [3, 4]);
    assert_eq!(*tensor.view().strides(), [4, 1]);
    assert_eq!(tensor.to_vec::<f32>().unwrap()[11], 11.0);
    let copy = tensor.clone();
    drop(tensor);
    assert_eq!(deleted.load(Ordering::SeqCst), 0);
    std::thread::spawn(move || drop(copy)).join().unwrap();
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}

#[test]
fn refused_tensors_stay_the_callers() {
    let deleted = Arc::new(AtomicUsize::new(0));
    let managed = legacy(&[4, 3], Some(&[1, 4]), &deleted);
    assert!(take(managed, 0, true).is_none());
    assert!(raised().message().contains("shape [4, 3] with strides [1, 4]"));
    // SAFETY: the tensor is still the test's.
    unsafe { (*managed).dl_tensor.byte_offset = 2 };
    assert!(take(managed, 4, false).is_none());
    assert!(raised().message().contains("aligned to 4 bytes"));
    assert!(take(managed, -1, false).is_none());
    assert_eq!(raised().kind(), ErrorKind::ValueError);
    assert!(take(core::ptr::null_mut(), 0, false).is_none());
    raised();
    // SAFETY: the tensor is still the test's.
    unsafe { (*managed).dl_tensor.ndim = -1 };
    assert!(take(managed, 0, false).is_none());
    raised();
    assert_eq!(deleted.load(Ordering::SeqCst), 0);
    // SAFETY: nobody took the tensor over.
    unsafe { delete(managed) };
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
    // An empty tensor is contiguous and aligned wherever it is.
    let empty = legacy(&[4, 0], Some(&[7, 7]), &deleted);
    // SAFETY: the tensor is still the test's.
    unsafe { (*empty).dl_tensor.data = core::ptr::without_provenance_mut(1) };
    drop(take(empty, 64, true).unwrap());
    assert_eq!(deleted.load(Ordering::SeqCst), 2);
}

#[test]
fn versioned_tensors_know_that_they_are_read_only() {
    let (host, deleted) = (host(), Arc::new(AtomicUsize::new(0)));
    let (from, to) = (host.tensor_from_dlpack_versioned.unwrap(), host.tensor_to_dlpack_versioned.unwrap());
    for (flags, expected) in [(0, 0), (DLPACK_FLAG_READ_ONLY, -1)] {
        let mut object = core::ptr::null_mut();
        let (mut out, mut old, mut view) =
            (core::ptr::null_mut(), core::ptr::null_mut(), core::ptr::null_mut());
        // SAFETY: the tensors are given away and back, and the results are writable.
        unsafe {
            assert_eq!(from(versioned(&[12], flags, &deleted), 0, 0, &mut object), 0);
            let prototype = owned(object).clone();
            let source = prototype.as_ptr().cast();
            let create = host.tensor_create_unsafe_view.unwrap();
            assert_eq!(create(source, prototype.body::<DLTensor>().as_ptr(), &mut view), 0);
            drop(prototype);
            let view = owned(view);
            assert_eq!(to(view.as_ptr().cast(), &mut out), 0);
            assert_eq!((*out).flags, flags);
            assert_eq!((*out).version.major, 1);
            assert_eq!(host.tensor_to_dlpack.unwrap()(view.as_ptr().cast(), &mut old), expected);
            match expected {
                0 => ((*old).deleter.unwrap())(old),
                _ => assert!(raised().message().contains("read-only")),
            }
            drop(view);
            let before = deleted.load(Ordering::SeqCst);
            ((*out).deleter.unwrap())(out);
            assert_eq!(deleted.load(Ordering::SeqCst), before + 1);
        }
    }
    let mut object = core::ptr::null_mut();
    let managed = versioned(&[12], 0, &deleted);
    // SAFETY: refused, the tensor stays the test's.
    unsafe {
        (*managed).version.major = 2;
        assert_eq!(from(managed, 0, 0, &mut object), -1);
        assert!(raised().message().contains("DLPack 2.0"));
        delete_versioned(managed);
    }
}

#[test]
fn tensors_go_out_and_in() {
    let host = host();
    let tensor = Tensor::from_vec(vec![1.0_f32, 2.0, 3.0], &[3]).unwrap();
    let any = Any::from(tensor.clone());
    let mut managed = core::ptr::null_mut();
    // SAFETY: the tensor is alive and the result writable.
    assert_eq!(unsafe { host.tensor_to_dlpack.unwrap()(any.view().as_raw().pointer(), &mut managed) }, 0);
    drop(any);
    let object = take(managed, 0, true).unwrap();
    drop(tensor);
    let tensor = Any::from_object(object).to::<Tensor>().unwrap();
    assert_eq!(tensor.to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0]);
}

#[test]
fn views_keep_their_source() {
    let (host, deleted) = (host(), Arc::new(AtomicUsize::new(0)));
    let source = take(legacy(&[12], None, &deleted), 0, false).unwrap();
    let mut shape = [2_i64, 3];
    // SAFETY: a tensor object begins with a `DLTensor`.
    let mut prototype = unsafe { source.body::<DLTensor>().read() };
    (prototype.ndim, prototype.shape, prototype.strides) = (2, shape.as_mut_ptr(), core::ptr::null_mut());
    prototype.byte_offset = 4;
    let mut view = core::ptr::null_mut();
    // SAFETY: the view lies within the source.
    let view = unsafe {
        let create = host.tensor_create_unsafe_view.unwrap();
        assert_eq!(create(source.as_ptr().cast(), &prototype, &mut view), 0);
        owned(view)
    };
    drop(source);
    shape = [0, 0];
    assert_eq!(view.type_index(), TypeIndex::TENSOR);
    let view = Any::from_object(view).to::<Tensor>().unwrap();
    assert_eq!(view.to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(deleted.load(Ordering::SeqCst), 0);
    drop(view);
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
    assert_eq!(shape, [0, 0]);
}

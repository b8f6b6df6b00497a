use core::ffi::c_void;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::{host, owned, raised};
use crate::mem;
use crate::sys::{ObjectHandle, ObjectHeader, OpaqueObjectCell, TypeIndex};

/// Counts at the address it is given.
unsafe extern "C" fn count(counter: *mut c_void) {
    // SAFETY: the handle is the address of a counter that outlives the object.
    unsafe { (*counter.cast::<AtomicUsize>()).fetch_add(1, Ordering::SeqCst) };
}

fn new_opaque(counter: &AtomicUsize) -> ObjectHandle {
    let mut object = core::ptr::null_mut();
    let handle = core::ptr::from_ref(counter).cast_mut().cast();
    // SAFETY: the deleter fits the handle, and the result is writable.
    let status = unsafe {
        host().object_create_opaque.unwrap()(handle, TypeIndex::OPAQUE_PY_OBJECT, Some(count), &mut object)
    };
    assert_eq!(status, 0);
    object
}

#[test]
fn opaque_objects_are_deleted_once() {
    let (host, deleted) = (host(), AtomicUsize::new(0));
    let object = new_opaque(&deleted);
    // SAFETY: references are taken and given back in pairs.
    unsafe {
        assert_eq!(host.object_inc_ref.unwrap()(object), 0);
        assert_eq!(host.object_dec_ref.unwrap()(object), 0);
        assert_eq!(deleted.load(Ordering::SeqCst), 0);
        let object = owned(object);
        assert_eq!(object.type_index(), TypeIndex::OPAQUE_PY_OBJECT);
        assert_eq!(object.body::<OpaqueObjectCell>().as_ref().handle, (&raw const deleted).cast_mut().cast());
        std::thread::spawn(move || drop(object)).join().unwrap();
    }
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}

#[test]
fn other_opaque_types_are_refused() {
    let mut object = core::ptr::null_mut();
    // SAFETY: the result is writable.
    let status = unsafe {
        host().object_create_opaque.unwrap()(core::ptr::null_mut(), TypeIndex::STR, None, &mut object)
    };
    assert_eq!(status, -1);
    assert!(raised().message().contains("ffi.OpaquePyObject"));
}

#[test]
fn weak_references_keep_the_memory_only() {
    let (host, deleted) = (host(), AtomicUsize::new(0));
    let object = new_opaque(&deleted);
    let header = object.cast::<ObjectHeader>();
    // SAFETY: the memory is there until the weak reference is given back.
    unsafe {
        mem::increase_weak(header);
        assert!(mem::promote_weak(header));
        host.object_dec_ref.unwrap()(object);
        assert_eq!(deleted.load(Ordering::SeqCst), 0);
        host.object_dec_ref.unwrap()(object);
        assert_eq!(deleted.load(Ordering::SeqCst), 1);
        assert!(!mem::promote_weak(header));
        assert_eq!(mem::strong_count(header), 0);
        mem::decrease_weak(header);
    }
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}

#[test]
fn the_builtin_allocator_is_the_default() {
    let host = host();
    // SAFETY: allocators live as long as the process.
    unsafe {
        let allocator = host.get_custom_allocator.unwrap()();
        assert!((*allocator).allocate.is_some());
        assert_eq!(host.set_custom_allocator.unwrap()(allocator), 0);
        assert_eq!(host.get_custom_allocator.unwrap()(), allocator);
        assert_eq!(host.set_custom_allocator.unwrap()(core::ptr::null_mut()), 0);
        assert_eq!(host.get_custom_allocator.unwrap()(), allocator);
        let mut empty = crate::sys::CustomAllocator { allocate: None, context: core::ptr::null_mut() };
        assert_eq!(host.set_custom_allocator.unwrap()(&mut empty), -1);
        assert_eq!(host.get_custom_allocator.unwrap()(), allocator);
    }
    raised();
}

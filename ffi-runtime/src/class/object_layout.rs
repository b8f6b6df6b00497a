//! Objects of classes in memory: the header, the state, the value.

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::NonNull;
use core::sync::atomic::AtomicU64;
use std::alloc::Layout;

use super::nested_drop::EndedObject;
use super::state::State;
use super::{Class, ClassDescriptor};
use crate::mem::{self, COUNT_BOTH_ONE, live_objects};
use crate::object::ObjectPtr;
use crate::sys::{DELETER_STRONG, DELETER_WEAK, ObjectHeader, TypeIndex};

/// Where the value of an object stands: the same for a class and for those that extend it, whatever they need to be
/// aligned to.
pub(super) const VALUE_OFFSET: usize = 32;

/// The largest alignment of a class. Hosts align objects to that of C's `max_align_t` and no further, whatever they are
/// asked for.
pub const LARGEST_ALIGNMENT: usize = 16;

#[repr(C)]
struct ClassObject<T> {
    header: ObjectHeader,
    state: State,
    value: MaybeUninit<T>,
}

/// A new object with its value.
pub(super) fn new_object<T: Class>(type_index: TypeIndex, state: State, value: T) -> ObjectPtr {
    let object = new_empty_object::<T>(type_index, state);
    // SAFETY: the object has room for the value, and nobody else knows it yet.
    unsafe { value_of(object.as_ptr()).cast::<T>().write(value) };
    object
}

/// A new object without a value: it is dropped by its state, so the state must say what is missing, or the value must
/// be written at once.
pub(super) fn new_empty_object<T: Class>(type_index: TypeIndex, state: State) -> ObjectPtr {
    const {
        assert!(align_of::<T>() <= LARGEST_ALIGNMENT, "a class is aligned to at most 16 bytes");
        assert!(core::mem::offset_of!(ClassObject<T>, value) == VALUE_OFFSET);
    }
    let space = mem::allocate_space(Layout::new::<ClassObject<T>>(), type_index);
    live_objects::add();
    // SAFETY: the space has the size and alignment of the object and is ours alone.
    unsafe {
        let object = space.cast::<ClassObject<T>>();
        (&raw mut (*object).header).write(ObjectHeader {
            combined_ref_count: AtomicU64::new(COUNT_BOTH_ONE),
            type_index,
            padding: 0,
            deleter: Some(delete::<T>),
        });
        (&raw mut (*object).state).write(state);
        ObjectPtr::from_owned(NonNull::new_unchecked(space.cast()))
    }
}

/// The size of an object, as the host is told.
pub(super) const fn object_size<T>() -> usize {
    size_of::<ClassObject<T>>()
}

/// Where the value of an object of a class stands.
pub(super) fn value_of(object: *mut ObjectHeader) -> *mut u8 {
    object.cast::<u8>().wrapping_add(VALUE_OFFSET)
}

/// The state of an object.
///
/// # Safety
/// `object` is alive for `'a` and of a class, or of another language's subclass of one, whose size is at least the
/// class's.
#[inline(always)]
pub(super) unsafe fn state_of<'a>(object: *mut ObjectHeader) -> &'a State {
    // SAFETY: the state stands directly behind the header; the caller promises such an object.
    unsafe { &*object.add(1).cast::<State>() }
}

/// # Safety
/// `object` is an object of class `T` made above, and each flag is passed at most once.
unsafe extern "C" fn delete<T: Class>(object: *mut c_void, flags: c_int) {
    let object = object.cast::<ObjectHeader>();
    let is_last = flags & DELETER_WEAK != 0;
    // SAFETY: the flags say that the value's or the memory's last reference is gone; each is given back once. The common
    // weak reference keeps the memory of an object that is not freed here.
    unsafe {
        if flags & DELETER_STRONG == 0 {
            if is_last {
                free(object);
            }
        } else if core::mem::needs_drop::<T>() {
            EndedObject { object, drop_value: drop_value::<T>, free: is_last.then_some(free) }.end();
        } else if is_last {
            free(object);
        }
    }
}

/// # Safety
/// The last reference of any kind to the object, which was made above, is gone.
unsafe fn free(object: *mut ObjectHeader) {
    live_objects::remove();
    // SAFETY: the caller's promise; the space came from `allocate_space`.
    unsafe { mem::free_space(object.cast()) }
}

/// # Safety
/// The last strong reference to the object of class `T` is gone; its value is dropped once and not used again.
unsafe fn drop_value<T: Class>(object: *mut ObjectHeader) {
    mem::contain_panic(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let object = object.cast::<ClassObject<T>>();
            match (*object).state.missing_at_end() {
                None => core::ptr::drop_in_place((&raw mut (*object).value).cast::<T>()),
                Some(missing) => {
                    let value = (&raw mut (*object).value).cast::<u8>();
                    drop_fields(T::descriptor(), value, &|field| !missing.has(field));
                }
            }
        }
    });
}

/// Drops the fields of an unfinished value, those of its bases first: the hidden ones, and of the others those that
/// `is_set` has.
///
/// # Safety
/// `value` is an unfinished value of the class, whose hidden fields are set; it is not used again.
pub(super) unsafe fn drop_fields(class: &ClassDescriptor, value: *mut u8, is_set: &dyn Fn(usize) -> bool) {
    if let Some(base) = class.base() {
        // SAFETY: the value begins with its base's.
        unsafe { drop_fields(base, value, is_set) }
    }
    for (index, field) in class.fields().iter().enumerate() {
        if is_set(class.first_field() + index) {
            // SAFETY: the field is set, and dropped once.
            unsafe { field.drop_in_place(value) }
        }
    }
    for field in class.hidden() {
        // SAFETY: the hidden fields of an unfinished value are set, and dropped once.
        unsafe { field.drop_in_place(value) }
    }
}

//! How hosts copy objects and read them back: an open object, whose fields are set one after the other.

use core::ffi::c_int;

use super::object_layout::{self, value_of};
use super::reference::why_unregistered;
use super::state::State;
use super::{BaseClass, Class, ClassDescriptor, Ref};
use crate::any::Any;
use crate::convert::{Argument, Mismatch};
use crate::error::{Error, ErrorKind, Result, check};
use crate::function::{Arguments, Function, contain, raise};
use crate::object::ObjectPtr;
use crate::sys::{ObjectHandle, RawAny};

/// Makes an empty object of a class.
///
/// # Safety
/// `result` is writable.
pub(super) unsafe extern "C" fn create<T: Class>(result: *mut ObjectHandle) -> c_int {
    let mut made = RawAny::NONE;
    // SAFETY: the result is writable and owns nothing.
    let status = unsafe {
        contain(&mut made, empty_object::<T>, |failure| raise(&T::descriptor().frame(), None, failure))
    };
    if status == 0 {
        // SAFETY: the caller promises a writable result, to which the object's reference goes.
        unsafe { result.write(made.pointer()) };
    }
    status
}

fn empty_object<T: Class>() -> Result<Any> {
    let class = T::descriptor();
    let index = class
        .type_index()
        .ok_or_else(|| Error::without_place(ErrorKind::RuntimeError, why_unregistered(class)))?;
    let fields = <T as BaseClass>::FIELDS;
    let object = object_layout::new_empty_object::<T>(index, State::missing(fields));
    // SAFETY: the object has room for a value of the class, of which nothing is set. Should a default panic, the object
    // is leaked, since it must not drop what is not there.
    unsafe {
        let object = core::mem::ManuallyDrop::new(object);
        write_defaults(class, value_of(object.as_ptr()));
        Ok(Any::from_object(core::mem::ManuallyDrop::into_inner(object)))
    }
}

/// # Safety
/// `value` has room for a value of the class, of which nothing is set.
unsafe fn write_defaults(class: &ClassDescriptor, value: *mut u8) {
    if let Some(base) = class.base() {
        // SAFETY: the value begins with its base's.
        unsafe { write_defaults(base, value) }
    }
    for field in class.hidden() {
        // SAFETY: the caller promises room and that the field is not set.
        unsafe { field.write_default(value) }
    }
}

/// The function that copies an object by `Clone`.
pub(super) fn clone_function<T: Class + Clone>() -> Function {
    Function::from_packed(|arguments| {
        let value = object_argument::<T>(arguments)?;
        Ref::new_open(value.clone())
            .ok_or_else(|| Error::without_place(ErrorKind::RuntimeError, why_unregistered(T::descriptor())))
    })
}

fn object_argument<T: Class>(arguments: Arguments<'_>) -> Result<&T> {
    let Some(view) = arguments.get(0) else { return Err(no_object(T::descriptor())) };
    <&'static T as Argument>::from_view(view).map_err(|mismatch| copy_error(T::descriptor(), &mismatch))
}

/// The function that copies an object of a class by its fields.
pub(super) fn copy_function(class: &'static ClassDescriptor) -> Function {
    Function::from_packed(move |arguments| {
        let source = arguments
            .get(0)
            .filter(|view| class.type_index() == Some(view.type_index()))
            .and_then(|view| view.object())
            .ok_or_else(|| no_object(class))?;
        let create = class.creator().ok_or_else(|| no_object(class))?;
        let mut copy = core::ptr::null_mut();
        // SAFETY: the handle is writable.
        check(unsafe { create(&mut copy) })?;
        let Some(copy) = core::ptr::NonNull::new(copy) else { return Err(no_object(class)) };
        // SAFETY: the new object's only reference is taken over.
        let copy = unsafe { ObjectPtr::from_owned(copy.cast()) };
        // SAFETY: both are objects of the class.
        unsafe { copy_fields(class, source.as_ptr().cast(), copy.as_ptr().cast())? };
        Ok(Any::from_object(copy))
    })
}

/// # Safety
/// Both are objects of the class or of one that extends it.
unsafe fn copy_fields(class: &ClassDescriptor, source: *mut u8, copy: *mut u8) -> Result<()> {
    if let Some(base) = class.base() {
        // SAFETY: the objects are of a class that extends the base.
        unsafe { copy_fields(base, source, copy)? }
    }
    for field in class.fields() {
        let offset = field.offset_in_object();
        let mut value = RawAny::NONE;
        // SAFETY: the fields stand at this place in objects of the class; what the getter leaves is an owned value.
        unsafe {
            check((field.getter)(source.add(offset).cast(), &mut value))?;
            let value = Any::from_raw(value);
            check((field.setter)(copy.add(offset).cast(), value.view().as_raw()))?;
        }
    }
    Ok(())
}

#[cold]
fn no_object(class: &ClassDescriptor) -> Error {
    Error::without_place(ErrorKind::TypeError, format!("Expected an object of `{}`", class.type_key()))
}

#[cold]
fn copy_error(class: &ClassDescriptor, mismatch: &Mismatch) -> Error {
    Error::without_place(
        ErrorKind::TypeError,
        format!("cannot copy an object of `{}`. {mismatch}", class.type_key()),
    )
}

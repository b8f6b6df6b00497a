//! Reading what a caller of a C function lends: byte arrays, C strings and objects.

use core::ffi::{CStr, c_char};
use core::ptr::NonNull;
use std::borrow::Cow;

use crate::any::{AnyView, write_type_name};
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, ObjectHandle, ObjectHeader, RawAny, TypeIndex};

/// The bytes of a byte array; a null pointer is no bytes.
///
/// # Safety
/// `array` is null or points to a byte array that stays valid for `'a`.
pub(super) unsafe fn bytes<'a>(array: *const ByteArray) -> &'a [u8] {
    // SAFETY: the caller promises a valid byte array.
    unsafe { array.as_ref().map_or(&[], |array| array.as_bytes()) }
}

/// The bytes of a C string; a null pointer is no bytes.
///
/// # Safety
/// `text` is null or points to a C string that stays valid for `'a`.
pub(super) unsafe fn c_bytes<'a>(text: *const c_char) -> &'a [u8] {
    if text.is_null() {
        return &[];
    }
    // SAFETY: the caller promises a C string.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}

/// Bytes as text for messages.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// A reference of our own to an object that must be there and of that type.
///
/// # Safety
/// `handle` is null or an object that is alive.
pub(super) unsafe fn object(
    handle: ObjectHandle,
    type_index: TypeIndex,
    expected: &'static str,
) -> Result<ObjectPtr> {
    let Some(object) = NonNull::new(handle.cast::<ObjectHeader>()) else {
        bail!(ValueError, "Expected `{expected}` but got a null pointer")
    };
    // SAFETY: the caller promises an object that is alive.
    let object = unsafe { ObjectPtr::from_borrowed(object) };
    if object.type_index() != type_index {
        bail!(TypeError, "Expected `{expected}` but got `{}`", type_name(&object));
    }
    Ok(object)
}

fn type_name(object: &ObjectPtr) -> String {
    let raw = RawAny::from_pointer(object.type_index(), object.as_ptr().cast());
    let mut name = String::new();
    // SAFETY: the object is alive for longer than the view.
    write_type_name(unsafe { AnyView::from_raw(&raw) }, &mut name);
    name
}

/// Gives an object with its reference to the caller of a C function.
///
/// # Safety
/// `out` points to a writable handle.
pub(super) unsafe fn give(object: ObjectPtr, out: *mut ObjectHandle) {
    // SAFETY: the caller promises a writable place.
    unsafe { out.write(object.into_raw().as_ptr().cast()) }
}

//! Strings and bytes, and owning what a caller lends.

use core::ffi::c_int;
use core::ptr::NonNull;

use super::{guard, lent};
use crate::any::{Any, AnyView};
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::string::{Bytes, new_string_of_bytes};
use crate::sys::{ByteArray, ObjectHeader, RawAny, TypeIndex};

/// Runs `body` and writes its value, None when it fails.
///
/// # Safety
/// `out` points to a writable value that owns nothing.
pub(super) unsafe fn write_value(
    function: &'static str,
    out: *mut RawAny,
    body: impl FnOnce() -> Result<Any>,
) -> c_int {
    guard::status(function, || {
        // SAFETY: the caller promises a writable value that owns nothing.
        unsafe { out.write(RawAny::NONE) };
        let value = body()?;
        // SAFETY: as above.
        unsafe { out.write(value.into_raw()) };
        Ok(())
    })
}

/// # Safety
/// `input` is a valid byte array; `out` points to a writable value that owns nothing.
pub(super) unsafe extern "C" fn string_from_byte_array(input: *const ByteArray, out: *mut RawAny) -> c_int {
    // SAFETY: the caller promises both.
    unsafe { write_value("TVMFFIStringFromByteArray", out, || Ok(new_string_of_bytes(lent::bytes(input)))) }
}

/// # Safety
/// `input` is a valid byte array; `out` points to a writable value that owns nothing.
pub(super) unsafe extern "C" fn bytes_from_byte_array(input: *const ByteArray, out: *mut RawAny) -> c_int {
    // SAFETY: the caller promises both.
    unsafe { write_value("TVMFFIBytesFromByteArray", out, || Ok(Bytes::new(lent::bytes(input)).into())) }
}

/// # Safety
/// `view` is a value as arguments are passed; `out` points to a writable value that owns nothing, and may be
/// the same place.
pub(super) unsafe extern "C" fn any_view_to_owned_any(view: *const RawAny, out: *mut RawAny) -> c_int {
    // SAFETY: the caller promises a value; it is copied before `out` is written.
    let view = unsafe { *view };
    // SAFETY: what the value points to is valid during the call; the caller promises a writable `out`.
    unsafe {
        write_value("TVMFFIAnyViewToOwnedAny", out, || {
            let owned = AnyView::from_raw(&view).to_owned()?;
            if view.type_index == TypeIndex::OBJECT_RVALUE_REF {
                // The reference in the caller's place moves out of it; `owned` is another one.
                let place = view.pointer().cast::<*mut ObjectHeader>();
                if let Some(object) = NonNull::new(place.replace(core::ptr::null_mut())) {
                    drop(ObjectPtr::from_owned(object));
                }
            }
            Ok(owned)
        })
    }
}

//! When two values of any type are the same key, as libtvm_ffi has it: strings and bytes by their content,
//! integers beyond 64 bits by their value, other numbers by type and bits, objects by identity unless their type
//! has the attributes `__any_hash__` and `__any_equal__`.

use core::hash::Hasher;
use core::ptr::NonNull;
use std::hash::DefaultHasher;

use super::super::{big_int, type_attributes};
use crate::any::{Any, AnyView};
use crate::error::{Error, Result};
use crate::function::Function;
use crate::object::ObjectPtr;
use crate::string;
use crate::sys::{RawAny, TypeIndex};

const HASH: &[u8] = b"__any_hash__";
const EQUAL: &[u8] = b"__any_equal__";

/// The hash of a value; a type's own is asked for.
pub(super) fn hash(value: &Any) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    if let Some((kind, content)) = content(value.view()) {
        hasher.write_i32(kind.0);
        hasher.write(content);
        return Ok(hasher.finish());
    }
    let type_index = value.type_index();
    hasher.write_i32(type_index.0);
    match own_function(type_index, HASH) {
        Some(function) => hasher.write_i64(call(function, &[value])?.to::<i64>()?),
        None => hasher.write_u64(value.view().as_raw().bits()),
    }
    Ok(hasher.finish())
}

/// Whether two values are the same key; None where a type's own function must be asked. Runs no code from
/// outside.
pub(super) fn compare(a: &Any, b: &Any) -> Option<bool> {
    let halves = |value: &Any| {
        let raw = *value.view().as_raw();
        (raw.type_index, raw.small_len, raw.bits())
    };
    if halves(a) == halves(b) {
        return Some(true);
    }
    if let (Some(a), Some(b)) = (content(a.view()), content(b.view())) {
        return Some(a == b);
    }
    let same_type = a.type_index() == b.type_index();
    if same_type && own_function(a.type_index(), EQUAL).is_some() {
        return None;
    }
    Some(false)
}

/// Whether two values are the same key; a type's own function is asked.
pub(super) fn equal(a: &Any, b: &Any) -> Result<bool> {
    match (compare(a, b), own_function(a.type_index(), EQUAL)) {
        (Some(equal), _) => Ok(equal),
        (None, Some(function)) => call(function, &[a, b])?.to::<bool>(),
        (None, None) => Ok(false),
    }
}

/// What is compared by content, with the kind of it.
fn content(view: AnyView<'_>) -> Option<(TypeIndex, &[u8])> {
    if view.type_index() == TypeIndex::BIG_INT {
        // SAFETY: the value is alive for as long as the view, and its words never change.
        let words = unsafe { big_int::big_int_get_content_byte_array(view.as_raw()).as_bytes() };
        return Some((TypeIndex::BIG_INT, words));
    }
    string::content(view)
}

fn own_function(type_index: TypeIndex, name: &[u8]) -> Option<RawAny> {
    if type_index.is_object() { type_attributes::find(type_index, name) } else { None }
}

/// Calls an attribute: a function object, or the address of a function that returns its result or an error.
fn call(function: RawAny, arguments: &[&Any]) -> Result<Any> {
    type Unary = unsafe extern "C" fn(*const RawAny) -> RawAny;
    type Binary = unsafe extern "C" fn(*const RawAny, *const RawAny) -> RawAny;
    let object = NonNull::new(function.pointer());
    let result = match (function.type_index, object, arguments) {
        (TypeIndex::FUNCTION, Some(object), _) => {
            // SAFETY: the table of attributes keeps the function for good.
            let function = unsafe { Function::from_object(ObjectPtr::from_borrowed(object.cast())) };
            let views: Vec<_> = arguments.iter().map(|argument| argument.view()).collect();
            return function.call_packed(&views);
        }
        // SAFETY: an address registered for this attribute is that of a function of these arguments, which are
        // alive during the call.
        (TypeIndex::OPAQUE_PTR, Some(address), [a]) => unsafe {
            core::mem::transmute::<NonNull<_>, Unary>(address)(a.view().as_raw())
        },
        // SAFETY: as above.
        (TypeIndex::OPAQUE_PTR, Some(address), [a, b]) => unsafe {
            core::mem::transmute::<NonNull<_>, Binary>(address)(a.view().as_raw(), b.view().as_raw())
        },
        _ => bail!(
            TypeError,
            "Expected a function for `__any_hash__` or `__any_equal__` but got another value"
        ),
    };
    // SAFETY: such a function returns an owned value.
    let result = unsafe { Any::from_raw(result) };
    match result.into_object(TypeIndex::ERROR) {
        // SAFETY: the object is an error.
        Ok(error) => Err(unsafe { Error::from_object(error) }),
        Err(value) => Ok(value),
    }
}

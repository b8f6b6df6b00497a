//! One call that is measured: how it is made, and how what it leaves is freed.

use std::ffi::c_void;
use std::ptr;

use crate::abi::{ErrorObject, FieldGetter, FieldSetter, Host, PackedCall, RawAny, STATIC_OBJECT_BEGIN};

/// A call with its arguments, which live as long as the process.
pub trait Call {
    /// Makes the call in a loop as a caller does: a fresh result, then the outcome freed.
    fn repeat(&self, host: &Host, calls: u64);
}

/// A call of an exported function, or of a function object through its packed call.
pub struct FunctionCall {
    /// The function object; null for an export.
    pub handle: *mut c_void,
    pub function: PackedCall,
    pub arguments: Vec<RawAny>,
}

/// Reading a field.
pub struct FieldRead {
    pub getter: FieldGetter,
    pub field: *mut c_void,
}

/// Setting a field.
pub struct FieldWrite {
    pub setter: FieldSetter,
    pub field: *mut c_void,
    pub value: RawAny,
}

impl FunctionCall {
    /// Makes the call once.
    ///
    /// # Safety
    /// The function accepts the arguments.
    pub unsafe fn make(&self, result: &mut RawAny) -> i32 {
        let count = self.arguments.len() as i32;
        // SAFETY: the caller vouches for the arguments.
        unsafe { (self.function)(self.handle, self.arguments.as_ptr(), count, result) }
    }
}

impl Call for FunctionCall {
    fn repeat(&self, host: &Host, calls: u64) {
        let Self { handle, function, arguments } = self;
        let (first, count) = (arguments.as_ptr(), arguments.len() as i32);
        // SAFETY: the arguments were checked with this function.
        repeat(host, calls, |result| unsafe { function(*handle, first, count, result) });
    }
}

impl Call for FieldRead {
    fn repeat(&self, host: &Host, calls: u64) {
        let Self { getter, field } = *self;
        // SAFETY: the field was read by this getter before.
        repeat(host, calls, |result| unsafe { getter(field, result) });
    }
}

impl Call for FieldWrite {
    fn repeat(&self, host: &Host, calls: u64) {
        let Self { setter, field, value } = *self;
        // SAFETY: the field was set to this value before.
        repeat(host, calls, |_| unsafe { setter(field, &value) });
    }
}

#[inline(always)]
fn repeat(host: &Host, calls: u64, call: impl Fn(&mut RawAny) -> i32) {
    for _ in 0..calls {
        let mut result = RawAny::NONE;
        let code = call(&mut result);
        if code != 0 {
            let mut error: *mut ErrorObject = ptr::null_mut();
            // SAFETY: a failed call left an error object, which is owned from here on.
            unsafe {
                (host.move_raised_error)(&mut error);
                (host.decrement_reference)(error.cast());
            }
        } else if result.type_index >= STATIC_OBJECT_BEGIN {
            let object = ptr::with_exposed_provenance_mut(result.value as usize);
            // SAFETY: the result is owned and not used any more.
            unsafe { (host.decrement_reference)(object) };
        }
    }
}

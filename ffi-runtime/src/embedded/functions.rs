//! Function objects from C function pointers, and calling functions.

use core::ffi::{c_int, c_void};

use super::{guard, lent};
use crate::error::Result;
use crate::function::Function;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{FunctionCell, ObjectHandle, ObjectHeader, RawAny, SafeCall, TypeIndex};

/// A C function with its context, given back by the deleter.
#[repr(C)]
struct ExternalBody {
    cell: FunctionCell,
    handle: *mut c_void,
    safe_call: SafeCall,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}

// SAFETY: the ABI lets any thread call and free functions; the owner of the context has to cope.
unsafe impl Send for ExternalBody {}
// SAFETY: as above.
unsafe impl Sync for ExternalBody {}

impl Drop for ExternalBody {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the function owned the context, and the deleter is called once.
            unsafe { deleter(self.handle) }
        }
    }
}

/// A function object that calls `safe_call` with `handle`.
///
/// # Safety
/// `safe_call` keeps the packed call convention and accepts `handle`, as `deleter` does, from any thread.
pub(super) unsafe fn create(
    handle: *mut c_void,
    safe_call: SafeCall,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
) -> Function {
    let cell = FunctionCell { safe_call: Some(call_external), cpp_call: core::ptr::null_mut() };
    let object = mem::new_object(TypeIndex::FUNCTION, ExternalBody { cell, handle, safe_call, deleter });
    // SAFETY: the new function's one reference is taken over.
    unsafe { Function::from_object(ObjectPtr::from_owned(object)) }
}

/// # Safety
/// `function` was made by [`create`]; the rest is as the packed call convention passes it.
unsafe extern "C" fn call_external(
    function: *mut c_void,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
) -> c_int {
    // SAFETY: the body stands behind the header and lives during the call, since the caller holds the function.
    unsafe {
        let body = &*function.cast::<ObjectHeader>().add(1).cast::<ExternalBody>();
        (body.safe_call)(body.handle, arguments, count, result)
    }
}

/// A function of nothing that a library exports, called for its result.
///
/// # Safety
/// `safe_call` keeps the packed call convention and accepts a null handle.
pub(super) unsafe fn call_symbol(safe_call: SafeCall) -> Result<crate::any::Any> {
    // SAFETY: the caller promises such a function.
    unsafe { create(core::ptr::null_mut(), safe_call, None) }.call(())
}

/// When it fails, the handle stays the caller's.
///
/// # Safety
/// As for [`create`]; `out` points to a writable handle.
pub(super) unsafe extern "C" fn function_create(
    handle: *mut c_void,
    safe_call: Option<SafeCall>,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    out: *mut ObjectHandle,
) -> c_int {
    guard::status("TVMFFIFunctionCreate", || {
        let Some(safe_call) = safe_call else {
            bail!(ValueError, "Expected a C function but got a null pointer")
        };
        // SAFETY: the caller promises a call and a context that fit, and a writable place.
        unsafe { lent::give(create(handle, safe_call, deleter).as_object().clone(), out) };
        Ok(())
    })
}

/// # Safety
/// `function` is a function object that is alive; the rest is as the packed call convention passes it.
pub(super) unsafe extern "C" fn function_call(
    function: ObjectHandle,
    arguments: *mut RawAny,
    count: i32,
    result: *mut RawAny,
) -> c_int {
    let mut safe_call = None;
    let status = guard::status("TVMFFIFunctionCall", || {
        // SAFETY: the caller promises an object that is alive; its type is checked.
        let object = unsafe { lent::object(function, TypeIndex::FUNCTION, "Function")? };
        // SAFETY: every function object has the cell behind its header.
        safe_call = unsafe { object.body::<FunctionCell>().as_ref().safe_call };
        ensure!(safe_call.is_some(), RuntimeError, "the function object has no call");
        Ok(())
    });
    match safe_call {
        // SAFETY: the caller keeps the function alive and the convention; the handle is the object itself.
        Some(safe_call) => unsafe { safe_call(function, arguments, count, result) },
        None => status,
    }
}

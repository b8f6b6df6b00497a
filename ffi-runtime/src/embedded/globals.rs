//! The table of global functions.

use core::ffi::c_int;
use core::ptr::NonNull;
use std::collections::BTreeMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use super::guard::Refusal;
use super::{builtins, guard, lent};
use crate::error::ErrorKind;
use crate::function::Function;
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, MethodInfo, ObjectHandle, TypeIndex};

/// A global function with what was registered about it.
struct Global {
    function: Function,
    metadata: Box<[u8]>,
}

type Globals = BTreeMap<Box<[u8]>, Global>;

/// The table, with the host's own functions in it from the start.
fn globals() -> &'static RwLock<Globals> {
    static GLOBALS: OnceLock<RwLock<Globals>> = OnceLock::new();
    if let Some(globals) = GLOBALS.get() {
        return globals;
    }
    // Made before the lock is taken: making functions calls the allocator.
    let own = builtins::all()
        .into_iter()
        .map(|(name, function)| (Box::from(name.as_bytes()), Global { function, metadata: Box::default() }));
    let own = RwLock::new(own.collect());
    GLOBALS.get_or_init(|| own)
}

fn read<R>(look: impl FnOnce(&Globals) -> R) -> R {
    look(&globals().read().unwrap_or_else(PoisonError::into_inner))
}

/// What `change` takes out of the table is dropped by the caller, after the lock is given back.
fn write<R>(change: impl FnOnce(&mut Globals) -> R) -> R {
    change(&mut globals().write().unwrap_or_else(PoisonError::into_inner))
}

/// The global function of that name.
pub(super) fn find(name: &[u8]) -> Option<Function> {
    read(|globals| globals.get(name).map(|global| global.function.clone()))
}

/// The metadata of the global function of that name, empty when it has none; None when there is no function.
pub(super) fn metadata(name: &[u8]) -> Option<Box<[u8]>> {
    read(|globals| globals.get(name).map(|global| global.metadata.clone()))
}

/// All names in their order.
pub(super) fn names() -> Vec<Box<[u8]>> {
    read(|globals| globals.keys().cloned().collect())
}

/// Removes the global function of that name and says whether there was one.
pub(super) fn remove(name: &[u8]) -> bool {
    let removed = write(|globals| globals.remove(name));
    removed.is_some()
}

/// Adds a function; the one that it replaces comes back.
fn add(name: &[u8], global: Global, allow_override: bool) -> Result<Option<Global>, (Refusal, Global)> {
    write(|globals| {
        if !allow_override && globals.contains_key(name) {
            let message = format!(
                "the global function `{}` is registered already: the first registration stays in effect",
                lent::text(name)
            );
            return Err((Refusal::new(ErrorKind::RuntimeError, message), global));
        }
        Ok(globals.insert(Box::from(name), global))
    })
}

/// # Safety
/// `name` is a valid byte array; `out` points to a writable handle.
pub(super) unsafe extern "C" fn get_global(name: *const ByteArray, out: *mut ObjectHandle) -> c_int {
    guard::status("TVMFFIFunctionGetGlobal", || {
        // SAFETY: the caller promises a valid byte array.
        let found = find(unsafe { lent::bytes(name) });
        let found = found.map_or(core::ptr::null_mut(), |function| {
            function.as_object().clone().into_raw().as_ptr().cast()
        });
        // SAFETY: the caller promises a writable place.
        unsafe { out.write(found) };
        Ok(())
    })
}

/// # Safety
/// `name` is a valid byte array and `function` an object that is alive or null.
pub(super) unsafe extern "C" fn set_global(
    name: *const ByteArray,
    function: ObjectHandle,
    allow_override: c_int,
) -> c_int {
    guard::status("TVMFFIFunctionSetGlobal", || {
        // SAFETY: the caller promises a valid byte array.
        let name = unsafe { lent::bytes(name) };
        // SAFETY: the caller promises an object that is alive; its type is checked.
        let function =
            unsafe { Function::from_object(lent::object(function, TypeIndex::FUNCTION, "Function")?) };
        let global = Global { function, metadata: Box::default() };
        add(name, global, allow_override != 0).map_err(|(refusal, _refused)| refusal)?;
        Ok(())
    })
}

/// # Safety
/// `info` points to a method info whose byte arrays and method are valid.
pub(super) unsafe extern "C" fn set_global_from_method_info(
    info: *const MethodInfo,
    allow_override: c_int,
) -> c_int {
    guard::status("TVMFFIFunctionSetGlobalFromMethodInfo", || {
        // SAFETY: the caller promises a valid method info.
        let (info, name) = unsafe { (&*info, (*info).name.as_bytes()) };
        let function = NonNull::new(info.method.pointer().cast());
        let Some(function) = function.filter(|_| info.method.type_index == TypeIndex::FUNCTION) else {
            bail!(
                TypeError,
                "Expected a function for the global `{}` but got another value",
                lent::text(name)
            )
        };
        // SAFETY: the value says that it is a function, which the caller keeps alive.
        let function = unsafe { Function::from_object(ObjectPtr::from_borrowed(function)) };
        // SAFETY: the caller promises a valid byte array.
        let metadata = Box::from(unsafe { info.metadata.as_bytes() });
        add(name, Global { function, metadata }, allow_override != 0)
            .map_err(|(refusal, _refused)| refusal)?;
        Ok(())
    })
}

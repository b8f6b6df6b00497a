//! The host's table of global functions.

use core::ptr::NonNull;

use super::{Function, FunctionDescriptor, metadata};
use crate::error::{Error, ErrorKind, Result, check};
use crate::host::{self, HostTable};
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, FieldFlags, MethodInfo, RawAny, SafeCall, TypeIndex};

impl Function {
    /// The global function of that name.
    ///
    /// # Errors
    /// A RuntimeError naming the function when there is none, or no host.
    #[track_caller]
    pub fn global(name: &str) -> Result<Self> {
        match Self::find_global(name)? {
            Some(function) => Ok(function),
            None => Err(Error::new(
                ErrorKind::RuntimeError,
                format!("there is no global function `{name}`: load the library that registers it first"),
            )),
        }
    }

    /// The global function of that name, None when there is none.
    ///
    /// # Errors
    /// A RuntimeError when there is no host.
    #[track_caller]
    pub fn find_global(name: &str) -> Result<Option<Self>> {
        find(host::require()?, name)
    }

    /// The global function of that name of the host that is there.
    ///
    /// # Errors
    /// A RuntimeError when there is no such function or no host.
    pub(crate) fn present_global(name: &str) -> Result<Self> {
        find(host::present()?, name)?.ok_or_else(|| {
            Error::new(ErrorKind::RuntimeError, format!("the host has no global function `{name}`"))
        })
    }

    /// Makes this function the global of that name.
    ///
    /// # Errors
    /// A RuntimeError naming the function when the name is taken; the first registration stays.
    #[track_caller]
    pub fn register_global(&self, name: &str) -> Result<()> {
        register(host::require()?, name, self)
    }
}

/// As [`Function::register_global`], with the host that is there: a library's registration starts none.
pub(crate) fn register_library_global(name: &str, function: &Function) -> Result<()> {
    register(host::present()?, name, function)
}

#[track_caller]
fn register(host: &HostTable, name: &str, function: &Function) -> Result<()> {
    refuse_taken(host, name)?;
    let function = function.as_object().as_ptr().cast();
    // SAFETY: the name is read during the call; the host takes a reference of its own.
    check(unsafe { host.function_set_global()?(&ByteArray::new(name.as_bytes()), function, 0) })
}

#[track_caller]
fn find(host: &HostTable, name: &str) -> Result<Option<Function>> {
    let mut object = core::ptr::null_mut();
    // SAFETY: the name is read during the call; the host writes a function's owned handle or null.
    check(unsafe { host.function_get_global()?(&ByteArray::new(name.as_bytes()), &mut object) })?;
    // SAFETY: the object is a function and the reference is ours.
    Ok(NonNull::new(object.cast())
        .map(|object| unsafe { Function::from_object(ObjectPtr::from_owned(object)) }))
}

/// Makes a function of this library the global of its name, with doc comment and metadata.
pub fn register_global_call(function: &'static FunctionDescriptor, call: SafeCall) -> Result<()> {
    let host = host::present()?;
    refuse_taken(host, function.name)?;
    let set_global = host.function_set_global_from_method_info()?;
    let metadata = metadata::of(function);
    let object = Function::from_safe_call(call);
    let info = MethodInfo {
        name: ByteArray::new(function.name.as_bytes()),
        doc: ByteArray::new(function.doc.as_bytes()),
        metadata: ByteArray::new(metadata.as_bytes()),
        flags: FieldFlags::IS_STATIC_METHOD,
        method: RawAny::from_pointer(TypeIndex::FUNCTION, object.as_object().as_ptr().cast()),
    };
    // SAFETY: everything in the info is read or copied during the call.
    check(unsafe { set_global(&info, 0) })
}

/// Hosts print to the console or stop the process when a name is taken, so it is asked for first.
#[track_caller]
fn refuse_taken(host: &HostTable, name: &str) -> Result<()> {
    if find(host, name)?.is_some() {
        return Err(Error::new(
            ErrorKind::RuntimeError,
            format!(
                "the global function `{name}` is registered already: the first registration stays in effect"
            ),
        ));
    }
    Ok(())
}

//! Module objects and the questions that are asked about them.

use core::ffi::CStr;
use core::sync::atomic::{AtomicBool, Ordering};

use super::library::Symbols;
use super::{functions, library_symbols, module_imports};
use crate::error::Result;
use crate::function::Function;
use crate::mem;
use crate::module::Module;
use crate::object::ObjectPtr;
use crate::sys::{SafeCall, TypeIndex};

/// The variable in which a library wants the address of its module.
const CONTEXT_SYMBOL: &CStr = c"__tvm_ffi__library_ctx";

/// The body of every module object in the process: no other host makes any.
pub(super) struct ModuleBody {
    symbols: Symbols,
    /// Whether other modules were imported, whose table has to be cleared at the end.
    pub(super) has_imports: AtomicBool,
}

impl Drop for ModuleBody {
    fn drop(&mut self) {
        if self.has_imports.load(Ordering::Acquire) {
            module_imports::forget(core::ptr::from_ref(self).addr());
        }
    }
}

/// A new module with these symbols.
pub(super) fn new(symbols: Symbols) -> Module {
    library_symbols::set_context(&symbols);
    let context = symbols.symbol(CONTEXT_SYMBOL);
    let body = ModuleBody { symbols, has_imports: AtomicBool::new(false) };
    // SAFETY: a new object has one reference, which is taken over.
    let object = unsafe { ObjectPtr::from_owned(mem::new_object(TypeIndex::MODULE, body)) };
    if let Some(context) = context {
        // The library may ask with this address as long as it is mapped, which is to the end of the process:
        // one reference is kept that long.
        let kept = object.clone().into_raw();
        // SAFETY: the symbol of this name is a pointer variable, by the loader's convention.
        unsafe { context.cast::<*mut core::ffi::c_void>().write(kept.as_ptr().cast()) };
    }
    // SAFETY: the object is a module.
    unsafe { Module::from_object(object) }
}

/// The body of a module object.
pub(super) fn body(module: &Module) -> &ModuleBody {
    // SAFETY: module objects are made by `new` only, and the module is alive as long as it is borrowed.
    unsafe { module.as_object().body::<ModuleBody>().as_ref() }
}

/// The first module that has what `ask` looks for: the module itself, or one of those it imports.
fn first<T>(
    module: &Module,
    query_imports: bool,
    ask: impl Fn(&Symbols) -> Option<T>,
) -> Option<(Module, T)> {
    if let Some(found) = ask(&body(module).symbols) {
        return Some((module.clone(), found));
    }
    if !query_imports {
        return None;
    }
    module_imports::reachable(module)
        .into_iter()
        .find_map(|module| ask(&body(&module).symbols).map(|found| (module, found)))
}

/// The function of that name.
pub(super) fn function(module: &Module, name: &str, query_imports: bool) -> Option<Function> {
    let (_, call) = first(module, query_imports, |symbols| symbols.function(name))?;
    // SAFETY: the symbol keeps the packed call convention, needs no handle, and stays mapped.
    Some(unsafe { functions::create(core::ptr::null_mut(), call, None) })
}

/// Whether there is a function of that name.
pub(super) fn has_function(module: &Module, name: &str, query_imports: bool) -> bool {
    first(module, query_imports, |symbols| symbols.function(name)).is_some()
}

/// The metadata of the function of that name.
pub(super) fn metadata(module: &Module, name: &str, query_imports: bool) -> Result<Option<String>> {
    text(first(module, query_imports, |symbols| symbols.metadata(name)), "metadata", name)
}

/// The doc comment of the function of that name.
pub(super) fn doc(module: &Module, name: &str, query_imports: bool) -> Result<Option<String>> {
    text(first(module, query_imports, |symbols| symbols.doc(name)), "doc comment", name)
}

fn text(found: Option<(Module, SafeCall)>, what: &str, name: &str) -> Result<Option<String>> {
    let Some((module, call)) = found else { return Ok(None) };
    // SAFETY: the symbol keeps the packed call convention, needs no handle, and stays mapped.
    let value = unsafe { functions::call_symbol(call)? };
    match value.to::<String>() {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            let symbols = &body(&module).symbols;
            bail!(TypeError, "the {what} of function `{name}` in {symbols} is no text: {}", error.message())
        }
    }
}

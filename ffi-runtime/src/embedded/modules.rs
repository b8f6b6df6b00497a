//! Module objects and the questions that are asked about them.

use core::ffi::CStr;
use core::sync::atomic::{AtomicBool, Ordering};

use super::library::Symbols;
use super::module_source::ModuleSource;
use super::{library_symbols, module_imports};
use crate::error::Result;
use crate::function::Function;
use crate::mem;
use crate::module::Module;
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

/// The variable in which a library wants the address of its module.
const CONTEXT_SYMBOL: &CStr = c"__tvm_ffi__library_ctx";

/// The body of every module object in the process: no other host makes any.
pub(super) struct ModuleBody {
    source: ModuleSource,
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
    let module = with_source(ModuleSource::Symbols(symbols));
    if let Some(context) = context {
        // The library may ask with this address as long as it is mapped, which is to the end of the process:
        // one reference is kept that long.
        let kept = module.as_object().clone().into_raw();
        // SAFETY: the symbol of this name is a pointer variable, by the loader's convention.
        unsafe { context.cast::<*mut core::ffi::c_void>().write(kept.as_ptr().cast()) };
    }
    module
}

/// A new module defined in Rust, of that kind; `answer` is as in [`ModuleSource::Defined`].
pub(super) fn new_defined(kind: String, answer: Function) -> Module {
    with_source(ModuleSource::Defined { kind, answer })
}

fn with_source(source: ModuleSource) -> Module {
    let body = ModuleBody { source, has_imports: AtomicBool::new(false) };
    // SAFETY: a new object has one reference, which is taken over, and is a module.
    unsafe { Module::from_object(ObjectPtr::from_owned(mem::new_object(TypeIndex::MODULE, body))) }
}

/// The body of a module object.
pub(super) fn body(module: &Module) -> &ModuleBody {
    // SAFETY: module objects are made by `with_source` only, and the module is alive as long as it is borrowed.
    unsafe { module.as_object().body::<ModuleBody>().as_ref() }
}

/// The first answer that `ask` has: about the module itself, or about one of those it imports.
fn first<T>(
    module: &Module,
    query_imports: bool,
    ask: impl Fn(&ModuleSource) -> Result<Option<T>>,
) -> Result<Option<T>> {
    if let Some(found) = ask(&body(module).source)? {
        return Ok(Some(found));
    }
    if query_imports {
        for imported in module_imports::reachable(module) {
            if let Some(found) = ask(&body(&imported).source)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// What kind of module it is.
pub(super) fn kind(module: &Module) -> String {
    body(module).source.kind().to_owned()
}

/// The function of that name.
pub(super) fn function(module: &Module, name: &str, query_imports: bool) -> Result<Option<Function>> {
    first(module, query_imports, |source| source.function(name))
}

/// Whether there is a function of that name.
pub(super) fn has_function(module: &Module, name: &str, query_imports: bool) -> Result<bool> {
    let found = first(module, query_imports, |source| Ok(source.has_function(name)?.then_some(())))?;
    Ok(found.is_some())
}

/// The metadata of the function of that name.
pub(super) fn metadata(module: &Module, name: &str, query_imports: bool) -> Result<Option<String>> {
    first(module, query_imports, |source| source.function_metadata(name))
}

/// The doc comment of the function of that name.
pub(super) fn doc(module: &Module, name: &str, query_imports: bool) -> Result<Option<String>> {
    first(module, query_imports, |source| source.function_doc(name))
}

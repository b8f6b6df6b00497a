//! Global functions about modules.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use super::library::Symbols;
use super::{loader, module_imports, modules};
use crate::error::Result;
use crate::function::{Arguments, Function};
use crate::module::{CREATE, Module};

/// `Module::ModulePropertyMask::kRunnable`: the module has functions that can be called.
const RUNNABLE: i64 = 0b010;

/// The functions with their names.
pub(super) fn all() -> Vec<(&'static str, Function)> {
    vec![
        ("ffi.ModuleLoadFromFile", Function::from_fn(loader::load)),
        (
            "ffi.Module.load_from_file.so",
            Function::from_fn(|path: &str, _format: &str| loader::load_library(path)),
        ),
        (
            "ffi.ModuleGetFunction",
            Function::from_fn(|module: Module, name: &str, query_imports: bool| {
                modules::function(&module, name, query_imports)
            }),
        ),
        (
            "ffi.ModuleImplementsFunction",
            Function::from_fn(|module: Module, name: &str, query_imports: bool| {
                modules::has_function(&module, name, query_imports)
            }),
        ),
        (
            "ffi.ModuleGetFunctionMetadata",
            Function::from_fn(|module: Module, name: &str, query_imports: bool| {
                modules::metadata(&module, name, query_imports)
            }),
        ),
        (
            "ffi.ModuleGetFunctionDoc",
            Function::from_fn(|module: Module, name: &str, query_imports: bool| {
                modules::doc(&module, name, query_imports)
            }),
        ),
        ("ffi.ModuleGetKind", Function::from_fn(|module: Module| modules::kind(&module))),
        ("ffi.ModuleGetPropertyMask", Function::from_fn(|_module: Module| RUNNABLE)),
        ("ffi.ModuleInspectSource", Function::from_fn(|_module: Module, _format: &str| "")),
        ("ffi.ModuleWriteToFile", Function::from_fn(write_to_file)),
        (
            "ffi.ModuleImportModule",
            Function::from_fn(|importer: Module, imported: Module| {
                module_imports::import(&importer, &imported)
            }),
        ),
        ("ffi.ModuleClearImports", Function::from_fn(|module: Module| module_imports::clear(&module))),
        ("ffi.ModuleGlobalsAdd", Function::from_fn(keep)),
        ("ffi.ModuleGlobalsRemove", Function::from_fn(stop_keeping)),
        (CREATE, Function::from_fn(modules::new_defined)),
        ("ffi.SystemLib", Function::from_packed(|arguments| Ok(system_library(arguments)?.into()))),
    ]
}

fn write_to_file(_module: Module, path: &str, _format: &str) -> Result<()> {
    bail!(RuntimeError, "cannot write the module to `{path}`: no module of the embedded host can be written")
}

/// The modules that are kept until they are removed again.
static KEPT: Mutex<Vec<Module>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn position(kept: &[Module], module: &Module) -> Option<usize> {
    kept.iter().position(|other| other.as_object().same_as(module.as_object()))
}

fn keep(module: Module) {
    let mut kept = lock(&KEPT);
    if position(&kept, &module).is_none() {
        kept.push(module.clone());
    }
    drop(kept);
}

fn stop_keeping(module: Module) {
    let mut kept = lock(&KEPT);
    let removed = position(&kept, &module).map(|position| kept.swap_remove(position));
    // Given back before the module is dropped.
    drop(kept);
    drop(removed);
}

/// The modules of registered symbols, one for each prefix.
static SYSTEM_LIBRARIES: LazyLock<Mutex<HashMap<String, Module>>> = LazyLock::new(Mutex::default);

fn system_library(arguments: Arguments<'_>) -> Result<Module> {
    let prefix = match arguments.get(0) {
        Some(prefix) => prefix.to::<String>()?,
        None => String::new(),
    };
    if let Some(known) = lock(&SYSTEM_LIBRARIES).get(&prefix) {
        return Ok(known.clone());
    }
    let made = modules::new(Symbols::System { prefix: prefix.clone() });
    // When another thread was first, its module stays; the one made here is dropped without the lock.
    let module = lock(&SYSTEM_LIBRARIES).entry(prefix).or_insert_with(|| made.clone()).clone();
    drop(made);
    Ok(module)
}

//! Modules that import others.

use core::ffi::{c_char, c_int};
use core::sync::atomic::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use super::modules::{self, ModuleBody};
use super::{globals, guard, lent};
use crate::error::Result;
use crate::function::Function;
use crate::module::Module;
use crate::sys::{ObjectHandle, TypeIndex};

/// What one module imports, and the functions found through its imports, which others hold without a
/// reference of their own.
#[derive(Default)]
struct Imports {
    modules: Vec<Module>,
    found: HashMap<Box<[u8]>, Function>,
}

/// The imports of all modules, by the addresses of their bodies. Together, so that a cycle cannot be made by
/// two threads at once. Modules are dropped after the lock is given back.
static IMPORTS: LazyLock<Mutex<HashMap<usize, Imports>>> = LazyLock::new(Mutex::default);

fn imports() -> MutexGuard<'static, HashMap<usize, Imports>> {
    IMPORTS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn key(module: &Module) -> usize {
    core::ptr::from_ref::<ModuleBody>(modules::body(module)).addr()
}

/// A module is gone: what it imported is given back.
pub(super) fn forget(key: usize) {
    let removed = imports().remove(&key);
    drop(removed);
}

/// Lets `importer` find the functions of `imported`.
pub(super) fn import(importer: &Module, imported: &Module) -> Result<()> {
    if !add_import(importer, imported.clone()) {
        bail!(RuntimeError, "a module cannot import one that imports it, directly or through others")
    }
    Ok(())
}

/// False when `imported` reaches `importer`.
fn add_import(importer: &Module, imported: Module) -> bool {
    let mut imports = imports();
    let (mut visited, mut open) = (HashSet::new(), vec![key(&imported)]);
    while let Some(module) = open.pop() {
        if visited.insert(module) {
            open.extend(imports.get(&module).into_iter().flat_map(|imports| imports.modules.iter().map(key)));
        }
    }
    let importer_key = key(importer);
    if visited.contains(&importer_key) {
        // Given back before `imported` is dropped.
        drop(imports);
        return false;
    }
    imports.entry(importer_key).or_default().modules.push(imported);
    modules::body(importer).has_imports.store(true, Ordering::Release);
    true
}

/// Gives all imported modules back.
pub(super) fn clear(module: &Module) {
    let removed = imports().get_mut(&key(module)).map(|imports| core::mem::take(&mut imports.modules));
    drop(removed);
}

/// The modules that `module` imports itself.
pub(super) fn direct(module: &Module) -> Vec<Module> {
    imports().get(&key(module)).map(|imports| imports.modules.clone()).unwrap_or_default()
}

/// All modules that `module` imports, directly or through others: depth first, each once.
pub(super) fn reachable(module: &Module) -> Vec<Module> {
    let imports = imports();
    let of = |key: usize| imports.get(&key).into_iter().flat_map(|imports| imports.modules.iter().rev());
    let (mut visited, mut found) = (HashSet::new(), Vec::new());
    let mut open: Vec<&Module> = of(key(module)).collect();
    while let Some(next) = open.pop() {
        if visited.insert(key(next)) {
            found.push(next.clone());
            open.extend(of(key(next)));
        }
    }
    found
}

/// The function that a library asks for: from the modules that its own imports, else a global one. The library
/// gets no reference; the module keeps one to the end.
///
/// # Safety
/// `library_context` is an object that is alive or null; `name` is a C string; `out` points to a writable
/// handle.
pub(super) unsafe extern "C" fn lookup_from_imports(
    library_context: ObjectHandle,
    name: *const c_char,
    out: *mut ObjectHandle,
) -> c_int {
    guard::status("TVMFFIEnvModLookupFromImports", || {
        // SAFETY: the caller promises an object that is alive; its type is checked.
        let module =
            unsafe { Module::from_object(lent::object(library_context, TypeIndex::MODULE, "Module")?) };
        // SAFETY: the caller promises a C string.
        let name = unsafe { lent::c_bytes(name) };
        let function = lookup(&module, name)?;
        // SAFETY: the caller promises a writable place.
        unsafe { out.write(function) };
        Ok(())
    })
}

fn lookup(module: &Module, name: &[u8]) -> Result<ObjectHandle> {
    let handle = |function: &Function| function.as_object().as_ptr().cast();
    let known = imports().get(&key(module)).and_then(|imports| imports.found.get(name).map(handle));
    if let Some(known) = known {
        return Ok(known);
    }
    let text = lent::text(name);
    let mut found = None;
    for imported in reachable(module) {
        found = modules::function(&imported, &text, false)?;
        if found.is_some() {
            break;
        }
    }
    let Some(function) = found.or_else(|| globals::find(name)) else {
        bail!(RuntimeError, "there is no function `{text}` in the imported modules or among the globals")
    };
    Ok(remember(module, name, function))
}

/// Keeps a function for the module; when another thread was first, that one's.
fn remember(module: &Module, name: &[u8], function: Function) -> ObjectHandle {
    let mut spare = None;
    let mut imports = imports();
    let found = &mut imports.entry(key(module)).or_default().found;
    let handle = match found.get(name) {
        Some(first) => {
            spare = Some(function);
            first.as_object().as_ptr()
        }
        None => {
            let handle = function.as_object().as_ptr();
            found.insert(Box::from(name), function);
            handle
        }
    };
    modules::body(module).has_imports.store(true, Ordering::Release);
    drop(imports);
    // Given back before what is not needed is dropped.
    drop(spare);
    handle.cast()
}

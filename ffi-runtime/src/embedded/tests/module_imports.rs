use super::module_fixture::build;
use super::{host, raised};
use crate::any::Any;
use crate::function::Function;
use crate::module::Module;
use crate::sys::{ObjectHandle, RawAny};

fn system_library(prefix: &str) -> Module {
    host();
    Function::global("ffi.SystemLib").unwrap().call((prefix,)).unwrap().to::<Module>().unwrap()
}

unsafe extern "C" fn answer(
    _handle: *mut core::ffi::c_void,
    _arguments: *const RawAny,
    _count: i32,
    result: *mut RawAny,
) -> core::ffi::c_int {
    // SAFETY: the result is writable.
    unsafe { result.write(Any::from(42).into_raw()) };
    0
}

fn query(module: &Module, name: &str) -> Option<Function> {
    let get = Function::global("ffi.ModuleGetFunction").unwrap();
    get.call((module, name, true)).unwrap().to::<Option<Function>>().unwrap()
}

#[test]
fn system_libraries_have_registered_symbols() {
    let host = host();
    // SAFETY: the symbol is a packed call.
    let status = unsafe {
        let address = answer as *mut core::ffi::c_void;
        host.env_module_register_system_lib_symbol.unwrap()(c"__tvm_ffi_test_answer".as_ptr(), address)
    };
    assert_eq!(status, 0);
    let with_prefix = system_library("test_");
    assert_eq!(with_prefix.function("answer").unwrap().call(()).unwrap().to::<i64>().unwrap(), 42);
    assert!(system_library("").has_function("test_answer"));
    assert!(!system_library("").has_function("answer"));
}

fn lookup(module: &Module, name: &core::ffi::CStr) -> Option<ObjectHandle> {
    let mut function = core::ptr::null_mut();
    let context = module.as_object().as_ptr().cast();
    // SAFETY: the module is alive and the result writable.
    match unsafe { host().env_module_lookup_from_imports.unwrap()(context, name.as_ptr(), &mut function) } {
        0 => Some(function),
        _ => None,
    }
}

#[test]
fn imports_are_searched_and_never_circular() {
    let leaf = build("leaf", "EXPORT(__tvm_ffi_leaf) { return text(ret, \"leaf\"); }");
    let middle = build("middle", "EXPORT(__tvm_ffi_middle) { return text(ret, \"middle\"); }");
    host();
    let (leaf, middle, root) =
        (Module::load(leaf).unwrap(), Module::load(&middle).unwrap(), Module::load(&middle).unwrap());
    root.import(&middle).unwrap();
    middle.import(&leaf).unwrap();
    for (importer, imported) in [(&leaf, &root), (&leaf, &leaf), (&middle, &root)] {
        assert!(importer.import(imported).unwrap_err().message().contains("imports it"));
    }
    assert!(query(&root, "leaf").is_some());
    assert!(!root.has_function("leaf"));
    let found = lookup(&root, c"leaf").unwrap();
    assert_eq!(lookup(&root, c"leaf"), Some(found));
    assert_eq!(lookup(&root, c"ffi.ModuleGetKind").map(|function| function.is_null()), Some(false));
    assert_eq!(lookup(&root, c"nowhere"), None);
    assert!(raised().message().contains("`nowhere`"));
    let references = leaf.as_object().strong_count();
    Function::global("ffi.ModuleClearImports").unwrap().call((&middle,)).unwrap();
    assert_eq!(leaf.as_object().strong_count(), references - 1);
    assert!(query(&root, "leaf").is_none());
    root.import(&leaf).unwrap();
    let references = leaf.as_object().strong_count();
    drop(root);
    assert_eq!(leaf.as_object().strong_count(), references - 1);
}

#[test]
fn modules_can_be_kept() {
    let module = system_library("test_kept");
    let references = module.as_object().strong_count();
    let (add, remove) = (
        Function::global("ffi.ModuleGlobalsAdd").unwrap(),
        Function::global("ffi.ModuleGlobalsRemove").unwrap(),
    );
    add.call((&module,)).unwrap();
    add.call((&module,)).unwrap();
    assert_eq!(module.as_object().strong_count(), references + 1);
    remove.call((&module,)).unwrap();
    remove.call((&module,)).unwrap();
    assert_eq!(module.as_object().strong_count(), references);
}

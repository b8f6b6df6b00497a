use super::module_fixture::{build, directory};
use super::{host, raised};
use crate::error::{Error, ErrorKind};
use crate::function::Function;
use crate::module::Module;

const FIXTURE: &str = r#"
void* __tvm_ffi__library_ctx = 0;
void (*fixture_set_raised)(const char*, const char*) = 0;
EXPORT(__tvm_ffi_twice) {
  if (n != 1) { fixture_set_raised("TypeError", "one argument"); return -1; }
  *ret = args[0]; ret->i *= 2; return 0;
}
EXPORT(__tvm_ffi_handle) { ret->type_index = 1; ret->small_len = 0; ret->i = (handle != 0); return 0; }
EXPORT(__tvm_ffi_context) { ret->type_index = 2; ret->small_len = 0; ret->i = __tvm_ffi__library_ctx != 0; return 0; }
EXPORT(__tvm_ffi__metadata_twice) { return text(ret, "{}"); }
EXPORT(__tvm_ffi__metadata_handle) { ret->type_index = 1; ret->i = 3; return 0; }
EXPORT(__tvm_ffi__doc_twice) { return text(ret, "Twice."); }
"#;

/// Loads a module as C code does, through the host's global function.
fn load(path: impl AsRef<std::path::Path>) -> Result<Module, Error> {
    host();
    let path = path.as_ref().to_str().expect("a path in UTF-8");
    Function::global("ffi.ModuleLoadFromFile")?.call((path,))?.to::<Module>()
}

#[test]
fn functions_of_a_library() {
    let host = host();
    let set_raised = host.error_set_raised_from_c_str.unwrap() as *mut core::ffi::c_void;
    // SAFETY: libraries with a variable of that name expect this function.
    let status = unsafe {
        host.env_module_register_context_symbol.unwrap()(c"fixture_set_raised".as_ptr(), set_raised)
    };
    assert_eq!(status, 0);
    let path = build("functions", FIXTURE);
    let module = load(&path).unwrap();
    let twice = module.function("twice").unwrap();
    assert_eq!(twice.call((21,)).unwrap().to::<i64>().unwrap(), 42);
    assert_eq!(twice.call(()).unwrap_err().to_string(), "TypeError: one argument");
    let handle = module.function("handle").unwrap();
    assert_eq!(handle.call(()).unwrap().to::<i64>().unwrap(), 0);
    assert!(module.function("context").unwrap().call(()).unwrap().to::<bool>().unwrap());
    assert!(module.has_function("twice"));
    assert!(!module.has_function("thrice"));
    assert!(!module.has_function("tw\0ice"));
    assert_eq!(module.function_metadata("twice").unwrap().as_deref(), Some("{}"));
    assert_eq!(module.function_doc("twice").unwrap().as_deref(), Some("Twice."));
    assert_eq!(module.function_doc("handle").unwrap(), None);
    assert!(module.function_metadata("handle").unwrap_err().message().contains("`handle`"));
    let missing = module.function("thrice").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::AttributeError);
    let again = load(&path).unwrap();
    drop(module);
    drop(again);
    assert_eq!(twice.call((4,)).unwrap().to::<i64>().unwrap(), 8);
    let kind = Function::global("ffi.ModuleGetKind").unwrap();
    let module = load(&path).unwrap();
    assert_eq!(kind.call((&module,)).unwrap().to::<String>().unwrap(), "library");
    let mask = Function::global("ffi.ModuleGetPropertyMask").unwrap();
    assert_eq!(mask.call((&module,)).unwrap().to::<i64>().unwrap(), 2);
}

#[track_caller]
fn refused(path: impl AsRef<std::path::Path>, reason: &str) {
    let name = path.as_ref().to_string_lossy().into_owned();
    let error = load(path).unwrap_err();
    assert!(error.message().contains(&format!("`{name}`")), "{error}");
    assert!(error.message().contains(reason), "{error}");
    assert_eq!(error.kind(), ErrorKind::RuntimeError);
}

#[test]
fn what_cannot_be_loaded_is_named() {
    let directory = directory();
    refused(directory.join("libmissing.so"), "there is no such file");
    refused("libnowhere_to_be_found.so", "cannot open shared object file");
    let text = directory.join("libtext.so");
    std::fs::write(&text, "text").unwrap();
    refused(text, "it is no shared library");
    refused(directory.join("library"), "cannot tell the format");
    refused(directory.join("module.wasm"), "`ffi.Module.load_from_file.wasm` is no global function");
    refused(build("binary", "char __tvm_ffi__library_bin[8];"), "embedded");
    refused(build("other_host", "void TVMFFIGetVersion(void* v) {}"), "linked to libtvm_ffi");
    refused(
        build("other_version", "int __ffi_runtime_attach(void* t) { return 3; }"),
        "another major version",
    );
    refused(build("other_layout", "int __ffi_runtime_attach(void* t) { return 2; }"), "another layout");
    refused(
        build("unresolved", "void* needed_but_missing(); void* (*f)() = needed_but_missing;"),
        "undefined symbol",
    );
}

#[test]
fn formats_have_loaders() {
    host();
    let path = build("versioned", FIXTURE);
    let copy = path.with_file_name("libversioned.so.1");
    std::fs::copy(&path, &copy).unwrap();
    assert!(load(copy).unwrap().has_function("twice"));
    Function::from_fn(|path: &str, _format: &str| -> Result<Module, Error> {
        Err(Error::new(ErrorKind::ValueError, format!("no test in {path}")))
    })
    .register_global("ffi.Module.load_from_file.test")
    .unwrap();
    assert_eq!(load("x.test").unwrap_err().to_string(), "ValueError: no test in x.test");
}

#[test]
fn library_symbols_need_names() {
    let host = host();
    // SAFETY: null is no name.
    unsafe {
        let status =
            host.env_module_register_context_symbol.unwrap()(core::ptr::null(), core::ptr::null_mut());
        assert_eq!(status, -1);
    }
    assert_eq!(raised().kind(), ErrorKind::ValueError);
}

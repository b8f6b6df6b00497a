//! Modules defined in Rust and loaders of files, on the embedded host and on libtvm_ffi: by this program itself
//! and by an extension that it loads.

use ffi_runtime::prelude::*;
use ffi_tests::{TargetFolder, hosts};
use std::path::PathBuf;
use std::sync::Arc;

#[test]
fn embedded_host() {
    hosts::run_on_embedded("child");
}

#[test]
fn libtvm_ffi_host() {
    hosts::run_on_libtvm_ffi("child");
}

/// Does nothing unless this process is the child of one of the tests above.
#[test]
fn child() {
    hosts::in_child(|| {
        type Case = (&'static str, fn() -> Result<()>);
        let cases: [Case; 9] = [
            ("own_module", own_module),
            ("extension_module", extension_module),
            ("functions_that_cannot_be_made", functions_that_cannot_be_made),
            ("kinds", kinds),
            ("imports", imports),
            ("dropped_once", dropped_once),
            ("threads", threads),
            ("loaders", loaders),
            ("taken_endings", taken_endings),
        ];
        for (name, case) in cases {
            if let Err(error) = case() {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
            println!("{name} passed");
        }
    });
}

fn extension() -> Result<Module> {
    Module::load(std::env::var_os("FFI_FIXTURE_MODULES").expect("the parent names the library"))
}

fn counters(start: i64) -> Result<Module> {
    extension()?.function("counters")?.call((start,))?.to()
}

fn live() -> Result<i64> {
    extension()?.function("live_counters")?.call(())?.to()
}

/// The error of a result that must be one.
#[track_caller]
fn failure<T>(result: Result<T>) -> Error {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => error,
    }
}

/// A module of this program, with what it keeps alive.
struct Own {
    _kept: Arc<()>,
}

impl ModuleObject for Own {
    fn kind(&self) -> &str {
        "own"
    }

    fn function(&self, name: &str) -> Result<Option<Function>> {
        Ok((name == "answer").then(|| Function::from_fn(|| 42)))
    }
}

fn own_module() -> Result<()> {
    let kept = Arc::new(());
    let module = Module::new(Own { _kept: Arc::clone(&kept) })?;
    assert_eq!(module.kind()?, "own");
    let answer = module.function("answer")?;
    assert!(module.has_function("answer") && !module.has_function("question"));
    assert_eq!(failure(module.function("question")).kind(), ErrorKind::AttributeError);
    assert_eq!(module.function_doc("answer")?, None);
    assert_eq!(module.function_metadata("answer")?, None);
    // Through the extension, which has another copy of the crate.
    let extension = extension()?;
    assert_eq!(extension.function("kind_of")?.call((&module,))?.to::<String>()?, "own");
    assert_eq!(extension.function("call")?.call((&module, "answer"))?.to::<i64>()?, 42);
    let property_mask = Function::global("ffi.ModuleGetPropertyMask")?;
    assert_eq!(property_mask.call((&module,))?.to::<i64>()?, 2);
    drop(module);
    assert_eq!(Arc::strong_count(&kept), 1);
    assert_eq!(answer.call(())?.to::<i64>()?, 42);
    Ok(())
}

fn extension_module() -> Result<()> {
    let module = counters(5)?;
    assert_eq!(module.kind()?, "counters");
    assert_eq!(module.function("next")?.call(())?.to::<i64>()?, 5);
    assert_eq!(module.function("next")?.call(())?.to::<i64>()?, 6);
    assert_eq!(module.function("add")?.call((40, 2))?.to::<i64>()?, 42);
    assert_eq!(failure(module.function("add")?.call((1,))).kind(), ErrorKind::TypeError);
    let error = failure(module.function("raises")?.call(()));
    assert_eq!(error.to_string(), "KeyError: no entry");
    assert_eq!(module.function_doc("add")?.as_deref(), Some("Adds two integers."));
    assert_eq!(module.function_doc("next")?.as_deref(), Some("Counts"));
    assert_eq!(module.function_doc("missing")?, None);
    let metadata = module.function_metadata("add")?.expect("there is some");
    assert!(metadata.contains("type_schema"), "{metadata}");
    for name in ["", "missing", "näme", "add\0"] {
        assert!(!module.has_function(name), "{name:?}");
        assert!(module.function(name).is_err(), "{name:?}");
    }
    Ok(())
}

fn functions_that_cannot_be_made() -> Result<()> {
    let module = counters(0)?;
    assert!(module.has_function("cannot_be_made"));
    let error = failure(module.function("cannot_be_made")?.call((1, 2)));
    assert_eq!(error.to_string(), "ValueError: this function cannot be made");
    let error = failure(module.function("panics")?.call(()));
    assert!(error.message().contains("no such luck"), "{error}");
    assert!(!module.has_function("panics"));
    assert_eq!(module.function_doc("panics")?, None);
    assert_eq!(module.function_metadata("panics")?, None);
    Ok(())
}

fn kinds() -> Result<()> {
    let of_kind = extension()?.function("of_kind")?;
    for kind in ["", "k", "a kind with a long name", "größe"] {
        assert_eq!(of_kind.call((kind,))?.to::<Module>()?.kind()?, kind);
    }
    let error = failure(of_kind.call(("a\0b",)));
    assert_eq!(error.kind(), ErrorKind::ValueError);
    assert!(error.message().contains("NUL"), "{error}");
    assert_eq!(extension()?.kind()?, "library");
    Ok(())
}

fn imports() -> Result<()> {
    let (root, middle, leaf) = (counters(0)?, Module::new(Own { _kept: Arc::default() })?, extension()?);
    assert!(root.imports()?.is_empty());
    root.import(&middle)?;
    middle.import(&leaf)?;
    root.import(&leaf)?;
    let kinds: Vec<String> = root.imports()?.iter().map(Module::kind).collect::<Result<_>>()?;
    assert_eq!(kinds, ["own", "library"]);
    let seen = leaf.function("imports_of")?.call((&root,))?.to::<Vec<Module>>()?;
    assert_eq!(seen.len(), 2);
    for (importer, imported) in [(&leaf, &root), (&middle, &root), (&root, &root)] {
        assert!(importer.import(imported).is_err());
    }
    // The queries of imports go through the host.
    let get_function = Function::global("ffi.ModuleGetFunction")?;
    let answer = get_function.call((&root, "answer", true))?.to::<Function>()?;
    assert_eq!(answer.call(())?.to::<i64>()?, 42);
    assert!(get_function.call((&root, "answer", false))?.is_none());
    root.clear_imports()?;
    assert!(root.imports()?.is_empty());
    assert!(get_function.call((&root, "answer", true))?.is_none());
    assert_eq!(middle.imports()?.len(), 1);
    Ok(())
}

fn dropped_once() -> Result<()> {
    let before = live()?;
    let (first, second) = (counters(0)?, counters(0)?);
    first.import(&second)?;
    assert_eq!(live()?, before + 2);
    drop(second);
    assert_eq!(live()?, before + 2);
    let next = first.function("next")?;
    drop(first);
    assert_eq!(live()?, before);
    assert_eq!(next.call(())?.to::<i64>()?, 0);
    Ok(())
}

fn threads() -> Result<()> {
    let module = counters(0)?;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    let next = module.function("next").expect("the function is there");
                    next.call(()).expect("it can be called");
                }
            });
        }
    });
    assert_eq!(module.function("next")?.call(())?.to::<i64>()?, 400);
    Ok(())
}

module_loader!("own_program", |_path| Module::new(Own { _kept: Arc::default() }));

fn file(name: &str, text: &str) -> Result<PathBuf> {
    let path = TargetFolder::get().subfolder("module-loaders").join(name);
    std::fs::write(&path, text)?;
    Ok(path)
}

fn loaders() -> Result<()> {
    let path = file("x.own_program", "")?;
    assert_eq!(Module::load(&path)?.kind()?, "own");
    let library = extension()?;
    let module = Module::load(file("seven.counters", "7")?)?;
    assert_eq!(module.function("next")?.call(())?.to::<i64>()?, 7);
    let path = file("x.fixture_dependency", "")?;
    let named = Module::load(&path)?;
    assert_eq!(named.function("path")?.call(())?.to::<String>()?, path.to_str().expect("UTF-8"));
    let error = failure(Module::load(file("bad.counters", "seven")?));
    assert!(error.message().contains("invalid digit"), "{error}");
    let error = failure(Module::load(file("x.refused", "")?));
    assert!(error.message().contains("nothing can be loaded from"), "{error}");
    let error = failure(Module::load(file("x.unknown_ending", "")?));
    assert!(error.message().contains("unknown_ending"), "{error}");
    assert_eq!(library.function("_registration_errors")?.call(())?.to::<String>()?, "");
    Ok(())
}

fn taken_endings() -> Result<()> {
    let _first = extension()?;
    let second =
        Module::load(std::env::var_os("FFI_FIXTURE_CONFLICT").expect("the parent names the library"))?;
    let report = second.function("_registration_errors")?.call(())?.to::<String>()?;
    assert!(report.contains("`fixture_conflict`"), "{report}");
    assert!(report.contains("`ffi.Module.load_from_file.counters`"), "{report}");
    assert_eq!(Module::load(file("again.counters", "1")?)?.kind()?, "counters");
    Ok(())
}

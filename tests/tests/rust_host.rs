//! The Rust host, on the embedded host and on libtvm_ffi.
//!
//! A process has one host, so each host gets a child process of this test program, which runs every
//! case of `CASES` and names the one that fails.

use ffi_runtime::prelude::*;
use ffi_tests::{TargetFolder, hosts};

type Case = (&'static str, fn() -> Result<()>);

macro_rules! cases {
    ($($name:ident),* $(,)?) => {
        const CASES: &[Case] = &[$((stringify!($name), $name)),*];
    };
}

cases!(
    any_values,
    closures,
    global_table,
    errors_carry_their_place,
    standard_errors,
    panics,
    module_functions,
    module_errors,
    module_globals,
    callbacks,
    tensors,
    missing_modules,
    conflicts,
    system_library,
);

#[test]
fn embedded_host() {
    hosts::run_on_embedded("child");
}

#[test]
fn libtvm_ffi_host() {
    hosts::run_on_libtvm_ffi("child");
}

/// A taken name is reported, and the first registration stays.
fn conflicts() -> Result<()> {
    let first = basics()?;
    let second =
        Module::load(std::env::var_os("FFI_FIXTURE_CONFLICT").expect("the parent names the library"))?;
    assert_eq!(Function::global("fixture_basics.add")?.call((40, 2))?.to::<i64>()?, 42);
    assert_eq!(Function::global("fixture_conflict.own")?.call(())?.to::<i64>()?, 11);
    assert_eq!(second.function("own")?.call(())?.to::<i64>()?, 12);
    let report = second.function("_registration_errors")?.call(())?.to::<String>()?;
    assert!(report.contains("fixture_basics.add"), "{report}");
    assert_eq!(first.function("_registration_errors")?.call(())?.to::<String>()?, "");
    Ok(())
}

/// Does nothing unless this process is the child of one of the tests above.
#[test]
fn child() {
    hosts::in_child(|| {
        for (name, case) in CASES {
            if let Err(error) = case() {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
            println!("{name} passed");
        }
    });
}

fn basics() -> Result<Module> {
    Module::load(std::env::var_os("FFI_FIXTURE_BASICS").expect("the parent names the library"))
}

/// The error of a result that must be one.
#[track_caller]
fn failure<T>(result: Result<T>) -> Error {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => error,
    }
}

fn any_values() -> Result<()> {
    assert_eq!(Any::from(3_i64).to::<i64>()?, 3);
    assert_eq!(Any::from(2.5_f64).to::<f64>()?, 2.5);
    assert!(Any::from(true).to::<bool>()?);
    for text in ["", "1234567", "12345678", "grüße, 世界 and more"] {
        assert_eq!(Any::from(text).to::<String>()?, text);
    }
    assert_eq!(Any::from(7_i64).to::<Option<i64>>()?, Some(7));
    assert_eq!(Any::from(()).to::<Option<i64>>()?, None);
    let error = failure(Any::from(300_i64).to::<u8>());
    assert_eq!(error.kind().to_string(), "ValueError");
    assert!(error.message().contains("300"), "{error}");
    let error = failure(Any::from("text").to::<i64>());
    assert_eq!(error.kind().to_string(), "TypeError");
    Ok(())
}

fn closures() -> Result<()> {
    let add = Function::from_fn(|a: i64, b: i64| a + b);
    assert_eq!(add.call((40, 2))?.to::<i64>()?, 42);
    assert_eq!(failure(add.call((1,))).kind().to_string(), "TypeError");
    assert_eq!(failure(add.call(("x", 2))).kind().to_string(), "TypeError");
    let join = Function::from_fn(|a: &str, b: String| format!("{a}{b}"));
    assert_eq!(join.call(("left ", "right"))?.to::<String>()?, "left right");
    Ok(())
}

fn global_table() -> Result<()> {
    let double = Function::from_fn(|value: i64| value * 2);
    double.register_global("rust_host.double")?;
    assert_eq!(Function::global("rust_host.double")?.call((21,))?.to::<i64>()?, 42);
    let error = failure(Function::from_fn(|| 0_i64).register_global("rust_host.double"));
    assert!(error.message().contains("rust_host.double"), "{error}");
    assert_eq!(Function::global("rust_host.double")?.call((4,))?.to::<i64>()?, 8);
    assert!(failure(Function::global("rust_host.missing")).message().contains("rust_host.missing"));
    Ok(())
}

fn errors_carry_their_place() -> Result<()> {
    fn fails() -> Result<i64> {
        bail!(IndexError, "index {} of {}", 4, 3)
    }
    let error = failure(fails());
    assert_eq!(error.kind().to_string(), "IndexError");
    assert_eq!(error.message(), "index 4 of 3");
    let backtrace = error.backtrace().to_string();
    assert!(backtrace.contains("rust_host.rs\", line "), "{backtrace}");
    assert!(backtrace.contains("fails"), "{backtrace}");
    Ok(())
}

fn standard_errors() -> Result<()> {
    fn parses(text: &str) -> Result<i64> {
        Ok(text.parse::<i64>()?)
    }
    assert_eq!(parses("17")?, 17);
    let error = failure(parses("x"));
    assert_eq!(error.kind().to_string(), "ValueError");
    assert!(error.message().contains("invalid digit"), "{error}");
    Ok(())
}

fn panics() -> Result<()> {
    let function = Function::from_fn(|value: i64| -> i64 {
        if value > 0 { value } else { panic!("panicked on {value}") }
    });
    let error = failure(function.call((-3,)));
    assert!(error.message().contains("panicked on -3"), "{error}");
    assert_eq!(function.call((3,))?.to::<i64>()?, 3);
    Ok(())
}

fn module_functions() -> Result<()> {
    let module = basics()?;
    assert_eq!(module.function("add")?.call((40, 2))?.to::<i64>()?, 42);
    assert_eq!(module.function("add")?.call((41,))?.to::<i64>()?, 42);
    assert!(module.has_function("add") && !module.has_function("no_such_function"));
    let error = failure(module.function("no_such_function"));
    assert!(error.message().contains("no_such_function"), "{error}");
    let again = basics()?;
    assert_eq!(again.function("echo_str")?.call(("x",))?.to::<String>()?, "x");
    Ok(())
}

fn module_errors() -> Result<()> {
    let module = basics()?;
    let error = failure(module.function("add")?.call((1, 2, 3)));
    assert_eq!(
        error.message(),
        "Mismatched number of arguments when calling: `add(a: int, b: int = 1) -> int`. Expected 1 to 2 but got 3"
    );
    let error = failure(module.function("raise_kind")?.call(("KeyError", "no such key")));
    assert_eq!(error.kind().to_string(), "KeyError");
    assert_eq!(error.message(), "no such key");
    let backtrace = error.backtrace().to_string();
    assert!(backtrace.contains("errors.rs\", line "), "{backtrace}");
    assert!(backtrace.contains("raise_kind"), "{backtrace}");
    let error = failure(module.function("panic_with")?.call(("from the host",)));
    assert!(error.message().contains("from the host"), "{error}");
    Ok(())
}

fn module_globals() -> Result<()> {
    let module = basics()?;
    assert_eq!(Function::global("fixture_basics.add")?.call((40, 2))?.to::<i64>()?, 42);
    let triple = Function::from_fn(|value: i64| value * 3);
    triple.register_global("rust_host.triple")?;
    let result = module.function("call_global")?.call(("rust_host.triple", 5))?;
    assert_eq!(result.to::<i64>()?, 15);
    Ok(())
}

fn callbacks() -> Result<()> {
    let module = basics()?;
    let times_ten = Function::from_fn(|value: i64| value * 10);
    assert_eq!(module.function("call_with")?.call((&times_ten, 4))?.to::<i64>()?, 40);
    let fails = Function::from_fn(|_value: i64| -> Result<i64> { bail!(KeyError, "no entry") });
    let error = failure(module.function("call_with")?.call((fails, 4)));
    assert_eq!(error.kind().to_string(), "KeyError");
    assert_eq!(error.message(), "no entry");
    let adder = module.function("make_adder")?.call((5,))?.to::<Function>()?;
    drop(module);
    assert_eq!(adder.call((1,))?.to::<i64>()?, 6);
    Ok(())
}

fn tensors() -> Result<()> {
    let module = basics()?;
    let x = Tensor::from_vec(vec![1.0_f32, 2.0, 3.0], &[3])?;
    let y = Tensor::zeros::<f32>(&[3])?;
    module.function("add_one")?.call((&x, &y))?;
    assert_eq!(y.to_vec::<f32>()?, [2.0, 3.0, 4.0]);
    let error = failure(module.function("add_one")?.call((&x, &x)));
    assert_eq!(error.kind().to_string(), "ValueError");
    let made = module.function("make_tensor")?.call((4,))?.to::<Tensor>()?;
    assert_eq!(made.to_vec::<f32>()?, [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(failure(Tensor::from_vec(vec![1.0_f32], &[2])).kind().to_string(), "ValueError");
    let scalar = Tensor::from_vec(vec![4.0_f32], &[])?;
    assert_eq!(module.function("sum_f32")?.call((&scalar,))?.to::<f64>()?, 4.0);
    Ok(())
}

fn missing_modules() -> Result<()> {
    let missing = std::env::temp_dir().join("no-such-extension.so");
    let error = failure(Module::load(&missing));
    assert!(error.message().contains("no-such-extension.so"), "{error}");

    let text = TargetFolder::get().subfolder("rust-host").join("text.so");
    std::fs::write(&text, "no library")?;
    let error = failure(Module::load(&text));
    assert!(error.message().contains("text.so"), "{error}");
    Ok(())
}

/// An export of this program, which no library holds.
#[ffi_export]
fn rust_host_twice(value: i64) -> i64 {
    value * 2
}

fn system_library() -> Result<()> {
    let whole = Module::system_library("")?;
    assert_eq!(whole.function("rust_host_twice")?.call((21,))?.to::<i64>()?, 42);
    let part = Module::system_library("rust_host_")?;
    assert_eq!(part.function("twice")?.call((4,))?.to::<i64>()?, 8);
    assert!(!part.has_function("thrice"));
    assert_eq!(failure(part.function("twice")?.call(("x",))).kind().to_string(), "TypeError");
    Ok(())
}

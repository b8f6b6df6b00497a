//! Cases of small inputs with the right value for each, from a Rust program on both hosts.

use ffi_runtime::prelude::*;
use ffi_tests::hosts;

type Case = fn(&Module, &Module) -> Result<()>;

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
        let cases: [(&str, Case); 4] = [
            ("numbers_out_of_range", numbers_out_of_range),
            ("numbers_of_other_types", numbers_of_other_types),
            ("errors_through_callbacks", errors_through_callbacks),
            ("optional_is_not_defaulted", optional_is_not_defaulted),
        ];
        let load = |variable: &str| {
            let library = std::env::var_os(variable).expect("the parent names the library");
            Module::load(library).expect("the fixture loads")
        };
        let (basics, containers) = (load("FFI_FIXTURE_BASICS"), load("FFI_FIXTURE_CONTAINERS"));
        for (name, case) in cases {
            if let Err(error) = case(&basics, &containers) {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
        }
    });
}

/// The kind and the message of the error that a call must raise.
#[track_caller]
fn raised<T>(result: Result<T>) -> (String, String) {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => (error.kind().to_string(), error.message().into_owned()),
    }
}

fn numbers_out_of_range(basics: &Module, _: &Module) -> Result<()> {
    for (name, value, range) in [
        ("echo_i32", 1_i64 << 31, "-2147483648 to 2147483647"),
        ("echo_i32", -(1 << 31) - 1, "-2147483648 to 2147483647"),
        ("echo_i8", 128, "-128 to 127"),
        ("echo_u8", -1, "0 to 255"),
        ("echo_u8", 256, "0 to 255"),
        ("echo_u32", 1 << 32, "0 to 4294967295"),
        ("echo_u64", -1, "0 to 18446744073709551615"),
        ("echo_usize", i64::MIN, "0 to 18446744073709551615"),
    ] {
        let (kind, message) = raised(basics.function(name)?.call((value,)));
        assert_eq!(kind, "ValueError", "{name}({value}): {message}");
        for part in ["argument #0", "value", range, &value.to_string()] {
            assert!(message.contains(part), "{name}({value}): {message}");
        }
        assert_eq!(basics.function(name)?.call((1,))?.to::<i64>()?, 1);
    }
    for name in ["largest_u64", "largest_usize"] {
        let (kind, message) = raised(basics.function(name)?.call(()));
        assert!(kind == "ValueError" && message.contains("18446744073709551615"), "{kind}: {message}");
    }
    assert_eq!(basics.function("largest_representable_u64")?.call(())?.to::<u64>()?, i64::MAX as u64);
    // The same on the way in: no such value leaves this program.
    let (kind, message) = raised(basics.function("echo_u64")?.call((u64::MAX,)));
    assert!(kind == "ValueError" && message.contains("18446744073709551615"), "{kind}: {message}");
    Ok(())
}

fn numbers_of_other_types(basics: &Module, _: &Module) -> Result<()> {
    for (name, flag) in [("echo_i64", true), ("echo_u8", true), ("echo_i64", false)] {
        let back = basics.function(name)?.call((flag,))?;
        assert_eq!((back.type_index(), back.to::<i64>()?), (ffi_runtime::sys::TypeIndex::INT, flag.into()));
    }
    for name in ["echo_f64", "echo_f32"] {
        let back = basics.function(name)?.call((1,))?;
        assert_eq!((back.type_index(), back.to::<f64>()?), (ffi_runtime::sys::TypeIndex::FLOAT, 1.0));
    }
    for (name, expected) in [("echo_i64", "int"), ("echo_u8", "int"), ("echo_bool", "bool")] {
        for value in [2.5, 2.0] {
            let (kind, message) = raised(basics.function(name)?.call((value,)));
            assert_eq!(kind, "TypeError");
            assert!(message.ends_with(&format!("Expected `{expected}` but got `float`")), "{message}");
        }
    }
    assert_eq!(raised(basics.function("echo_f64")?.call(("1",))).0, "TypeError");
    Ok(())
}

/// The kind stays, and the frames of both libraries are there.
fn errors_through_callbacks(basics: &Module, _: &Module) -> Result<()> {
    let fails = Function::from_fn(|value: i64| -> Result<i64> { bail!(KeyError, "no entry {value}") });
    let through = basics.function("call_with")?;
    let error = through.call((&fails, 7)).expect_err("the callback fails");
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::KeyError, "no entry 7"));
    let backtrace = error.backtrace();
    let [own, other] = ["cases.rs\", line ", "call_with"].map(|part| backtrace.find(part));
    assert!(own.is_some() && own < other, "{backtrace}");

    // Through a second library's worth of frames: a callback that calls back.
    let outer = Function::from_fn(move |value: i64| through.call((&fails, value))?.to::<i64>());
    let error = basics.function("call_with")?.call((&outer, 8)).expect_err("the callback fails");
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::KeyError, "no entry 8"));
    assert_eq!(error.backtrace().matches("call_with").count(), 2, "{}", error.backtrace());
    let own_kind = Function::from_fn(|_: i64| -> Result<i64> {
        Err(Error::new(ErrorKind::new("MyOwnError"), "of this program"))
    });
    assert_eq!(raised(basics.function("call_with")?.call((own_kind, 1))).0, "MyOwnError");
    Ok(())
}

fn optional_is_not_defaulted(_: &Module, containers: &Module) -> Result<()> {
    let optional = containers.function("echo_option_int")?;
    assert!(optional.call((Any::none(),))?.is_none());
    assert!(optional.call((None::<i64>,))?.is_none());
    assert_eq!(optional.call((3,))?.to::<Option<i64>>()?, Some(3));
    let (kind, message) = raised(optional.call(("x",)));
    assert_eq!(kind, "TypeError");
    assert!(message.ends_with("Expected `Optional[int]` but got `str`"), "{message}");
    let (kind, message) = raised(optional.call(()));
    assert_eq!(kind, "TypeError");
    assert!(message.ends_with("Expected 1 but got 0"), "{message}");

    let both = containers.function("option_with_default")?;
    assert_eq!(both.call(())?.to::<Option<i64>>()?, Some(7));
    assert!(both.call((Any::none(),))?.is_none());
    assert_eq!(both.call((3,))?.to::<i64>()?, 3);
    let defaulted = containers.function("int_with_default")?;
    assert_eq!(defaulted.call(())?.to::<i64>()?, 7);
    let (kind, message) = raised(defaulted.call((Any::none(),)));
    assert_eq!(kind, "TypeError");
    assert!(message.ends_with("Expected `int` but got `None`"), "{message}");
    Ok(())
}

//! Every function that `libtvm_ffi_testing` registers, called from Rust on libtvm_ffi with plain values.
//!
//! The test asks the host for their names, so that a function of a newer package that no case calls is seen.

mod tensors;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use ffi_runtime::prelude::*;
use ffi_tests::hosts;

/// What cannot be called with plain values.
const NOT_CALLED: [(&str, &str); 1] =
    [("TestIntPairSum", "takes an object of a C++ class, which no function makes of plain values")];

type Case = fn(&Function) -> Result<()>;

#[test]
fn libtvm_ffi_host() {
    hosts::run_on_libtvm_ffi("child");
}

/// Does nothing unless this process is the child of the test above.
#[test]
fn child() {
    hosts::in_child(|| {
        if let Err(error) = call_all() {
            panic!("{error}\n{}", error.backtrace());
        }
    });
}

fn call_all() -> Result<()> {
    let library = std::env::var("TVM_FFI_LIBRARY").expect("the parent names the library");
    Module::load(std::path::Path::new(&library).with_file_name("libtvm_ffi_testing.so"))?;
    let registered = registered_names()?;
    let cases: BTreeMap<&str, Case> = plain_values()
        .into_iter()
        .chain(containers())
        .chain(unions_and_functions())
        .chain(tensors::objects_and_tensors())
        .chain(tensors::containers_of_tensors())
        .collect();
    let known: BTreeSet<&str> = cases.keys().copied().chain(NOT_CALLED.map(|(name, _)| name)).collect();
    let registered: BTreeSet<&str> = registered.iter().map(String::as_str).collect();
    assert_eq!(registered, known, "the functions that are registered, and those that this test knows");
    for (name, case) in cases {
        let function = Function::global(&format!("testing.{name}"))?;
        if let Err(error) = case(&function) {
            panic!("{name}: {error}\n{}", error.backtrace());
        }
    }
    Ok(())
}

/// The names of all global functions that begin with `testing.`, without that.
fn registered_names() -> Result<Vec<String>> {
    let names = Function::global("ffi.FunctionListGlobalNamesFunctor")?.call(())?.to::<Function>()?;
    let count = names.call((-1,))?.to::<i64>()?;
    let names = (0..count).map(|index| names.call((index,))?.to::<String>());
    let names = names.collect::<Result<Vec<_>>>()?;
    Ok(names.iter().filter_map(|name| name.strip_prefix("testing.")).map(str::to_owned).collect())
}

/// Whether the function returns what it is given.
macro_rules! echoes {
    ($type:ty: $($value:expr),+ $(,)?) => {
        |function| {
            $({
                let value: $type = $value;
                assert_eq!(function.call((&value,))?.to::<$type>()?, value);
            })+
            Ok(())
        }
    };
}

/// The message of the error that a call must raise, after its kind was compared.
#[track_caller]
fn raised<T: Debug>(result: Result<T>, kind: ErrorKind) -> String {
    let error = result.expect_err("an error is raised");
    assert_eq!(error.kind(), kind, "{error}");
    error.message().into_owned()
}

const LONG: &str = "longer than seven bytes: ü 世 🦀";

fn plain_values() -> Vec<(&'static str, Case)> {
    vec![
        ("add_one", |function| {
            assert_eq!(function.call((41,))?.to::<i64>()?, 42);
            assert_eq!(function.call((-1,))?.to::<i64>()?, 0);
            let message = raised(function.call((LONG,)), ErrorKind::TypeError);
            assert!(message.contains("Expected `int`"), "{message}");
            raised(function.call(()), ErrorKind::TypeError);
            Ok(())
        }),
        ("nop", |function| {
            assert!(function.call(())?.is_none());
            assert!(function.call((1, LONG, 2.5, Any::none()))?.is_none());
            Ok(())
        }),
        ("echo", |function| {
            assert_eq!(function.call((LONG,))?.to::<String>()?, LONG);
            assert!(function.call((true,))?.to::<bool>()?);
            assert_eq!(function.call((Device::CPU,))?.to::<Device>()?, Device::CPU);
            let object = Object::from(Shape::new(&[2, 3]));
            assert!(function.call((&object,))?.to::<Object>()?.same_as(&object));
            Ok(())
        }),
        ("schema_id_int", echoes!(i64: 0, -1, i64::MIN, i64::MAX)),
        ("schema_id_float", echoes!(f64: 0.0, -2.5, f64::INFINITY, f64::MIN_POSITIVE)),
        ("schema_id_bool", echoes!(bool: true, false)),
        ("schema_id_device", echoes!(Device: Device::CPU, "cuda:3".parse()?)),
        (
            "schema_id_dtype",
            echoes!(DataType: DataType::FLOAT32, "int8x4".parse()?, "float4_e2m1fnx2".parse()?),
        ),
        (
            "schema_id_string",
            echoes!(String: String::new(), "1234567".to_owned(), LONG.to_owned(), "\0".to_owned()),
        ),
        ("schema_id_bytes", |function| {
            for bytes in [&b""[..], b"1234567", b"\xff\0 and so on"] {
                assert_eq!(&*function.call((bytes,))?.to::<Bytes>()?, bytes);
            }
            Ok(())
        }),
        ("schema_id_any", |function| {
            assert!(function.call((Any::none(),))?.is_none());
            assert_eq!(function.call((3,))?.to::<i64>()?, 3);
            assert_eq!(function.call((LONG,))?.to::<String>()?, LONG);
            Ok(())
        }),
        ("schema_id_opt_int", echoes!(Option<i64>: None, Some(7))),
        ("schema_id_opt_str", echoes!(Option<String>: None, Some(String::new()), Some(LONG.to_owned()))),
        ("schema_no_args", |function| {
            assert_eq!(function.call(())?.to::<i64>()?, 1);
            Ok(())
        }),
        ("schema_no_return", |function| function.call((1,))?.to()),
        ("schema_no_args_no_return", |function| function.call(())?.to()),
        ("schema_packed", |function| function.call((1, "two", 3.0))?.to()),
        ("test_raise_error", |function| {
            for (kind, name) in [(ErrorKind::KeyError, "KeyError"), (ErrorKind::ValueError, "ValueError")] {
                assert_eq!(raised(function.call((name, LONG)), kind), LONG);
            }
            let error = function.call(("MyError", "text")).expect_err("an error is raised");
            assert_eq!(error.kind().to_string(), "MyError");
            assert!(error.backtrace().contains("TestRaiseError"), "{}", error.backtrace());
            Ok(())
        }),
        ("run_check_signal", |function| function.call((0,))?.to()),
        ("get_add_one_c_symbol", |function| {
            assert_ne!(function.call(())?.to::<i64>()?, 0);
            Ok(())
        }),
        ("get_mlir_add_one_c_symbol", |function| {
            assert_ne!(function.call(())?.to::<i64>()?, 0);
            Ok(())
        }),
    ]
}

fn containers() -> Vec<(&'static str, Case)> {
    vec![
        ("schema_id_arr", echoes!(Vec<i64>: vec![], vec![1, 2])),
        ("schema_id_arr_int", echoes!(Vec<i64>: vec![], vec![1, i64::MIN])),
        ("schema_id_arr_str", echoes!(Vec<String>: vec![], vec!["a".to_owned(), LONG.to_owned()])),
        ("schema_id_arr_obj", same_objects),
        ("schema_id_list_int", |function| {
            let list: List<i64> = (0..5).collect();
            let back = function.call((&list,))?.to::<List<i64>>()?;
            list.push(5)?;
            assert_eq!(back.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
            Ok(())
        }),
        ("schema_id_list_str", echoes!(Vec<String>: vec![], vec![LONG.to_owned()])),
        ("schema_id_list_obj", same_objects),
        (
            "schema_id_map",
            echoes!(BTreeMap<i64, String>: BTreeMap::from([(1, LONG.to_owned())]), BTreeMap::new()),
        ),
        ("schema_id_map_str_int", echoes!(BTreeMap<String, i64>: BTreeMap::from([(LONG.to_owned(), 1)]))),
        (
            "schema_id_map_str_str",
            echoes!(BTreeMap<String, String>: BTreeMap::from([("k".to_owned(), LONG.to_owned())])),
        ),
        ("schema_id_map_str_obj", |function| {
            let object = Object::from(Shape::new(&[1]));
            let map: Map<String, Object> = [("k".to_owned(), object.clone())].into_iter().collect();
            let back = function.call((map,))?.to::<Map<String, Object>>()?;
            assert!(back.get("k")?.is_some_and(|same| same.same_as(&object)));
            Ok(())
        }),
        ("schema_id_dict_str_int", |function| {
            let dict: Dict<String, i64> = [("k".to_owned(), 1)].into_iter().collect();
            let back = function.call((&dict,))?.to::<Dict<String, i64>>()?;
            dict.insert("l".to_owned(), 2)?;
            assert_eq!(back.get("l")?, Some(2));
            Ok(())
        }),
        ("schema_id_dict_str_str", |function| {
            let dict: Dict<String, String> = [("k".to_owned(), LONG.to_owned())].into_iter().collect();
            assert_eq!(
                function.call((dict,))?.to::<Dict<String, String>>()?.get("k")?.as_deref(),
                Some(LONG)
            );
            Ok(())
        }),
        ("schema_arr_map_opt", |function| {
            let map = BTreeMap::from([("a".to_owned(), vec![1_i64])]);
            let options = vec![Some(1_i64), None, Some(3)];
            let back = function.call((&options, &map, "added"))?.to::<BTreeMap<String, Vec<i64>>>()?;
            assert_eq!(back, BTreeMap::from([("a".to_owned(), vec![1]), ("added".to_owned(), vec![1, 3])]));
            let back = function.call((&options, &map, Any::none()))?.to::<BTreeMap<String, Vec<i64>>>()?;
            assert_eq!(back, map);
            Ok(())
        }),
    ]
}

fn same_objects(function: &Function) -> Result<()> {
    let objects = vec![Object::from(Shape::new(&[1])), Array::from_iter([1]).into()];
    let back = function.call((&objects,))?.to::<Vec<Object>>()?;
    assert!(back.len() == 2 && back.iter().zip(&objects).all(|(back, sent)| back.same_as(sent)));
    assert_eq!(function.call((Array::<Object>::default(),))?.to::<Vec<Object>>()?.len(), 0);
    Ok(())
}

#[derive(FfiUnion, Clone, PartialEq, Debug)]
enum IntOrText {
    Int(i64),
    Text(String),
}

#[derive(FfiUnion, Clone, PartialEq, Debug)]
enum Mix {
    Int(i64),
    Text(String),
    Items(Vec<i64>),
}

fn unions_and_functions() -> Vec<(&'static str, Case)> {
    vec![
        (
            "schema_id_variant_int_str",
            echoes!(IntOrText: IntOrText::Int(-1), IntOrText::Text(String::new()), IntOrText::Text(LONG.to_owned())),
        ),
        (
            "schema_variant_mix",
            echoes!(Mix: Mix::Int(5), Mix::Text(LONG.to_owned()), Mix::Items(vec![]), Mix::Items(vec![1, 2])),
        ),
        ("schema_id_func", |function| {
            let add = Function::from_fn(|a: i64, b: i64| a + b);
            let back = function.call((&add,))?.to::<Function>()?;
            assert_eq!(back.call((1, 2))?.to::<i64>()?, 3);
            Ok(())
        }),
        ("schema_id_func_typed", |function| {
            let run: TypedFunction<fn(i64, f64, Function)> =
                Function::from_fn(|value: i64, factor: f64, then: Function| -> Result<()> {
                    then.call((value as f64 * factor,))?.to()
                })
                .into();
            let back = function.call((&run,))?.to::<TypedFunction<fn(i64, f64, Function)>>()?;
            let then = Function::from_fn(|value: f64| -> Result<()> {
                ensure!(value == 7.5, ValueError, "called with {value}");
                Ok(())
            });
            back.call((3, 2.5, then.clone()))?;
            assert_eq!(raised(back.call((1, 1.0, then)), ErrorKind::ValueError), "called with 1");
            Ok(())
        }),
        ("apply", |function| {
            let join = Function::from_fn(|a: String, b: i64| format!("{a}{b}"));
            assert_eq!(function.call((&join, LONG, 3))?.to::<String>()?, format!("{LONG}3"));
            let fails = Function::from_fn(|| -> Result<()> { bail!(IndexError, "of the callback") });
            assert_eq!(raised(function.call((fails,)), ErrorKind::IndexError), "of the callback");
            Ok(())
        }),
    ]
}

//! Containers between a Rust program and an extension: the same on the embedded host and on libtvm_ffi.

use ffi_runtime::prelude::*;
use ffi_tests::hosts;
use fixture_values::Value;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

type Case = fn() -> Result<()>;

/// What a function of many levels takes.
type Records = Vec<BTreeMap<String, (i64, Option<Vec<f64>>)>>;

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
        let cases: [(&str, Case); 7] = [
            ("any_nested_value", any_nested_value),
            ("typed_values", typed_values),
            ("sequence_functions", sequence_functions),
            ("mapping_functions", mapping_functions),
            ("keys", keys),
            ("text_lookups", text_lookups),
            ("borrowing_and_sharing", borrowing_and_sharing),
        ];
        for (name, case) in cases {
            if let Err(error) = case() {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
            println!("{name} passed");
        }
    });
}

fn module() -> Result<Module> {
    Module::load(std::env::var_os("FFI_FIXTURE_CONTAINERS").expect("the parent names the library"))
}

fn runner() -> TestRunner {
    TestRunner::new(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })
}

/// How many objects are alive that this program and the extension have made; debug builds know.
fn live_objects(extension: &Function) -> Result<Option<i64>> {
    let own = ffi_runtime::__private::live_objects();
    let other = extension.call(())?.to::<Option<i64>>()?;
    Ok(own.zip(other).map(|(own, other)| own as i64 + other))
}

fn failed(error: Error) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}

/// Any value of a seed goes through a function of the extension and comes back equal, nothing is lost, and the
/// extension reads the same out of it.
fn any_nested_value() -> Result<()> {
    let module = module()?;
    let (echo, check) = (module.function("echo_any")?, module.function("check")?);
    let (generate, live) = (module.function("generate")?, module.function("live_objects")?);
    let round_trip = |seed: i64, size: usize| -> Result<()> {
        let value = Value::generate(seed as u64, size);
        let sent = value.to_any()?;
        let back = Value::from_any(&echo.call((&sent,))?)?;
        ensure!(back == value, AssertionError, "sent {value:?}, got back {back:?}");
        check.call((seed, size, sent))?;
        check.call((seed, size, generate.call((seed, size))?))?;
        Ok(())
    };
    round_trip(0, 1)?;
    let before = live_objects(&live)?;
    let result =
        runner().run(&(any::<i64>(), 0..60_usize), |(seed, size)| round_trip(seed, size).map_err(failed));
    result.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(live_objects(&live)?, before);
    Ok(())
}

/// Values of Rust types, through functions of those types.
fn typed_values() -> Result<()> {
    let module = module()?;
    let live = module.function("live_objects")?;

    macro_rules! round_trips {
        ($($name:literal: $type:ty = $strategy:expr),+ $(,)?) => {
            $({
                let echo = module.function($name)?;
                let before = live_objects(&live)?;
                let result = runner().run(&$strategy, |value: $type| {
                    let back = echo.call((&value,)).and_then(|back| back.to::<$type>()).map_err(failed)?;
                    prop_assert_eq!(back, value);
                    Ok(())
                });
                result.unwrap_or_else(|error| panic!("{}: {error}", $name));
                assert_eq!(live_objects(&live)?, before, $name);
            })+
        };
    }

    let finite =
        || prop_oneof![any::<f64>().prop_filter("equal to itself", |x| !x.is_nan()), Just(f64::INFINITY)];
    let text = || ".{0,12}";
    round_trips!(
        "echo_vec_int": Vec<i64> = vec(any::<i64>(), 0..20),
        "echo_vec_u8": Vec<u8> = vec(any::<u8>(), 0..20),
        "echo_vec_float": Vec<f64> = vec(finite(), 0..20),
        "echo_vec_string": Vec<String> = vec(text(), 0..20),
        "echo_vec_option": Vec<Option<i64>> = vec(any::<Option<i64>>(), 0..20),
        "echo_three": [i64; 3] = any::<[i64; 3]>(),
        "echo_single": (i64,) = any::<(i64,)>(),
        "echo_tuple": (i64, String, f64) = (any::<i64>(), text(), finite()),
        "echo_btree_map": BTreeMap<i64, String> = btree_map(any::<i64>(), text(), 0..20),
        "echo_hash_map": HashMap<String, i64> =
            btree_map(text(), any::<i64>(), 0..20).prop_map(|map| map.into_iter().collect()),
        "echo_nested": Records =
            vec(btree_map(text(), (any::<i64>(), proptest::option::of(vec(finite(), 0..3))), 0..4), 0..4),
        "echo_option_int": Option<i64> = any::<Option<i64>>(),
        "echo_btree_set": BTreeSet<String> = btree_set(text(), 0..10),
        "echo_hash_set": HashSet<i64> =
            btree_set(any::<i64>(), 0..10).prop_map(|set| set.into_iter().collect()),
    );
    Ok(())
}

fn call(name: &str, arguments: &[Any]) -> Result<Any> {
    let views: Vec<_> = arguments.iter().map(Any::view).collect();
    Function::global(name)?.call_packed(&views)
}

/// The kind of the error that a function of the host raises.
#[track_caller]
fn kind(name: &str, arguments: &[Any]) -> String {
    match call(name, arguments) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => error.kind().to_string(),
    }
}

/// The host's functions agree on every edge.
fn sequence_functions() -> Result<()> {
    let array: Any = Array::from_iter([1, 2, 3]).into();
    for index in [-1, 3, i64::MAX] {
        assert_eq!(kind("ffi.ArrayGetItem", &[array.clone(), index.into()]), "IndexError");
    }
    assert_eq!(kind("ffi.ListSize", &[array]), "TypeError");
    let list = call("ffi.List", &[1.into(), 2.into(), 3.into()])?;
    let contents = || list.to::<Vec<i64>>();
    for (name, tail) in [
        ("ffi.ListGetItem", vec![3.into()]),
        ("ffi.ListSetItem", vec![Any::from(-1), Any::from(0)]),
        ("ffi.ListInsert", vec![4.into(), 0.into()]),
        ("ffi.ListInsert", vec![Any::from(-1), Any::from(0)]),
        ("ffi.ListPop", vec![3.into()]),
        ("ffi.ListErase", vec![Any::from(-1)]),
        ("ffi.ListEraseRange", vec![2.into(), 4.into()]),
        ("ffi.ListEraseRange", vec![2.into(), 1.into()]),
        ("ffi.ListReplaceSlice", vec![Any::from(4), 4.into(), List::from_iter([1]).into()]),
    ] {
        assert_eq!(kind(name, &[vec![list.clone()], tail].concat()), "IndexError", "{name}");
        assert_eq!(contents()?, [1, 2, 3]);
    }
    call("ffi.ListEraseRange", &[list.clone(), 9.into(), 9.into()])?;
    call("ffi.ListInsert", &[list.clone(), 3.into(), 4.into()])?;
    call("ffi.ListReplaceSlice", &[list.clone(), 1.into(), 3.into(), list.clone()])?;
    assert_eq!(contents()?, [1, 1, 2, 3, 4, 4]);
    call("ffi.ListReverse", core::slice::from_ref(&list))?;
    assert_eq!(call("ffi.ListPop", &[list.clone(), 0.into()])?.to::<i64>()?, 4);
    call("ffi.ListReserve", &[list.clone(), 100.into()])?;
    assert_eq!(contents()?, [4, 3, 2, 1, 1]);
    call("ffi.ListClear", core::slice::from_ref(&list))?;
    assert_eq!(contents()?, [0; 0]);
    assert_eq!(kind("ffi.Shape", &["x".into()]), "ValueError");
    Ok(())
}

fn mapping_functions() -> Result<()> {
    let map: Map<i64, i64> = [(3, 1), (1, 2), (3, 9), (2, 3)].into_iter().collect();
    assert_eq!(map.iter().collect::<Vec<_>>(), [(3, 9), (1, 2), (2, 3)]);
    assert_eq!(kind("ffi.MapGetItem", &[map.clone().into(), 7.into()]), "KeyError");
    assert_eq!(kind("ffi.DictGetItem", &[map.clone().into(), 3.into()]), "TypeError");
    let missing = call("ffi.GetInvalidObject", &[])?.into_raw().bits();
    assert_eq!(call("ffi.MapGetItemOrMissing", &[map.into(), 7.into()])?.into_raw().bits(), missing);

    let dict: Dict<i64, i64> = (0..100).map(|key| (key, key)).collect();
    for key in (0..100).filter(|key| key % 7 != 0) {
        dict.remove(key)?;
    }
    dict.remove(1)?;
    dict.insert(1, -1)?;
    dict.insert(49, -2)?;
    let mut expected: Vec<_> = (0..100).step_by(7).filter(|key| *key != 49).map(|key| (key, key)).collect();
    expected.extend([(1, -1), (49, -2)]);
    assert_eq!(dict.iter().collect::<Vec<_>>(), expected);
    call("ffi.DictClear", &[dict.clone().into()])?;
    assert!(dict.is_empty() && dict.iter().next().is_none());

    // A key that is set again keeps its place in a small mapping and becomes the last in one that was ever large.
    for size in 1..12 {
        let dict: Dict<i64, i64> = (0..size).map(|key| (key, key)).collect();
        dict.insert(0, 10)?;
        let kept: Vec<i64> = (0..size).collect();
        let moved: Vec<i64> = (1..size).chain([0]).collect();
        let keys: Vec<i64> = dict.iter().map(|(key, _)| key).collect();
        assert_eq!(keys, if size < 4 { kept } else { moved }, "of {size}");
        for key in 2..size {
            dict.remove(key)?;
        }
        dict.insert(1, 11)?;
        let keys: Vec<i64> = dict.iter().map(|(key, _)| key).collect();
        assert_eq!(keys, [0, 1], "of {size}");
    }
    Ok(())
}

/// Which values are the same key.
fn keys() -> Result<()> {
    let array: Any = Array::from_iter([1]).into();
    let distinct = [
        Any::none(),
        false.into(),
        true.into(),
        0.into(),
        1.into(),
        0.0.into(),
        (-0.0).into(),
        1.0.into(),
        f64::NAN.into(),
        "".into(),
        "1".into(),
        "longer than seven".into(),
        Any::from(&b"1"[..]),
        Any::from(&b"longer than seven"[..]),
        array.clone(),
        Array::from_iter([1]).into(),
    ];
    let dict: Dict =
        distinct.iter().cloned().enumerate().map(|(index, key)| (key, Any::from(index as i64))).collect();
    assert_eq!(dict.len(), distinct.len());
    for (index, key) in distinct.iter().enumerate() {
        assert_eq!(dict.get(key)?.unwrap_or_default().to::<usize>()?, index);
    }
    let again = ["longer than ".to_owned() + "seven", "1".to_owned()];
    for (text, index) in again.iter().zip([11, 10]) {
        assert_eq!(dict.get(text)?.unwrap_or_default().to::<usize>()?, index);
    }
    assert_eq!(dict.get(f64::NAN)?.unwrap_or_default().to::<usize>()?, 8);
    Ok(())
}

/// Texts of every size find their own values, in whichever order they are looked up.
fn text_lookups() -> Result<()> {
    let text = |size: usize| "abcdefghijklm".chars().cycle().take(size).collect::<String>();
    let sizes = || (0..20).chain([255, 256, 257, 1000]);
    let pairs = || sizes().map(|size| (text(size), size as i64));
    let (map, dict): (Map<String, i64>, Dict<String, i64>) = (pairs().collect(), pairs().collect());
    for size in sizes().chain(sizes().rev()) {
        let (key, absent) = (text(size), text(size) + "!");
        assert_eq!((map.get(&key)?, dict.get(key.as_str())?), (Some(size as i64), Some(size as i64)));
        assert_eq!((map.get(&absent)?, dict.get(absent.as_str())?), (None, None));
        assert!(map.contains_key(&key)? && !map.contains_key(&absent)?);
        assert!(dict.contains_key(&key)? && !dict.contains_key(&absent)?);
    }
    dict.insert(text(12), -12)?;
    dict.remove(text(13))?;
    assert_eq!((dict.get(text(12))?, dict.get(text(13))?), (Some(-12), None));
    assert_eq!(dict.len(), sizes().count() - 1);
    let any: Map = map.iter().map(|(key, value)| (Any::from(key), Any::from(value))).collect();
    assert_eq!(any.get(text(12))?.unwrap_or_default().to::<i64>()?, 12);
    let thread =
        std::thread::spawn(move || any.get(text(12)).map(|value| value.map(|value| value.to::<i64>())));
    assert_eq!(thread.join().expect("a lookup does not panic")?.transpose()?, Some(12));
    Ok(())
}

fn borrowing_and_sharing() -> Result<()> {
    let module = module()?;
    let join = module.function("join")?;
    let texts = vec!["a".to_owned(), "longer than seven".to_owned()];
    assert_eq!(join.call((&texts, "+"))?.to::<String>()?, "a+longer than seven");
    let list: List<String> = texts.iter().cloned().collect();
    let Err(error) = join.call((&list, "+")) else { panic!("a list's elements were lent") };
    assert_eq!(error.kind().to_string(), "TypeError");
    let values: List<i64> = (0..3).collect();
    module.function("list_push")?.call((&values, 3))?;
    assert_eq!(values.iter().sum::<i64>(), 6);
    let Err(error) = module.function("echo_vec_string")?.call((vec![u64::MAX],)) else {
        panic!("an integer was wrapped")
    };
    assert!(error.message().contains("`[0]`"), "{error}");
    let Err(error) = module.function("echo_tuple")?.call(((1, u64::MAX, 2.0),)) else {
        panic!("an integer was wrapped")
    };
    assert!(error.message().contains("`[1]`"), "{error}");
    Ok(())
}

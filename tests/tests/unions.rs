//! Unions, choices and typed functions between Rust programs and extensions, on both hosts.

use std::collections::BTreeMap;

use ffi_runtime::prelude::*;
use ffi_tests::hosts;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

type Case = fn(&Module) -> Result<()>;

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
        let cases: [(&str, Case); 8] = [
            ("round_trips", round_trips),
            ("exact_matches_first", exact_matches_first),
            ("mismatches", mismatches),
            ("nested_unions", nested_unions),
            ("choices", choices),
            ("typed_functions", typed_functions),
            ("typed_functions_that_fail", typed_functions_that_fail),
            ("typed_functions_of_unions_and_tensors", typed_functions_of_unions_and_tensors),
        ];
        let library = std::env::var_os("FFI_FIXTURE_CONTAINERS").expect("the parent names the library");
        let module = Module::load(library).expect("the fixture loads");
        for (name, case) in cases {
            if let Err(error) = case(&module) {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
        }
    });
}

#[derive(FfiUnion, Clone, PartialEq, Debug)]
enum Mix {
    Int(i64),
    Text(String),
    Items(Vec<i64>),
}

#[derive(FfiUnion, Clone, PartialEq, Debug)]
enum IntOrText {
    Int(i64),
    Text(String),
}

fn mix() -> impl Strategy<Value = Mix> {
    prop_oneof![
        any::<i64>().prop_map(Mix::Int),
        ".{0,12}".prop_map(Mix::Text),
        proptest::collection::vec(any::<i64>(), 0..4).prop_map(Mix::Items),
    ]
}

/// The kind and the message of the error that a call must raise.
#[track_caller]
fn raised<T>(result: Result<T>) -> (String, String) {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => (error.kind().to_string(), error.message().into_owned()),
    }
}

/// How many objects are alive that this program and the extension have made; debug builds know.
fn live_objects(module: &Module) -> Result<Option<i64>> {
    let own = ffi_runtime::__private::live_objects();
    let other = module.function("live_objects")?.call(())?.to::<Option<i64>>()?;
    Ok(own.zip(other).map(|(own, other)| own as i64 + other))
}

/// By themselves, in arrays, lists, maps and options.
fn round_trips(module: &Module) -> Result<()> {
    let (echo, echo_any) = (module.function("schema_variant_mix")?, module.function("echo_any")?);
    let before = live_objects(module)?;
    let strategy = proptest::collection::vec(mix(), 0..6);
    let config = ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() };
    let round_trip = |values: &Vec<Mix>| -> Result<()> {
        for value in values {
            assert_eq!(&echo.call((value,))?.to::<Mix>()?, value);
            assert_eq!(&echo.call((value.clone(),))?.to::<Mix>()?, value);
        }
        assert_eq!(&echo_any.call((values,))?.to::<Vec<Mix>>()?, values);
        let array: Array<Mix> = values.iter().cloned().collect();
        assert!(echo_any.call((array,))?.to::<Array<Mix>>()?.iter().eq(values.iter().cloned()));
        let list: List<Mix> = values.iter().cloned().collect();
        assert!(echo_any.call((list,))?.to::<List<Mix>>()?.iter().eq(values.iter().cloned()));
        let map: BTreeMap<i64, Option<Mix>> = (0..).zip(values.iter().cloned().map(Some)).collect();
        assert_eq!(echo_any.call((&map,))?.to::<BTreeMap<i64, Option<Mix>>>()?, map);
        let dict: Dict<i64, Mix> = (0..).zip(values.iter().cloned()).collect();
        let back = echo_any.call((dict,))?.to::<Dict<i64, Mix>>()?;
        assert!(back.iter().map(|(_, value)| value).eq(values.iter().cloned()));
        Ok(())
    };
    let result = TestRunner::new(config)
        .run(&strategy, |values| round_trip(&values).map_err(|error| TestCaseError::fail(error.to_string())));
    result.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(live_objects(module)?, before);
    Ok(())
}

fn exact_matches_first(module: &Module) -> Result<()> {
    #[derive(FfiUnion, PartialEq, Debug)]
    enum Number {
        Float(f64),
        Int(i64),
        Flag(bool),
    }
    #[derive(FfiUnion, PartialEq, Debug)]
    enum FloatOrText {
        Float(f64),
        Text(String),
    }
    assert_eq!(Any::from(1).to::<Number>()?, Number::Int(1));
    assert_eq!(Any::from(1.0).to::<Number>()?, Number::Float(1.0));
    assert_eq!(Any::from(true).to::<Number>()?, Number::Flag(true));
    // What matches none exactly is converted by the first that can.
    assert_eq!(Any::from(3).to::<FloatOrText>()?, FloatOrText::Float(3.0));
    assert_eq!(Any::from(true).to::<FloatOrText>()?, FloatOrText::Float(1.0));
    let floats = module.function("floats_or_ints")?;
    assert_eq!(floats.call((vec![(1_i64 << 53) + 1],))?.to::<Vec<i64>>()?, [(1 << 53) + 1]);
    assert_eq!(floats.call(((1, 2.5),))?.to::<Vec<f64>>()?, [1.0, 2.5]);
    for (value, variant) in [
        (Any::from(1), "Int"),
        (1.5.into(), "Float"),
        ("x".into(), "Text"),
        (Array::from_iter([1]).into(), "Items"),
        (List::from_iter([1]).into(), "Items"),
        (Any::none(), "Nothing"),
    ] {
        assert_eq!(module.function("variant_of")?.call((value,))?.to::<String>()?, variant);
    }
    Ok(())
}

fn mismatches(module: &Module) -> Result<()> {
    let (kind, message) = raised(module.function("echo_int_or_str")?.call((2.5,)));
    assert_eq!(kind, "TypeError");
    assert_eq!(
        message,
        "Mismatched type on argument #0 when calling: `echo_int_or_str(value: int | str) -> int | str`. \
         Expected `int | str` but got `float`"
    );
    let (_, message) = raised(module.function("sum_of_unions")?.call(((1, 2.5),)));
    assert!(message.ends_with("`[1]`: Expected `int | str` but got `float`"), "{message}");
    let nested = Array::from_iter([Array::from_iter([Any::from(1), 2.5.into()])]);
    let (_, message) = raised(Any::from(nested).to::<Vec<Vec<IntOrText>>>());
    assert_eq!(message, "`[0][1]`: Expected `int | str` but got `float`");
    let map: Map<String, f64> = [("k".to_owned(), 2.5)].into_iter().collect();
    let (_, message) = raised(Any::from(map).to::<BTreeMap<String, IntOrText>>());
    assert_eq!(message, "`[\"k\"]`: Expected `int | str` but got `float`");
    let (_, message) = raised(Any::from(2.5).to::<Option<IntOrText>>());
    assert_eq!(message, "Expected `Optional[int | str]` but got `float`");
    Ok(())
}

fn nested_unions(module: &Module) -> Result<()> {
    #[derive(FfiUnion, PartialEq, Debug)]
    enum Outer {
        Inner(IntOrText),
        Pair((i64, IntOrText)),
        Named(BTreeMap<String, IntOrText>),
    }
    assert_eq!(Any::from("x").to::<Outer>()?, Outer::Inner(IntOrText::Text("x".to_owned())));
    let echo = module.function("echo_any")?;
    let pair = Outer::Pair((1, IntOrText::Text("longer than seven".to_owned())));
    assert_eq!(echo.call((&pair,))?.to::<Outer>()?, pair);
    let named = Outer::Named(BTreeMap::from([("k".to_owned(), IntOrText::Int(2))]));
    assert_eq!(echo.call((&named,))?.to::<Outer>()?, named);

    let sum = module.function("sum_of_tree")?;
    let nested = |depth| (0..depth).fold(Any::from(1), |inner, _| Array::from_iter([inner, 1.into()]).into());
    assert_eq!(sum.call((nested(60),))?.to::<i64>()?, 61);
    let (kind, message) = raised(sum.call((nested(100_000),)));
    assert!(kind == "ValueError" || kind == "TypeError", "{kind}: {message}");
    let itself: List = [Any::from(1)].into_iter().collect();
    itself.push(itself.clone().into())?;
    raised(sum.call((&itself,)));
    itself.clear()
}

fn choices(module: &Module) -> Result<()> {
    #[derive(FfiEnum, Clone, Copy, PartialEq, Debug)]
    enum Activation {
        Relu,
        Gelu = 7,
    }
    let echo = module.function("echo_choice")?;
    for value in [Activation::Relu, Activation::Gelu] {
        assert_eq!(echo.call((value,))?.to::<Activation>()?, value);
    }
    assert_eq!(echo.call((7,))?.to::<Activation>()?, Activation::Gelu);
    assert_eq!(echo.call(("Relu",))?.to::<Activation>()?, Activation::Relu);
    for (kind, wrong) in
        [("ValueError", Any::from(1)), ("ValueError", "relu".into()), ("TypeError", true.into())]
    {
        assert_eq!(raised(echo.call((wrong,))).0, kind);
    }
    Ok(())
}

fn typed_functions(module: &Module) -> Result<()> {
    let call_typed = module.function("call_typed")?;
    let half: TypedFunction<fn(i64, &str) -> f64> =
        Function::from_fn(|value: i64, text: &str| value as f64 / 2.0 + text.len() as f64).into();
    assert_eq!(half.call((3, "ab"))?, 3.5);
    assert_eq!(call_typed.call((&half, 3))?.to::<f64>()?, 4.5);
    let add: TypedFunction<fn(i64) -> i64> = module.function("make_typed")?.call((4,))?.to()?;
    assert_eq!(add.call((5,))?, 9);
    assert_eq!(Function::from(add.clone()).call((5,))?.to::<i64>()?, 9);
    let nothing: TypedFunction<fn()> = Function::from_fn(|| ()).into();
    nothing.call(())
}

fn typed_functions_that_fail(module: &Module) -> Result<()> {
    let call_typed = module.function("call_typed")?;
    let (kind, message) = raised(call_typed.call((5, 3)));
    assert_eq!(kind, "TypeError");
    assert!(message.ends_with("Expected `Function[(int, str) -> float]` but got `int`"), "{message}");

    let returns_text = Function::from_fn(|_: i64, text: &str| text.to_owned());
    let (kind, message) = raised(call_typed.call((&returns_text, 3)));
    assert!(kind == "TypeError" && message.contains("Expected `float` but got `str`"), "{kind}: {message}");
    let wrong_count = Function::from_fn(|value: i64| value as f64);
    let (kind, message) = raised(call_typed.call((&wrong_count, 3)));
    assert!(kind == "TypeError" && message.contains("Expected 1 but got 2"), "{kind}: {message}");
    let wrong_type = Function::from_fn(|_: i64, number: i64| number as f64);
    let (kind, message) = raised(call_typed.call((&wrong_type, 3)));
    assert!(kind == "TypeError" && message.contains("argument #1"), "{kind}: {message}");
    let raises = Function::from_fn(|_: i64, text: &str| -> Result<f64> { bail!(KeyError, "no {text}") });
    assert_eq!(raised(call_typed.call((&raises, 3))), ("KeyError".to_owned(), "no abc".to_owned()));
    let panics = Function::from_fn(|_: i64, _: &str| -> f64 { panic!("out of order") });
    assert!(raised(call_typed.call((&panics, 3))).1.contains("out of order"));

    let large: TypedFunction<fn() -> u8> = Function::from_fn(|| 256_i64).into();
    assert_eq!(raised(large.call(())).0, "ValueError");
    Ok(())
}

fn typed_functions_of_unions_and_tensors(_: &Module) -> Result<()> {
    let swap: TypedFunction<fn(IntOrText) -> IntOrText> = Function::from_fn(|value: IntOrText| match value {
        IntOrText::Int(number) => IntOrText::Text(number.to_string()),
        IntOrText::Text(text) => IntOrText::Int(text.len() as i64),
    })
    .into();
    assert_eq!(swap.call((IntOrText::Int(12),))?, IntOrText::Text("12".to_owned()));
    assert_eq!(swap.call((IntOrText::Text("longer than seven".to_owned()),))?, IntOrText::Int(17));
    let message = raised(swap.as_function().call((2.5,))).1;
    assert!(message.ends_with("Expected `int | str` but got `float`"), "{message}");

    let double: TypedFunction<fn(Tensor) -> Tensor> =
        Function::from_fn(|x: TensorView<'_, f32>| -> Result<Tensor> {
            Tensor::from_vec(x.as_slice()?.iter().map(|value| value * 2.0).collect(), x.shape())
        })
        .into();
    let doubled = double.call((Tensor::from_vec(vec![1.0_f32, 2.5], &[2])?,))?;
    assert_eq!(doubled.to_vec::<f32>()?, [2.0, 5.0]);
    let (kind, message) = raised(double.call((Tensor::from_vec(vec![1_i64], &[1])?,)));
    assert!(
        kind == "TypeError" && message.contains("float32") && message.contains("int64"),
        "{kind}: {message}"
    );
    Ok(())
}

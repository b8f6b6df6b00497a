//! Objects that a Rust program moves into calls of an extension: the same on the embedded host and on libtvm_ffi.

use ffi_runtime::__private::{ArgumentValue, Mismatch, ToArgument};
use ffi_runtime::prelude::*;
use ffi_tests::hosts;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

type Case = fn() -> Result<()>;

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
        let cases: [(&str, Case); 5] = [
            ("handles", handles),
            ("any_pattern", any_pattern),
            ("closures", closures),
            ("typed_functions", typed_functions),
            ("tensors", tensors),
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

/// Every kind of handle arrives as the only reference, and is freed.
fn handles() -> Result<()> {
    let module = module()?;
    let live = module.function("live_objects")?;
    let before = live_objects(&live)?;
    macro_rules! moved {
        ($($name:literal: $make:expr),+ $(,)?) => {
            $({
                let references = module.function($name)?;
                let handle = $make;
                assert_eq!(references.call((&handle,))?.to::<i64>()?, 2, $name);
                let moved = RValueRef::new(handle);
                assert!(!moved.is_taken(), $name);
                assert_eq!(references.call((&moved,))?.to::<i64>()?, 1, $name);
                assert!(moved.is_taken(), $name);
                assert_eq!(references.call((moved,)).unwrap_err().kind(), "ValueError", $name);
            })+
        };
    }
    let numbers = || (1..3).collect::<Array<i64>>();
    let pair = || ("k".to_owned(), 1);
    moved!(
        "references_any": numbers(),
        "references_array": numbers(),
        "references_array_int": numbers(),
        "references_option": numbers(),
        "references_union": numbers(),
        "references_list": (1..3).collect::<List<i64>>(),
        "references_map": [pair()].into_iter().collect::<Map<String, i64>>(),
        "references_dict": [pair()].into_iter().collect::<Dict<String, i64>>(),
        "references_shape": Shape::new(&[1, 2]),
        "references_error": Error::new(ErrorKind::ValueError, "moved"),
        "references_tensor": Tensor::zeros::<f32>(&[2])?,
    );
    // A function may be the one that runs, so it is never taken.
    for name in ["references_any", "references_function", "references_typed"] {
        let moved = RValueRef::new(Function::from_fn(|x: i64| x));
        assert_eq!(module.function(name)?.call((&moved,))?.to::<i64>()?, 2, "{name}");
        assert!(!moved.is_taken(), "{name}");
    }
    // What is not called, or not taken, is dropped.
    drop(RValueRef::new(numbers()));
    assert_eq!(module.function("references_view")?.call((RValueRef::new(numbers()),))?.to::<i64>()?, 1);
    assert_eq!(
        module.function("echo_vec_int")?.call((RValueRef::new(numbers()),))?.to::<Vec<i64>>()?,
        [1, 2]
    );
    assert_eq!(live_objects(&live)?, before);
    Ok(())
}

/// How one argument of a random call is passed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Lent,
    Moved,
    /// Through the place of an earlier argument that moves the same object, if there is one.
    MovedAgain,
    None,
    Wrong,
}

#[derive(Debug)]
enum Passed<'a> {
    Lent(&'a Array<i64>),
    Moved(&'a RValueRef<Array<i64>>),
    None,
    Wrong,
}

impl ToArgument for Passed<'_> {
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        match self {
            Self::Lent(array) => array.to_argument(),
            Self::Moved(moved) => moved.to_argument(),
            Self::None => ().to_argument(),
            Self::Wrong => 1.5.to_argument(),
        }
    }
}

/// What the parameters of `references_of_all` do with an array.
#[derive(Clone, Copy, PartialEq)]
enum Parameter {
    Keeps { optional: bool },
    Borrows,
    Copies,
}

const PARAMETERS: [Parameter; 5] = [
    Parameter::Keeps { optional: false },
    Parameter::Keeps { optional: true },
    Parameter::Borrows,
    Parameter::Keeps { optional: true },
    Parameter::Copies,
];

/// Whether the parameter takes the value; `Any` and views, the fourth and the third, take everything.
fn is_accepted(index: usize, how: How) -> bool {
    match how {
        How::Lent | How::Moved | How::MovedAgain => true,
        How::None => index != 0 && index != 4,
        How::Wrong => index == 2 || index == 3,
    }
}

/// Random calls with lent and moved arguments, some the same object: each object is taken exactly when it may be, has as
/// many references as it should, and is freed.
fn any_pattern() -> Result<()> {
    let module = module()?;
    let observe = module.function("references_of_all")?;
    let live = module.function("live_objects")?;
    let how = prop_oneof![
        3 => Just(How::Lent), 4 => Just(How::Moved), 2 => Just(How::MovedAgain), 1 => Just(How::None),
        1 => Just(How::Wrong)
    ];
    let before = live_objects(&live)?;
    let result =
        runner().run(&vec((0..3_usize, how), 5), |pattern| check_pattern(&observe, &pattern).map_err(failed));
    result.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(live_objects(&live)?, before);
    Ok(())
}

fn check_pattern(observe: &Function, pattern: &[(usize, How)]) -> Result<()> {
    let objects: Vec<Array<i64>> = (0..3).map(|index| (0..index).collect()).collect();
    // The place that each argument moves its object out of.
    let mut places: Vec<(usize, RValueRef<Array<i64>>)> = Vec::new();
    let mut place_of = [None; 5];
    for (argument, &(object, how)) in pattern.iter().enumerate() {
        let earlier = places.iter().position(|(other, _)| *other == object);
        place_of[argument] = match (how, earlier) {
            (How::MovedAgain, Some(earlier)) => Some(earlier),
            (How::Moved | How::MovedAgain, _) => {
                places.push((object, RValueRef::new(objects[object].clone())));
                Some(places.len() - 1)
            }
            _ => None,
        };
    }
    let passed: Vec<Passed<'_>> = (0..5)
        .map(|argument| match (pattern[argument].1, place_of[argument]) {
            (_, Some(place)) => Passed::Moved(&places[place].1),
            (How::None, _) => Passed::None,
            (How::Wrong, _) => Passed::Wrong,
            _ => Passed::Lent(&objects[pattern[argument].0]),
        })
        .collect();
    let [a, b, c, d, e] = &passed[..] else { unreachable!("five arguments") };
    let result = observe.call((a, b, c, d, e)).and_then(|result| result.to::<Vec<i64>>());

    let is_object = |argument: usize| !matches!(pattern[argument].1, How::None | How::Wrong);
    let failing = (0..5).find(|&argument| !is_accepted(argument, pattern[argument].1));
    let is_taken = |argument: usize| {
        let object = pattern[argument].0;
        place_of[argument].is_some()
            && matches!(PARAMETERS[argument], Parameter::Keeps { .. })
            && failing.is_none_or(|failing| argument < failing)
            && (0..5).all(|other| other == argument || !is_object(other) || pattern[other].0 != object)
    };
    for (argument, place) in place_of.iter().enumerate() {
        if let Some(place) = place {
            let taken = (0..5).any(|other| place_of[other] == Some(*place) && is_taken(other));
            ensure!(
                places[*place].1.is_taken() == taken,
                AssertionError,
                "argument {argument} of {pattern:?}: taken should be {taken}"
            );
        }
    }
    match (result, failing) {
        (Ok(counts), None) => {
            for argument in (0..4).filter(|argument| is_object(*argument)) {
                let object = pattern[argument].0;
                let kept = (0..5).filter(|&other| {
                    is_object(other)
                        && pattern[other].0 == object
                        && matches!(PARAMETERS[other], Parameter::Keeps { .. })
                });
                let in_places = places.iter().filter(|(other, place)| *other == object && !place.is_taken());
                let expected = 1 + kept.count() as i64 + in_places.count() as i64;
                ensure!(
                    counts[argument] == expected,
                    AssertionError,
                    "argument {argument} of {pattern:?} has {counts:?} references, not {expected}"
                );
            }
        }
        (Err(error), Some(failing)) => {
            let place = format!("argument #{failing}");
            ensure!(error.message().contains(&place), AssertionError, "{place} of {pattern:?}: {error}");
        }
        (result, _) => bail!(AssertionError, "{pattern:?} gave {result:?}, failing: {failing:?}"),
    }
    // Nothing was freed that is still held, and nothing changed.
    for (index, object) in objects.iter().enumerate() {
        ensure!(object.len() == index, AssertionError, "an object of {pattern:?} changed");
    }
    Ok(())
}

fn address(array: &Array<i64>) -> usize {
    Any::from(array.clone()).view().as_raw().pointer().addr()
}

/// Closures take as exports do, whoever makes the call.
fn closures() -> Result<()> {
    let append = Function::from_fn(|mut items: Array<i64>, value: i64| -> Result<(Array<i64>, bool)> {
        let before = address(&items);
        items.push(value)?;
        let in_place = address(&items) == before;
        Ok((items, in_place))
    });
    let extension = module()?.function("append")?;
    for append in [append, extension] {
        let mut items: Array<i64> = (0..3).collect();
        items.reserve(2);
        let shared = items.clone();
        let (copy, in_place) = append.call((&items, 3))?.to::<(Array<i64>, bool)>()?;
        assert!(!in_place);
        assert_eq!(copy.len(), 4);
        drop(shared);
        let before = address(&items);
        let (items, in_place) = append.call((RValueRef::new(items), 3))?.to::<(Array<i64>, bool)>()?;
        assert!(in_place);
        assert_eq!(address(&items), before);
        assert_eq!(items.iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
    // What a closure was lent, it cannot give away.
    let pass_on = module()?.function("pass_on")?;
    let take = Function::from_fn(|items: Array<i64>| items.len());
    let items = RValueRef::new((0..3).collect::<Array<i64>>());
    let (len, references) = pass_on.call((&take, &items))?.to::<(i64, i64)>()?;
    assert_eq!((len, references, items.is_taken()), (3, 1, false));
    // It was offered to that call, and a later one borrows it; a new one takes it.
    assert_eq!(take.call((&items,))?.to::<i64>()?, 3);
    assert!(!items.is_taken());
    let items = RValueRef::new((0..3).collect::<Array<i64>>());
    assert_eq!(take.call((&items,))?.to::<i64>()?, 3);
    assert!(items.is_taken());
    Ok(())
}

/// The signature says that the argument is moved.
fn typed_functions() -> Result<()> {
    type Append = fn(RValueRef<Array<i64>>, i64) -> Array<i64>;
    let append: TypedFunction<Append> =
        Function::from_fn(|mut items: Array<i64>, value: i64| items.push(value).map(|()| items)).into();
    let mut items: Array<i64> = (0..3).collect();
    items.reserve(1);
    let before = address(&items);
    let items = append.call((RValueRef::new(items), 3))?;
    assert_eq!(address(&items), before);
    assert_eq!(items.len(), 4);
    Ok(())
}

/// A tensor made here can be written to here once it came back; the extension, which has not made it, refuses.
fn tensors() -> Result<()> {
    let module = module()?;
    let fill = Function::from_fn(|mut tensor: Tensor, value: f32| -> Result<Tensor> {
        tensor.view_mut()?.typed::<f32>()?.as_mut_slice()?.fill(value);
        Ok(tensor)
    });
    let tensor = Tensor::zeros::<f32>(&[2])?;
    let error = fill.call((&tensor, 1.0)).unwrap_err();
    assert!(error.message().contains("shared"), "{error}");
    let mut tensor = fill.call((RValueRef::new(tensor), 2.0))?.to::<Tensor>()?;
    assert_eq!(tensor.to_vec::<f32>()?, [2.0, 2.0]);
    assert!(tensor.view_mut().is_ok());
    let filled = module.function("filled")?;
    let error = filled.call((RValueRef::new(tensor), 1.0)).unwrap_err();
    assert!(error.message().contains("another library"), "{error}");
    let tensor = module.function("new_tensor")?.call((2,))?.to::<Tensor>()?;
    let tensor = filled.call((RValueRef::new(tensor), 3.0))?.to::<Tensor>()?;
    assert_eq!(tensor.to_vec::<f32>()?, [3.0, 3.0]);
    // A view beside it keeps it shared.
    let copy = tensor.clone();
    let beside = module.function("references_of_tensor_beside")?;
    let moved = RValueRef::new(copy);
    assert_eq!(beside.call((&moved, tensor.view()))?.to::<(i64, i64)>()?, (3, 2));
    assert!(!moved.is_taken());
    Ok(())
}

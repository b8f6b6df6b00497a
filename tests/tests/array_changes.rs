//! Changing arrays, in place and in copies: the same on the embedded host and on libtvm_ffi.

use ffi_runtime::prelude::*;
use ffi_tests::hosts;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

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
        if let Err(error) = arrays_against_vectors() {
            panic!("{error}\n{}", error.backtrace());
        }
    });
}

fn live_objects(extension: &Function) -> Result<Option<i64>> {
    let own = ffi_runtime::__private::live_objects();
    let other = extension.call(())?.to::<Option<i64>>()?;
    Ok(own.zip(other).map(|(own, other)| own as i64 + other))
}

#[derive(Clone, Debug)]
enum Change {
    Push(i64),
    Pop,
    Set(usize, i64),
    Insert(usize, i64),
    Remove(usize),
    Extend(Vec<i64>),
    Truncate(usize),
    Reserve(usize),
    Clear,
    /// From now on the array is shared with a copy.
    Share,
    /// From now on it is not.
    Unshare,
    /// Through a call of the extension, moved or lent.
    Append(i64, bool),
}

fn changes() -> impl Strategy<Value = Change> {
    let index = 0..8_usize;
    prop_oneof![
        any::<i64>().prop_map(Change::Push),
        Just(Change::Pop),
        (index.clone(), any::<i64>()).prop_map(|(index, value)| Change::Set(index, value)),
        (index.clone(), any::<i64>()).prop_map(|(index, value)| Change::Insert(index, value)),
        index.clone().prop_map(Change::Remove),
        vec(any::<i64>(), 0..5).prop_map(Change::Extend),
        index.clone().prop_map(Change::Truncate),
        index.prop_map(Change::Reserve),
        Just(Change::Clear),
        Just(Change::Share),
        Just(Change::Unshare),
        (any::<i64>(), any::<bool>()).prop_map(|(value, moved)| Change::Append(value, moved)),
    ]
}

/// Random changes of an array of strings, which are objects, do what the same changes of a vector do; copies of it stay
/// as they were.
fn arrays_against_vectors() -> Result<()> {
    let module =
        Module::load(std::env::var_os("FFI_FIXTURE_CONTAINERS").expect("the parent names the library"))?;
    let (replace, live) = (module.function("replace")?, module.function("live_objects")?);
    let config = ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new(config);
    let before = live_objects(&live)?;
    let result = runner.run(&vec(changes(), 0..30), |changes| {
        check_changes(&replace, &changes).map_err(|error| TestCaseError::fail(error.to_string()))
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(live_objects(&live)?, before);
    Ok(())
}

fn check_changes(replace: &Function, changes: &[Change]) -> Result<()> {
    let text = |value: &i64| format!("a text of more than seven bytes: {value}");
    let mut expected: Vec<String> = Vec::new();
    let mut array: Array<String> = Array::default();
    let mut shared: Option<(Array<String>, Vec<String>)> = None;
    for change in changes {
        let len = expected.len();
        match change {
            Change::Push(value) => {
                array.push(text(value))?;
                expected.push(text(value));
            }
            Change::Pop => ensure!(array.pop()? == expected.pop(), AssertionError, "{changes:?}"),
            Change::Set(index, value) if *index < len => {
                array.set(*index, text(value))?;
                expected[*index] = text(value);
            }
            Change::Insert(index, value) if *index <= len => {
                array.insert(*index, text(value))?;
                expected.insert(*index, text(value));
            }
            Change::Remove(index) if *index < len => {
                ensure!(array.remove(*index)? == expected.remove(*index), AssertionError, "{changes:?}");
            }
            Change::Set(index, value) | Change::Insert(index, value) => {
                let failed = match change {
                    Change::Set(..) => array.set(*index, text(value)),
                    _ => array.insert(*index, text(value)),
                };
                ensure!(failed.unwrap_err().kind() == "IndexError", AssertionError, "{changes:?}");
            }
            Change::Remove(index) => {
                ensure!(
                    array.remove(*index).unwrap_err().kind() == "IndexError",
                    AssertionError,
                    "{changes:?}"
                );
            }
            Change::Extend(values) => {
                array.extend(values.iter().map(text))?;
                expected.extend(values.iter().map(text));
            }
            Change::Truncate(len) => {
                array.truncate(*len);
                expected.truncate(*len);
            }
            Change::Reserve(additional) => {
                array.reserve(*additional);
                ensure!(array.capacity() >= len + additional, AssertionError, "{changes:?}");
            }
            Change::Clear => {
                array.clear();
                expected.clear();
            }
            Change::Share => shared = Some((array.clone(), expected.clone())),
            Change::Unshare => shared = None,
            Change::Append(value, moved) => {
                array.push(text(value))?;
                expected.push(text(value));
                let last = text(&value.wrapping_add(1));
                let result = match moved {
                    true => replace.call((RValueRef::new(array), len, &last))?,
                    false => replace.call((&array, len, &last))?,
                };
                let (result, in_place) = result.to::<(Array<String>, bool)>()?;
                ensure!(in_place == *moved, AssertionError, "{changes:?}");
                array = result;
                expected[len] = last;
            }
        }
        ensure!(array.iter().eq(expected.iter().cloned()), AssertionError, "{changes:?}: {array:?}");
        if let Some((shared, expected)) = &shared {
            ensure!(shared.iter().eq(expected.iter().cloned()), AssertionError, "{changes:?} changed a copy");
        }
    }
    Ok(())
}

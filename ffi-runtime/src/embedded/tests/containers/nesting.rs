//! A million levels: nothing may recurse.

use super::made;
use crate::any::Any;

const DEPTH: usize = 1_000_000;

fn nested(wrap: impl Fn(&Any) -> Any) -> Any {
    let mut value = Any::from(1);
    for _ in 0..DEPTH {
        value = wrap(&value);
    }
    value
}

#[test]
fn deep_nesting_is_dropped_without_recursion() {
    let kinds: [fn(&Any) -> Any; 4] = [
        |inner| made("ffi.Array", (inner, 2)),
        |inner| made("ffi.List", (0, inner)),
        |inner| made("ffi.Map", (inner, 1)),
        |inner| made("ffi.Dict", ("k", inner)),
    ];
    super::host();
    let functions: Vec<_> = ["ffi.Array", "ffi.List"]
        .iter()
        .map(|name| crate::function::Function::global(name).unwrap())
        .collect();
    let level = core::cell::Cell::new(0);
    let mixed = nested(|inner| {
        level.set(level.get() + 1);
        functions[level.get() % 2].call((inner, 2)).unwrap()
    });
    assert_eq!(format!("{mixed:?}"), "<Array>");
    drop(mixed);
    for wrap in kinds {
        let mut value = Any::from(1);
        for _ in 0..DEPTH / 10 {
            value = wrap(&value);
        }
        drop(value);
    }
}

#[test]
fn deep_nesting_is_converted_by_type() {
    let nested = nested(|inner| crate::container::Array::from_iter([inner.clone()]).into());
    assert_eq!(nested.to::<Vec<Any>>().unwrap().len(), 1);
    let error = nested.to::<Vec<Vec<i64>>>().unwrap_err();
    assert!(error.message().contains("`[0][0]`: Expected `int` but got `Array`"), "{error}");
    let as_any = nested.to::<crate::container::Array>().unwrap();
    assert_eq!(format!("{as_any:?}"), "[<Array>]");
}

#[test]
fn a_list_that_contains_itself() {
    let list = made("ffi.List", (1,));
    made("ffi.ListAppend", (&list, &list));
    assert_eq!(list.to::<Vec<Any>>().unwrap().len(), 2);
    let error = list.to::<Vec<i64>>().unwrap_err();
    assert!(error.message().contains("`[1]`: Expected `int` but got `List`"), "{error}");
    let error = list.to::<Vec<crate::container::List<i64>>>().unwrap_err();
    assert!(error.message().contains("`[0]`: Expected `List[int]` but got `int`"), "{error}");
    assert_eq!(format!("{:?}", list.to::<crate::container::List>().unwrap()), "[1, <List>]");
    assert!(made("ffi.ListContains", (&list, &list)).to::<bool>().unwrap());
    made("ffi.ListClear", (&list,));
}

use super::{call, failed, made, on_drop};
use crate::any::Any;
use crate::container::{Array, List, Shape};
use crate::sys::{SeqCell, TypeIndex};

fn list(values: &[i64]) -> Any {
    let list = made("ffi.List", ());
    for value in values {
        made("ffi.ListAppend", (&list, *value));
    }
    list
}

#[track_caller]
fn assert_list(list: &Any, expected: &[i64]) {
    assert_eq!(list.to::<Vec<i64>>().unwrap(), expected);
    assert_eq!(made("ffi.ListSize", (list,)).to::<usize>().unwrap(), expected.len());
}

#[test]
fn arrays_are_read() {
    let array = made("ffi.Array", (1, "two", 3.0));
    assert_eq!(array.type_index(), TypeIndex::ARRAY);
    assert_eq!(made("ffi.ArraySize", (&array,)).to::<i64>().unwrap(), 3);
    assert_eq!(made("ffi.ArrayGetItem", (&array, 1)).to::<String>().unwrap(), "two");
    assert!(made("ffi.ArrayContains", (&array, "two")).to::<bool>().unwrap());
    assert!(!made("ffi.ArrayContains", (&array, 3)).to::<bool>().unwrap());
    for index in [3, -1, i64::MIN, i64::MAX] {
        assert_eq!(failed("ffi.ArrayGetItem", (&array, index)), "IndexError");
    }
    assert_eq!(failed("ffi.ArraySize", (list(&[]),)), "TypeError");
    let empty = made("ffi.Array", ());
    assert_eq!(made("ffi.ArraySize", (&empty,)).to::<i64>().unwrap(), 0);
    assert_eq!(failed("ffi.ArrayGetItem", (&empty, 0)), "IndexError");
}

#[test]
fn lists_have_the_layout_of_the_abi() {
    let list = list(&[1, 2, 3]);
    let cell = || {
        let object = list.clone().into_object(TypeIndex::LIST).unwrap();
        // SAFETY: every list object has the cell behind its header.
        unsafe { *object.body::<SeqCell>().as_ref() }
    };
    assert_eq!(cell().size, 3);
    assert!(cell().capacity >= 3 && cell().data_deleter.is_some());
    let before = cell().data;
    made("ffi.ListReserve", (&list, 1000));
    assert!(cell().capacity >= 1000 && cell().data != before);
    assert_list(&list, &[1, 2, 3]);
    made("ffi.ListReserve", (&list, -5));
    assert_eq!(failed("ffi.ListReserve", (&list, i64::MAX)), "MemoryError");
    assert_list(&list, &[1, 2, 3]);
}

#[test]
fn lists_change_in_place() {
    let list = list(&[1, 2, 3]);
    made("ffi.ListSetItem", (&list, 1, 20));
    assert_list(&list, &[1, 20, 3]);
    made("ffi.ListInsert", (&list, 0, 0));
    made("ffi.ListInsert", (&list, 4, 4));
    assert_list(&list, &[0, 1, 20, 3, 4]);
    assert_eq!(made("ffi.ListPop", (&list, 2)).to::<i64>().unwrap(), 20);
    made("ffi.ListErase", (&list, 0));
    assert_list(&list, &[1, 3, 4]);
    made("ffi.ListReverse", (&list,));
    assert_list(&list, &[4, 3, 1]);
    made("ffi.ListEraseRange", (&list, 0, 2));
    assert_list(&list, &[1]);
    made("ffi.ListClear", (&list,));
    assert_list(&list, &[]);
    made("ffi.ListReverse", (&list,));
    made("ffi.ListAppend", (&list, 7));
    assert_list(&list, &[7]);
    assert!(made("ffi.ListContains", (&list, 7)).to::<bool>().unwrap());
    assert!(!made("ffi.ListContains", (&list, 7.0)).to::<bool>().unwrap());
}

#[test]
fn a_slice_is_replaced() {
    let target = list(&[0, 1, 2, 3]);
    made("ffi.ListReplaceSlice", (&target, 1, 3, list(&[10, 11, 12])));
    assert_list(&target, &[0, 10, 11, 12, 3]);
    made("ffi.ListReplaceSlice", (&target, 0, 4, list(&[])));
    assert_list(&target, &[3]);
    made("ffi.ListReplaceSlice", (&target, 1, 1, list(&[4, 5])));
    assert_list(&target, &[3, 4, 5]);
    made("ffi.ListReplaceSlice", (&target, 1, 2, &target));
    assert_list(&target, &[3, 3, 4, 5, 5]);
    for (start, stop) in [(-1, 0), (4, 6), (3, 2), (6, 6)] {
        assert_eq!(failed("ffi.ListReplaceSlice", (&target, start, stop, list(&[1]))), "IndexError");
    }
    assert_list(&target, &[3, 3, 4, 5, 5]);
}

#[test]
fn places_that_are_not_there_are_index_errors() {
    let list = list(&[1]);
    for index in [1, -1, i64::MAX, i64::MIN] {
        assert_eq!(failed("ffi.ListGetItem", (&list, index)), "IndexError");
        assert_eq!(failed("ffi.ListSetItem", (&list, index, 0)), "IndexError");
        assert_eq!(failed("ffi.ListPop", (&list, index)), "IndexError");
        assert_eq!(failed("ffi.ListErase", (&list, index)), "IndexError");
    }
    assert_eq!(failed("ffi.ListInsert", (&list, 2, 0)), "IndexError");
    assert_eq!(failed("ffi.ListInsert", (&list, -1, 0)), "IndexError");
    assert_eq!(failed("ffi.ListEraseRange", (&list, 0, 2)), "IndexError");
    made("ffi.ListEraseRange", (&list, 9, 9));
    assert_list(&list, &[1]);
}

#[test]
fn an_element_that_changes_the_list_when_it_is_dropped() {
    let values = list(&[]);
    for index in 0..40 {
        let shared = values.clone();
        let element = on_drop(move || {
            made("ffi.ListAppend", (&shared, index));
            made("ffi.ListReserve", (&shared, 1 << 12));
        });
        made("ffi.ListAppend", (&values, element));
    }
    made("ffi.ListSetItem", (&values, 0, -1));
    made("ffi.ListErase", (&values, 1));
    drop(made("ffi.ListPop", (&values, 1)));
    made("ffi.ListEraseRange", (&values, 1, 10));
    made("ffi.ListClear", (&values,));
    // Every destructor ran once; those of the last call appended to the list that was empty by then.
    let mut left = values.to::<Vec<i64>>().unwrap();
    left.sort_unstable();
    assert_eq!(left, (12..40).collect::<Vec<i64>>());
}

#[test]
fn the_typed_list_uses_these_functions() {
    super::host();
    let list: List<String> = ["a", "longer than seven"].iter().map(|text| (*text).to_owned()).collect();
    let same = list.clone();
    same.push("c".to_owned()).unwrap();
    assert_eq!(list.len(), 3);
    list.set(0, "again longer than seven".to_owned()).unwrap();
    assert_eq!(same.get(0).unwrap().unwrap(), "again longer than seven");
    assert_eq!(list.iter().count(), 3);
    assert_eq!(list.set(3, String::new()).unwrap_err().kind().to_string(), "IndexError");
    same.clear().unwrap();
    assert!(list.is_empty() && list.get(0).unwrap().is_none());
}

#[test]
fn shapes_are_made_of_integers() {
    let shape = made("ffi.Shape", (2, 3, 4)).to::<Shape>().unwrap();
    assert_eq!(*shape, [2, 3, 4]);
    assert!(made("ffi.Shape", ()).to::<Shape>().unwrap().is_empty());
    assert_eq!(failed("ffi.Shape", (2, "three")), "ValueError");
}

#[test]
fn arguments_of_another_type_are_refused() {
    let array: Array<i64> = [1, 2].into_iter().collect();
    assert_eq!(failed("ffi.ListAppend", (&array, 1)), "TypeError");
    assert_eq!(failed("ffi.ListSize", (3,)), "TypeError");
    assert_eq!(failed("ffi.ListReplaceSlice", (list(&[]), 0, 0, &array)), "TypeError");
    let error = call("ffi.ListAppend", (&array, 1)).unwrap_err();
    assert!(error.message().contains("Expected `List` but got `Array`"), "{error}");
}

/// Others may change a list while its elements are borrowed, which safe code must not get to see.
#[test]
fn elements_of_a_list_are_copied_and_never_lent() {
    let list = made("ffi.List", ("longer than seven bytes", "another one of those"));
    let error = list.to::<Vec<&str>>().unwrap_err();
    assert!(
        error.message().contains("Expected `Array[str] (borrowed, so no List)` but got `List`"),
        "{error}"
    );
    assert!(list.to::<(&str, &str)>().is_err() && list.to::<[Option<&str>; 2]>().is_err());
    let nested = made("ffi.Array", (&list,));
    assert!(nested.to::<Vec<Vec<&str>>>().is_err());
    let texts = list.to::<Vec<String>>().unwrap();
    let array = list.to::<Array<String>>().unwrap();
    made("ffi.ListClear", (&list,));
    assert_eq!(texts, array.iter().collect::<Vec<_>>());
    assert_eq!(nested.to::<Vec<Vec<String>>>().unwrap(), [Vec::<String>::new()]);
    let array = made("ffi.Array", ("longer than seven bytes",));
    assert_eq!(array.to::<Vec<&str>>().unwrap(), ["longer than seven bytes"]);
}

use super::{failed, kind, made, on_drop};
use crate::any::Any;
use crate::container::{Dict, Map};
use crate::function::Function;
use crate::sys::TypeIndex;

fn pairs(mapping: &Any) -> Vec<(Any, Any)> {
    let name = if mapping.type_index() == TypeIndex::MAP { "Map" } else { "Dict" };
    let size = made(&format!("ffi.{name}Size"), (mapping,)).to::<usize>().unwrap();
    let functor = made(&format!("ffi.{name}ForwardIterFunctor"), (mapping,)).to::<Function>().unwrap();
    let mut pairs = Vec::new();
    while pairs.len() < size {
        pairs.push((functor.call((0,)).unwrap(), functor.call((1,)).unwrap()));
        let more = functor.call((2,)).unwrap().to::<bool>().unwrap();
        assert_eq!(more, pairs.len() < size);
    }
    assert!(!functor.call((2,)).unwrap().to::<bool>().unwrap());
    assert_eq!(kind(&functor.call((0,)).unwrap_err()), "IndexError");
    pairs
}

fn keys(mapping: &Any) -> Vec<i64> {
    pairs(mapping).iter().map(|(key, _)| key.to::<i64>().unwrap()).collect()
}

fn dict(count: i64) -> Any {
    let dict = made("ffi.Dict", ());
    for key in 0..count {
        made("ffi.DictSetItem", (&dict, key, key * 10));
    }
    dict
}

#[test]
fn maps_keep_the_order_of_insertion_and_the_last_value() {
    let map = made("ffi.Map", ("b", 1, "a", 2, "b", 3));
    assert_eq!(map.type_index(), TypeIndex::MAP);
    let pairs = pairs(&map);
    assert_eq!(format!("{pairs:?}"), r#"[("b", 3), ("a", 2)]"#);
    assert_eq!(made("ffi.MapGetItem", (&map, "b")).to::<i64>().unwrap(), 3);
    assert_eq!(made("ffi.MapCount", (&map, "a")).to::<i64>().unwrap(), 1);
    assert_eq!(made("ffi.MapCount", (&map, "c")).to::<i64>().unwrap(), 0);
    assert_eq!(failed("ffi.MapGetItem", (&map, "c")), "KeyError");
    assert_eq!(failed("ffi.Map", ("a", 1, "b")), "ValueError");
    assert_eq!(failed("ffi.MapGetItem", (made("ffi.Map", ()), 1)), "KeyError");
    assert!(super::mappings::pairs(&made("ffi.Map", ())).is_empty());
}

#[test]
fn a_value_that_is_not_there_is_the_missing_object() {
    let missing = made("ffi.GetInvalidObject", ());
    let same = |value: Any| {
        assert_eq!(value.type_index(), TypeIndex::OBJECT);
        value.view().as_raw().bits() == missing.view().as_raw().bits()
    };
    assert!(same(made("ffi.MapGetItemOrMissing", (made("ffi.Map", (1, 2)), 3))));
    assert!(same(made("ffi.DictGetItemOrMissing", (dict(3), 3))));
    assert_eq!(made("ffi.DictGetItemOrMissing", (dict(3), 2)).to::<i64>().unwrap(), 20);
    assert_eq!(made("ffi.MapGetItemOrMissing", (made("ffi.Map", (1, ())), 1)).type_index(), TypeIndex::NONE);
}

#[test]
fn dicts_change_in_place() {
    let dict = dict(1000);
    let same = dict.clone();
    for key in (0..1000).filter(|key| key % 3 != 0) {
        made("ffi.DictErase", (&same, key));
    }
    made("ffi.DictErase", (&dict, -1));
    let left: Vec<i64> = (0..1000).filter(|key| key % 3 == 0).collect();
    assert_eq!(keys(&dict), left);
    made("ffi.DictSetItem", (&dict, 1, "back"));
    made("ffi.DictSetItem", (&dict, 0, "replaced"));
    assert_eq!(keys(&dict), [&left[1..], &[1, 0]].concat());
    assert_eq!(made("ffi.DictGetItem", (&dict, 0)).to::<String>().unwrap(), "replaced");
    assert_eq!(failed("ffi.DictGetItem", (&dict, 2)), "KeyError");
    made("ffi.DictClear", (&dict,));
    assert_eq!(made("ffi.DictSize", (&dict,)).to::<i64>().unwrap(), 0);
    assert_eq!(made("ffi.DictCount", (&dict, 1)).to::<i64>().unwrap(), 0);
    made("ffi.DictSetItem", (&dict, 5, 50));
    assert_eq!(keys(&dict), [5]);
}

/// As Python's deque of a cache does: the same few keys come and go a million times in no more memory.
#[test]
fn keys_that_come_and_go() {
    let dict = dict(0);
    for round in 0..10_000 {
        made("ffi.DictSetItem", (&dict, round, round));
        if round >= 5 {
            made("ffi.DictErase", (&dict, round - 5));
        }
    }
    assert_eq!(keys(&dict), [9995, 9996, 9997, 9998, 9999]);
}

#[test]
fn a_dict_that_changes_during_iteration() {
    let dict = dict(4);
    let functor = made("ffi.DictForwardIterFunctor", (&dict,)).to::<Function>().unwrap();
    made("ffi.DictErase", (&dict, 0));
    assert_eq!(kind(&functor.call((0,)).unwrap_err()), "RuntimeError");
    assert!(functor.call((2,)).unwrap().to::<bool>().unwrap());
    assert_eq!(functor.call((0,)).unwrap().to::<i64>().unwrap(), 1);
    for key in 10..100 {
        made("ffi.DictSetItem", (&dict, key, key));
    }
    made("ffi.DictErase", (&dict, 2));
    assert_eq!(functor.call((1,)).unwrap().to::<i64>().unwrap(), 10);
    assert!(functor.call((2,)).unwrap().to::<bool>().unwrap());
    assert_eq!(functor.call((0,)).unwrap().to::<i64>().unwrap(), 3);
    made("ffi.DictClear", (&dict,));
    assert!(!functor.call((2,)).unwrap().to::<bool>().unwrap());
    // The iteration keeps the dict.
    drop(dict);
    assert_eq!(kind(&functor.call((1,)).unwrap_err()), "IndexError");
}

#[test]
fn a_value_that_changes_the_dict_when_it_is_dropped() {
    let dict = dict(0);
    for key in 0..20 {
        let shared = dict.clone();
        let value = on_drop(move || {
            made("ffi.DictSetItem", (&shared, 100 + key, key));
            made("ffi.DictErase", (&shared, 1000));
        });
        made("ffi.DictSetItem", (&dict, key, value));
    }
    made("ffi.DictSetItem", (&dict, 0, 0));
    made("ffi.DictErase", (&dict, 1));
    made("ffi.DictClear", (&dict,));
    assert_eq!(keys(&dict), (102..120).collect::<Vec<i64>>());
}

#[test]
fn the_typed_mappings_use_these_functions() {
    super::host();
    let map: Map<String, i64> = [("one".to_owned(), 1), ("two".to_owned(), 2)].into_iter().collect();
    assert_eq!(map.iter().collect::<Vec<_>>(), [("one".to_owned(), 1), ("two".to_owned(), 2)]);
    assert_eq!(map.get("two").unwrap(), Some(2));
    assert!(!map.contains_key("three").unwrap());
    let dict: Dict<i64, Map<String, i64>> = [(1, map)].into_iter().collect();
    dict.insert(2, Map::from_iter([("x".to_owned(), 5)])).unwrap();
    dict.remove(1).unwrap();
    assert_eq!(dict.len(), 1);
    assert_eq!(dict.get(2).unwrap().unwrap().get("x").unwrap(), Some(5));
    assert_eq!(failed("ffi.MapSize", (&dict,)), "TypeError");
}

#[test]
fn many_threads_use_one_dict() {
    let dict = dict(0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let dict = &dict;
            scope.spawn(move || {
                for step in 0..500 {
                    let key = format!("a key beyond seven bytes {}", step % 50);
                    made("ffi.DictSetItem", (dict, &key, thread));
                    made("ffi.DictCount", (dict, &key));
                    if step % 7 == 0 {
                        made("ffi.DictErase", (dict, &key));
                    }
                }
            });
        }
    });
    assert!(made("ffi.DictSize", (&dict,)).to::<i64>().unwrap() <= 50);
}

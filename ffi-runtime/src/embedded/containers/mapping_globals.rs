//! Global functions about maps and dicts.

use core::sync::atomic::{AtomicU64, Ordering};

use super::arguments::{DictArgument, MapArgument};
use super::sequence_globals::owned;
use super::{mapping, marker_objects};
use crate::any::Any;
use crate::error::Result;
use crate::function::{Arguments, Function};
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

/// The functions with their names.
pub(super) fn all() -> Vec<(&'static str, Function)> {
    vec![
        ("ffi.Map", Function::from_packed(|arguments| create(TypeIndex::MAP, arguments))),
        ("ffi.MapSize", Function::from_fn(|map: MapArgument| mapping::of(&map.0).len())),
        ("ffi.MapGetItem", Function::from_fn(|map: MapArgument, key: Any| item(&map.0, &key))),
        ("ffi.MapCount", Function::from_fn(|map: MapArgument, key: Any| count(&map.0, &key))),
        ("ffi.MapForwardIterFunctor", Function::from_fn(|map: MapArgument| iterate(map.0))),
        (
            "ffi.MapGetItemOrMissing",
            Function::from_fn(|map: MapArgument, key: Any| item_or_missing(&map.0, &key)),
        ),
        ("ffi.Dict", Function::from_packed(|arguments| create(TypeIndex::DICT, arguments))),
        ("ffi.DictSize", Function::from_fn(|dict: DictArgument| mapping::of(&dict.0).len())),
        ("ffi.DictGetItem", Function::from_fn(|dict: DictArgument, key: Any| item(&dict.0, &key))),
        (
            "ffi.DictSetItem",
            Function::from_fn(|dict: DictArgument, key: Any, value: Any| {
                mapping::of(&dict.0).set(key, value)
            }),
        ),
        ("ffi.DictCount", Function::from_fn(|dict: DictArgument, key: Any| count(&dict.0, &key))),
        ("ffi.DictErase", Function::from_fn(|dict: DictArgument, key: Any| mapping::of(&dict.0).erase(&key))),
        ("ffi.DictClear", Function::from_fn(|dict: DictArgument| mapping::of(&dict.0).clear())),
        ("ffi.DictForwardIterFunctor", Function::from_fn(|dict: DictArgument| iterate(dict.0))),
        (
            "ffi.DictGetItemOrMissing",
            Function::from_fn(|dict: DictArgument, key: Any| item_or_missing(&dict.0, &key)),
        ),
    ]
}

fn create(type_index: TypeIndex, arguments: Arguments<'_>) -> Result<Any> {
    mapping::new(type_index, owned(arguments)?).map(Any::from_object)
}

fn item(object: &ObjectPtr, key: &Any) -> Result<Any> {
    match mapping::of(object).get(key)? {
        Some(value) => Ok(value),
        None => bail!(KeyError, "there is no key {key:?}"),
    }
}

fn count(object: &ObjectPtr, key: &Any) -> Result<i64> {
    Ok(i64::from(mapping::of(object).get(key)?.is_some()))
}

fn item_or_missing(object: &ObjectPtr, key: &Any) -> Result<Any> {
    Ok(mapping::of(object).get(key)?.unwrap_or_else(marker_objects::missing_value))
}

/// A function that stands at a pair: 0 gives its key, 1 its value, anything else goes to the next one and says
/// whether there is one. The mapping may be changed meanwhile.
fn iterate(object: ObjectPtr) -> Function {
    /// No pair has this number.
    const END: u64 = u64::MAX;
    let current = AtomicU64::new(mapping::of(&object).next_id(0).unwrap_or(END));
    Function::from_fn(move |command: i64| -> Result<Any> {
        let mapping = mapping::of(&object);
        let id = current.load(Ordering::Relaxed);
        if !(0..=1).contains(&command) {
            let next = mapping.next_id(id.saturating_add(1)).unwrap_or(END);
            current.store(next, Ordering::Relaxed);
            return Ok(Any::from(next != END));
        }
        match mapping.pair(id) {
            Some((key, value)) => Ok(if command == 0 { key } else { value }),
            None if id == END => bail!(IndexError, "the iteration is at its end"),
            None => bail!(RuntimeError, "the pair that the iteration stood at was removed"),
        }
    })
}

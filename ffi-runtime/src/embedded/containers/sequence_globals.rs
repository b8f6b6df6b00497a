//! Global functions about arrays, lists and shapes.

use super::arguments::{ArrayArgument, ListArgument};
use super::{equality, list};
use crate::any::{Any, AnyView};
use crate::container::{Shape, new_array};
use crate::error::Result;
use crate::function::{Arguments, Function};
use crate::sys::{RawAny, SeqCell};

/// The functions with their names.
pub(super) fn all() -> Vec<(&'static str, Function)> {
    vec![
        ("ffi.Array", Function::from_packed(|arguments| Ok(Any::from_object(new_array(owned(arguments)?))))),
        ("ffi.ArrayGetItem", Function::from_fn(array_item)),
        ("ffi.ArraySize", Function::from_fn(|array: ArrayArgument| array.len())),
        ("ffi.ArrayContains", Function::from_fn(array_contains)),
        ("ffi.List", Function::from_packed(|arguments| Ok(Any::from_object(list::new(owned(arguments)?)?)))),
        ("ffi.ListGetItem", Function::from_fn(list_item)),
        ("ffi.ListSetItem", Function::from_fn(list_set)),
        ("ffi.ListSize", Function::from_fn(|list: ListArgument| list.len())),
        ("ffi.ListContains", Function::from_fn(list_contains)),
        ("ffi.ListAppend", Function::from_fn(list_append)),
        ("ffi.ListInsert", Function::from_fn(list_insert)),
        ("ffi.ListPop", Function::from_fn(list_pop)),
        (
            "ffi.ListErase",
            Function::from_fn(|list: ListArgument, index: i64| list_pop(list, index).map(drop)),
        ),
        ("ffi.ListEraseRange", Function::from_fn(list_erase_range)),
        ("ffi.ListReplaceSlice", Function::from_fn(list_replace_slice)),
        ("ffi.ListReverse", Function::from_fn(|list: ListArgument| list.reverse())),
        ("ffi.ListClear", Function::from_fn(list_clear)),
        ("ffi.ListReserve", Function::from_fn(list_reserve)),
        ("ffi.Shape", Function::from_packed(shape)),
    ]
}

/// Owned copies of the arguments.
pub(super) fn owned(arguments: Arguments<'_>) -> Result<Vec<Any>> {
    arguments.iter().map(AnyView::to_owned).collect()
}

impl ArrayArgument {
    fn cell(&self) -> SeqCell {
        // SAFETY: every array object has the cell behind its header.
        unsafe { *self.0.body::<SeqCell>().as_ref() }
    }

    fn len(&self) -> usize {
        let cell = self.cell();
        if cell.data.is_null() { 0 } else { usize::try_from(cell.size).unwrap_or(0) }
    }

    fn get(&self, position: usize) -> Result<Any> {
        let data = self.cell().data.cast_const().cast::<RawAny>();
        // SAFETY: the caller checked the position; elements are owned values and an array does not change.
        unsafe { AnyView::from_raw(&*data.add(position)).to_owned() }
    }
}

fn array_item(array: ArrayArgument, index: i64) -> Result<Any> {
    let len = array.len();
    match usize::try_from(index) {
        Ok(position) if position < len => array.get(position),
        _ => bail!(IndexError, "Expected an index from 0 to below {len} but got {index}"),
    }
}

fn array_contains(array: ArrayArgument, value: Any) -> Result<bool> {
    for position in 0..array.len() {
        if equality::equal(&array.get(position)?, &value)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn list_item(list: ListArgument, index: i64) -> Result<Any> {
    let position = list.position(index)?;
    Ok(list.get(position)?.unwrap_or_default())
}

fn list_set(list: ListArgument, index: i64, value: Any) -> Result<()> {
    let position = list.position(index)?;
    list.splice(position..position + 1, vec![value]).map(drop)
}

/// The list may be changed while elements are compared: each is looked up where it then stands.
fn list_contains(list: ListArgument, value: Any) -> Result<bool> {
    let mut position = 0;
    while let Some(element) = list.get(position)? {
        if equality::equal(&element, &value)? {
            return Ok(true);
        }
        position += 1;
    }
    Ok(false)
}

fn list_append(list: ListArgument, value: Any) -> Result<()> {
    let end = list.len();
    list.splice(end..end, vec![value]).map(drop)
}

fn list_insert(list: ListArgument, index: i64, value: Any) -> Result<()> {
    let range = list.range(index, index)?;
    list.splice(range, vec![value]).map(drop)
}

fn list_pop(list: ListArgument, index: i64) -> Result<Any> {
    let position = list.position(index)?;
    let removed = list.splice(position..position + 1, Vec::new())?;
    Ok(removed.into_iter().next().unwrap_or_default())
}

fn list_erase_range(list: ListArgument, start: i64, stop: i64) -> Result<()> {
    if start == stop {
        return Ok(());
    }
    let range = list.range(start, stop)?;
    list.splice(range, Vec::new()).map(drop)
}

fn list_replace_slice(list: ListArgument, start: i64, stop: i64, replacement: ListArgument) -> Result<()> {
    let mut values = Vec::with_capacity(replacement.len());
    while let Some(value) = replacement.get(values.len())? {
        values.push(value);
    }
    if start == stop && values.is_empty() {
        return Ok(());
    }
    let range = list.range(start, stop)?;
    list.splice(range, values).map(drop)
}

fn list_clear(list: ListArgument) -> Result<()> {
    let all = 0..list.len();
    list.splice(all, Vec::new()).map(drop)
}

fn list_reserve(list: ListArgument, capacity: i64) -> Result<()> {
    list.reserve(usize::try_from(capacity).unwrap_or(0))
}

fn shape(arguments: Arguments<'_>) -> Result<Any> {
    let sizes = arguments.iter().map(AnyView::to::<i64>);
    match sizes.collect::<Result<Vec<_>>>() {
        Ok(sizes) => Ok(Shape::from(sizes).into()),
        Err(error) => bail!(ValueError, "Expected integers for a shape: {}", error.message()),
    }
}

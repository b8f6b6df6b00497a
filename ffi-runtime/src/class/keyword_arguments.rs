//! Keyword arguments of constructors. Python passes the positional ones, then a marker, then names and values.

use core::ffi::c_int;
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::{Acquire, Release};

use crate::any::{Any, AnyView};
use crate::convert::Argument;
use crate::error::{Error, ErrorKind, Result};
use crate::function::{ABSENT, Arguments, Failure, Function, FunctionDescriptor, invoke, raise};
use crate::sys::{ObjectHeader, RawAny, TypeIndex};

/// As [`invoke`], for a function that takes keyword arguments as well.
///
/// # Safety
/// As [`invoke`].
#[inline(always)]
pub unsafe fn invoke_init<const REQUIRED: usize, const TOTAL: usize, F>(
    function: &'static FunctionDescriptor,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
    body: F,
) -> c_int
where
    F: for<'a> FnOnce(Arguments<'a>) -> Result<Any>,
{
    let given = usize::try_from(count).unwrap_or(0);
    // SAFETY: the caller promises `count` valid arguments; those put in order are borrowed from them.
    unsafe {
        let is_candidate = |index| (*arguments.add(index)).type_index == TypeIndex::OBJECT;
        if let Some(first) = (0..given).find(|index| is_candidate(*index)) {
            match in_order(function, core::slice::from_raw_parts(arguments, given), first) {
                Ok(None) => {}
                Ok(Some(ordered)) => {
                    let count = ordered.len() as i32;
                    return invoke::<REQUIRED, TOTAL, F>(function, ordered.as_ptr(), count, result, body);
                }
                Err(error) => return raise(&function.frame(), None, Failure::Error(error)),
            }
        }
        invoke::<REQUIRED, TOTAL, F>(function, arguments, count, result, body)
    }
}

/// The arguments in the order of the parameters, [`ABSENT`] where one is left out; None when there is no marker among
/// them from `first` on.
#[cold]
fn in_order(
    function: &'static FunctionDescriptor,
    arguments: &[RawAny],
    first: usize,
) -> Result<Option<Vec<RawAny>>> {
    let marker = marker()?;
    let is_marker = |value: &RawAny| {
        value.type_index == TypeIndex::OBJECT && value.pointer().cast::<ObjectHeader>() == marker
    };
    let Some(at) = (first..arguments.len()).find(|index| is_marker(&arguments[*index])) else {
        return Ok(None);
    };
    let type_error = |what: String| {
        Error::without_place(ErrorKind::TypeError, format!("{what} when calling: `{}`", function.signature()))
    };
    if at > function.parameters.len() {
        return Err(function.count_error(at as i32));
    }
    let mut ordered = arguments[..at].to_vec();
    for pair in arguments[at + 1..].chunks(2) {
        let [name, value] = pair else {
            return Err(type_error("A keyword argument has no value".to_owned()));
        };
        // SAFETY: the names and values are arguments of the call.
        let name = unsafe { AnyView::from_raw(name) };
        let name = <&'static str as Argument>::from_view(name).map_err(|mismatch| {
            type_error(format!("The name of a keyword argument is no text. {mismatch}"))
        })?;
        let Some(place) =
            (0..function.parameters.len()).find(|index| function.parameter_name(*index) == name)
        else {
            return Err(type_error(format!("Unexpected keyword argument `{name}`")));
        };
        if ordered.len() <= place {
            ordered.resize(place + 1, ABSENT);
        } else if ordered[place].type_index != ABSENT.type_index {
            return Err(type_error(format!("Two values for argument `{name}`")));
        }
        ordered[place] = *value;
    }
    for (index, value) in ordered.iter().enumerate() {
        if value.type_index == ABSENT.type_index && !function.has_default(index) {
            return Err(type_error(format!("Missing argument `{}`", function.parameter_name(index))));
        }
    }
    for index in ordered.len()..function.parameters.len() {
        if !function.has_default(index) {
            return Err(type_error(format!("Missing argument `{}`", function.parameter_name(index))));
        }
    }
    Ok(Some(ordered))
}

/// The object that stands before keyword arguments, which the host never frees.
fn marker() -> Result<*mut ObjectHeader> {
    static MARKER: AtomicPtr<ObjectHeader> = AtomicPtr::new(core::ptr::null_mut());
    let known = MARKER.load(Acquire);
    if !known.is_null() {
        return Ok(known);
    }
    let object = Function::present_global("ffi.GetKwargsObject")?.call(())?;
    let marker = object.view().as_raw().pointer().cast::<ObjectHeader>();
    MARKER.store(marker, Release);
    // The host keeps the object too; this reference makes sure that no other object gets its address.
    core::mem::forget(object);
    Ok(marker)
}

//! The C functions through which hosts read and set fields: they get the field's address and nothing else.

use core::ffi::{c_int, c_void};

use super::object_layout::{VALUE_OFFSET, state_of};
use super::state::State;
use super::{BaseClass, Class, ClassDescriptor, ReadField, SetField};
use crate::any::{Any, AnyView};
use crate::convert::{Mismatch, MismatchKind};
use crate::error::{Error, ErrorKind, Result};
use crate::function::{contain, raise};
use crate::sys::{ObjectHeader, RawAny};

/// The state of the object that has the field, which stands at `offset` in the object's value.
///
/// # Safety
/// `field` is such a field of an object that is alive for `'a`.
#[inline(always)]
unsafe fn state_of_owner<'a>(field: *mut c_void, offset: usize) -> &'a State {
    // SAFETY: the object begins that far before the field.
    unsafe { state_of(field.byte_sub(VALUE_OFFSET + offset).cast::<ObjectHeader>()) }
}

/// The number of a field among those of the class and its bases.
const fn number<C: Class>(index: usize) -> usize {
    <C::Base as BaseClass>::FIELDS + index
}

/// Reads a field.
///
/// # Safety
/// `field` is the field of type `F` at `OFFSET` in an object of class `C` or one that extends it, which is alive;
/// `result` points to a writable value that owns nothing.
pub(super) unsafe extern "C" fn get<C: Class, F: ReadField, const OFFSET: usize, const INDEX: usize>(
    field: *mut c_void,
    result: *mut RawAny,
) -> c_int {
    // SAFETY: the caller promises a field of this type of a living object. A complete object's fields are set and
    // changed only through themselves; those of an open one are read while nobody else touches them.
    unsafe {
        contain(
            result,
            || {
                let state = state_of_owner(field, OFFSET);
                let field = field.cast::<F>();
                let read = if state.is_complete() {
                    (*field).read()
                } else {
                    let number = number::<C>(INDEX);
                    let while_open =
                        state.while_open(|missing| (!missing.has(number)).then(|| (*field).read()));
                    match while_open {
                        Some(Some(read)) => read,
                        Some(None) => return Err(missing_error(C::descriptor(), number)),
                        None if state.is_complete() => (*field).read(),
                        None => return Err(foreign_error(C::descriptor())),
                    }
                };
                read.map_err(|mismatch| field_error(C::descriptor(), INDEX, &mismatch))
            },
            |failure| raise(&C::descriptor().frame(), None, failure),
        )
    }
}

/// Sets a field at any time.
///
/// # Safety
/// `field` as for [`get`]; `value` is a value as the packed call convention passes it.
pub(super) unsafe extern "C" fn set<C: Class, F: SetField, const OFFSET: usize, const INDEX: usize>(
    field: *mut c_void,
    value: *const RawAny,
) -> c_int {
    let set = || {
        // SAFETY: the caller promises a valid value and a field of this type of a living object, whose state tells
        // whether the field is set.
        unsafe {
            let view = AnyView::from_raw(&*value);
            let state = state_of_owner(field, OFFSET);
            let field = field.cast::<F>();
            if state.is_complete() {
                return (*field)
                    .set_from(view)
                    .map_err(|mismatch| field_error(C::descriptor(), INDEX, &mismatch));
            }
            fill_in::<C, F>(state, field, INDEX, view, || (*field).set_from(view))
        }
    };
    // SAFETY: nothing is written to the result but None.
    unsafe { run(C::descriptor(), set) }
}

/// Sets a read-only field, which is possible while the host fills the object in.
///
/// # Safety
/// As [`set`].
pub(super) unsafe extern "C" fn set_read_only<
    C: Class,
    F: ReadField,
    const OFFSET: usize,
    const INDEX: usize,
>(
    field: *mut c_void,
    value: *const RawAny,
) -> c_int {
    let set = || {
        // SAFETY: as in `set`; the field is changed only while the object is open.
        unsafe {
            let view = AnyView::from_raw(&*value);
            let state = state_of_owner(field, OFFSET);
            fill_in::<C, F>(state, field.cast(), INDEX, view, || {
                Err(Mismatch::new_value("a field that can be set", "a read-only one"))
            })
        }
    };
    // SAFETY: nothing is written to the result but None.
    unsafe { run(C::descriptor(), set) }
}

/// Puts a value into a field of an open object; `if_complete` is for an object that is complete by now.
///
/// # Safety
/// `field` is the field with that index of an object of class `C`, whose state it is.
unsafe fn fill_in<C: Class, F: ReadField>(
    state: &State,
    field: *mut F,
    index: usize,
    view: AnyView<'_>,
    if_complete: impl FnOnce() -> core::result::Result<(), Mismatch>,
) -> Result<()> {
    let error = |mismatch: Mismatch| field_error(C::descriptor(), index, &mismatch);
    if state.is_complete() {
        return if_complete().map_err(error);
    }
    let number = number::<C>(index);
    let mut value = Some(F::build(view).map_err(error)?);
    let old = state.while_open(|missing| {
        let new = value.take()?;
        if missing.has(number) {
            // SAFETY: the object is open and this thread's turn; the field is not set, so nothing is lost.
            unsafe { field.write(new) };
            missing.remove(number);
            return None;
        }
        // SAFETY: as above; the field is set, and what it held is dropped after the turn.
        Some(unsafe { field.replace(new) })
    });
    match old {
        Some(_old) => Ok(()),
        None if state.is_complete() => if_complete().map_err(error),
        None => Err(foreign_error(C::descriptor())),
    }
}

/// Runs a setter.
///
/// # Safety
/// None: it is unsafe only because [`contain`] is.
#[inline(always)]
unsafe fn run(class: &'static ClassDescriptor, set: impl FnOnce() -> Result<()>) -> c_int {
    let mut nothing = RawAny::NONE;
    // SAFETY: the result is writable and owns nothing, before and after.
    unsafe {
        contain(&mut nothing, || set().map(|()| Any::none()), |failure| raise(&class.frame(), None, failure))
    }
}

#[cold]
fn field_error(class: &ClassDescriptor, index: usize, mismatch: &Mismatch) -> Error {
    let name = class.fields().get(index).map_or("?", |field| field.name);
    let key = class.type_key();
    match mismatch.kind() {
        MismatchKind::Type => Error::without_place(
            ErrorKind::TypeError,
            format!("Mismatched type on field `{name}` of `{key}`. {mismatch}"),
        ),
        MismatchKind::Value => Error::without_place(
            ErrorKind::ValueError,
            format!("Invalid value of field `{name}` of `{key}`. {mismatch}"),
        ),
    }
}

#[cold]
pub(super) fn missing_error(class: &ClassDescriptor, number: usize) -> Error {
    let name = class.field(number).map_or("?", |field| field.name);
    Error::without_place(
        ErrorKind::ValueError,
        format!("the object of `{}` is not complete: its field `{name}` is not set", class.type_key()),
    )
}

#[cold]
fn foreign_error(class: &ClassDescriptor) -> Error {
    Error::without_place(
        ErrorKind::TypeError,
        format!(
            "the object was not made by the library that defines `{}`: classes defined in Rust cannot be extended in \
             other languages",
            class.type_key()
        ),
    )
}

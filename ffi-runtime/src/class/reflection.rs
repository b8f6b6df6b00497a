//! The fields and methods of any object, found by name in the host's table of types.

use core::ffi::c_void;
use core::mem::MaybeUninit;

use super::Object;
use super::type_key::type_key;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ToArgument};
use crate::error::{Error, ErrorKind, Result, check};
use crate::function::{CallArguments, Function};
use crate::host;
use crate::object::ObjectPtr;

use crate::sys::{ByteArray, FieldFlags, FieldInfo, FieldSetter, MethodInfo, RawAny, TypeIndex, TypeInfo};

/// The most arguments of a method, the object included.
const MOST_ARGUMENTS: usize = 13;

/// By name, for objects of any class and language.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[ffi_class("reflection_example.Counter")]
/// struct Counter {
///     #[ffi(get, set)]
///     count: Field<i64>,
/// }
///
/// #[ffi_methods]
/// impl Counter {
///     fn add(&self, more: i64) -> i64 {
///         self.count.get() + more
///     }
/// }
///
/// # ffi_runtime::host::require()?;
/// let counter = Object::from(Ref::new(Counter { count: Field::new(1) }));
/// counter.set_field("count", 2)?;
/// assert_eq!(counter.field("count")?.to::<i64>()?, 2);
/// assert_eq!(counter.call_method("add", (3,))?.to::<i64>()?, 5);
/// # Ok::<(), Error>(())
/// ```
impl Object {
    /// The value of the field of that name.
    ///
    /// # Errors
    /// An AttributeError naming the type and the field when there is none; the getter's error.
    #[track_caller]
    pub fn field(&self, name: &str) -> Result<Any> {
        let object = self.as_object();
        let field = find_field(object.type_index(), name)?;
        let Some(getter) = field.getter else {
            return Err(no_member(object.type_index(), "readable field", name));
        };
        let mut value = RawAny::NONE;
        // SAFETY: the field is one of the object's type, so it stands at its offset in the object.
        check(unsafe { getter(address(object, field), &mut value) })?;
        // SAFETY: a getter that succeeds leaves an owned value.
        Ok(unsafe { Any::from_raw(value) })
    }

    /// Sets the field of that name.
    ///
    /// # Errors
    /// An AttributeError naming the type and the field when there is none, or it is read-only; the setter's error.
    #[track_caller]
    pub fn set_field(&self, name: &str, value: impl ToArgument) -> Result<()> {
        let object = self.as_object();
        let field = find_field(object.type_index(), name)?;
        if !field.flags.contains(FieldFlags::WRITABLE) || field.setter.is_null() {
            return Err(no_member(object.type_index(), "settable field", name));
        }
        let value = value.to_argument()?;
        let address = address(object, field);
        if field.flags.contains(FieldFlags::SETTER_IS_FUNCTION) {
            // SAFETY: the flag says that the setter is a function object, which the type keeps.
            let setter = unsafe { function_of(RawAny::from_pointer(TypeIndex::FUNCTION, field.setter)) }?;
            let address = RawAny::from_pointer(TypeIndex::OPAQUE_PTR, address);
            let raw_value = value.as_raw();
            // SAFETY: both values live during the call.
            let arguments = unsafe { [AnyView::from_raw(&address), AnyView::from_raw(&raw_value)] };
            return setter.call_packed(&arguments).map(drop);
        }
        // SAFETY: without the flag the setter is a C function, for the field at its place in the object.
        check(unsafe {
            let setter = core::mem::transmute::<*mut c_void, FieldSetter>(field.setter);
            setter(address, &value.as_raw())
        })
    }

    /// Calls the method of that name on the object.
    ///
    /// # Errors
    /// An AttributeError naming the type and the method when there is none; the method's error.
    #[track_caller]
    pub fn call_method<A: CallArguments>(&self, name: &str, arguments: A) -> Result<Any> {
        let object = self.as_object();
        let method = find_method(object.type_index(), name)?;
        let is_static = method.flags.contains(FieldFlags::IS_STATIC_METHOD);
        // SAFETY: the method is a value that the type keeps.
        let function = unsafe { function_of(method.method) }?;
        if is_static {
            return function.call(arguments);
        }
        let this = RawAny::from_pointer(object.type_index(), object.as_ptr().cast());
        call_with(&function, this, arguments)
    }
}

/// Calls the static method of that name of the type with that key.
///
/// # Errors
/// A TypeError naming the type when no library has registered it; an AttributeError naming the type and the method when
/// there is none; the method's error.
#[track_caller]
pub(super) fn call_static<A: CallArguments>(type_key: &str, name: &str, arguments: A) -> Result<Any> {
    let method = find_method(type_index_of(type_key)?, name)?;
    // SAFETY: the method is a value that the type keeps.
    unsafe { function_of(method.method) }?.call(arguments)
}

/// Calls the constructor of the type with that key: a method, or an attribute where Python makes it of the fields.
///
/// # Errors
/// As [`call_static`].
#[track_caller]
pub(super) fn construct<A: CallArguments>(type_key: &str, arguments: A) -> Result<Any> {
    const INIT: &str = "__ffi_init__";
    let type_index = type_index_of(type_key)?;
    let constructor = match own_method(type_index, INIT)? {
        // SAFETY: the method is a value that the type keeps.
        Some(method) => unsafe { function_of(method.method) }?,
        None => attribute(type_index, INIT)?.ok_or_else(|| no_member(type_index, "constructor", INIT))?,
    };
    constructor.call(arguments)
}

/// The function that an attribute of a type is.
fn attribute(type_index: TypeIndex, name: &str) -> Result<Option<Function>> {
    // SAFETY: the name is read during the call. The column is read at once and in its bounds.
    unsafe {
        let Some(column) =
            host::present()?.get_type_attr_column()?(&ByteArray::new(name.as_bytes())).as_ref()
        else {
            return Ok(None);
        };
        let place = usize::try_from(type_index.0 - column.begin_index).unwrap_or(usize::MAX);
        if place >= usize::try_from(column.size).unwrap_or(0) {
            return Ok(None);
        }
        <Option<Function> as Argument>::from_view(AnyView::from_raw(&*column.data.add(place)))
            .map_err(Error::from)
    }
}

/// The index of the type with that key.
#[track_caller]
pub(super) fn type_index_of(type_key: &str) -> Result<TypeIndex> {
    let mut index = TypeIndex::NONE;
    let key = ByteArray::new(type_key.as_bytes());
    // SAFETY: the key is read during the call; the index is writable.
    match check(unsafe { host::require()?.type_key_to_index()?(&key, &mut index) }) {
        Ok(()) => Ok(index),
        Err(_unknown) => Err(Error::new(
            ErrorKind::TypeError,
            format!("there is no type `{type_key}`: load the library that registers it first"),
        )),
    }
}

/// Whether objects of a type are of the type with index `base`, or of one that extends it.
pub(super) fn extends(type_index: TypeIndex, base: TypeIndex) -> bool {
    type_index == base || lineage(type_index).is_ok_and(|mut types| types.any(|info| info.type_index == base))
}

#[track_caller]
fn call_with<A: CallArguments>(function: &Function, this: RawAny, arguments: A) -> Result<Any> {
    arguments.with_raw(|arguments| {
        let mut all = [const { MaybeUninit::<RawAny>::uninit() }; MOST_ARGUMENTS];
        let count = arguments.len() + 1;
        all[0].write(this);
        for (place, argument) in all[1..count].iter_mut().zip(arguments) {
            place.write(*argument);
        }
        // SAFETY: the first `count` places were written.
        function.call_raw(unsafe { core::slice::from_raw_parts(all.as_ptr().cast(), count) })
    })?
}

fn address(object: &ObjectPtr, field: &FieldInfo) -> *mut c_void {
    object.as_ptr().cast::<c_void>().wrapping_byte_offset(field.offset as isize)
}

/// # Safety
/// `value` is a valid value.
unsafe fn function_of(value: RawAny) -> Result<Function> {
    // SAFETY: the caller promises a valid value, which is borrowed.
    <Function as Argument>::from_view(unsafe { AnyView::from_raw(&value) }).map_err(Error::from)
}

/// The type and those that it extends, from the type upwards.
#[track_caller]
fn lineage(type_index: TypeIndex) -> Result<impl Iterator<Item = &'static TypeInfo>> {
    // SAFETY: an object of the type exists or the host has just named it, so the host knows it; what it tells of types
    // stays valid.
    let info = unsafe { host::present()?.get_type_info()?(type_index).as_ref() };
    let Some(info) = info else {
        return Err(Error::new(
            ErrorKind::TypeError,
            format!("there is no type with index {}", type_index.0),
        ));
    };
    let depth = usize::try_from(info.type_depth).unwrap_or(0);
    let ancestors = (0..depth).rev().filter_map(move |level| {
        // SAFETY: a type has as many ancestors as its depth says.
        unsafe { (*info.type_ancestors.add(level)).as_ref() }
    });
    Ok(core::iter::once(info).chain(ancestors))
}

#[track_caller]
fn find_field(type_index: TypeIndex, name: &str) -> Result<&'static FieldInfo> {
    lineage(type_index)?
        .find_map(|info| {
            // SAFETY: a type has as many fields as it says, whose names stay.
            unsafe {
                members(info.fields, info.num_fields).find(|field| field.name.as_bytes() == name.as_bytes())
            }
        })
        .ok_or_else(|| no_member(type_index, "field", name))
}

/// The method of that name that the type itself has: constructors are not inherited.
#[track_caller]
fn own_method(type_index: TypeIndex, name: &str) -> Result<Option<&'static MethodInfo>> {
    Ok(lineage(type_index)?.next().and_then(|info| {
        // SAFETY: a type has as many methods as it says, whose names stay.
        unsafe { members(info.methods, info.num_methods).find(|it| it.name.as_bytes() == name.as_bytes()) }
    }))
}

#[track_caller]
fn find_method(type_index: TypeIndex, name: &str) -> Result<&'static MethodInfo> {
    lineage(type_index)?
        .find_map(|info| {
            // SAFETY: a type has as many methods as it says, whose names stay.
            unsafe {
                members(info.methods, info.num_methods).find(|it| it.name.as_bytes() == name.as_bytes())
            }
        })
        .ok_or_else(|| no_member(type_index, "method", name))
}

/// # Safety
/// `first` points to `count` members, which stay.
unsafe fn members<T: 'static>(first: *const T, count: i32) -> impl Iterator<Item = &'static T> {
    // SAFETY: the caller promises as many members.
    (0..usize::try_from(count).unwrap_or(0)).map(move |index| unsafe { &*first.add(index) })
}

#[cold]
#[track_caller]
fn no_member(type_index: TypeIndex, what: &str, name: &str) -> Error {
    let key = type_key(type_index);
    Error::new(ErrorKind::AttributeError, format!("`{key}` has no {what} `{name}`"))
}

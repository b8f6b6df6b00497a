//! Makes classes known to the host.

use core::ffi::c_void;

use super::constructor_parameters::{ConstructorParameters, Role};
use super::method::Report;
use super::{ClassDescriptor, FieldDescriptor, MethodDescriptor, MethodKind, MethodsDescriptor, copies};
use crate::any::Any;
use crate::error::{Error, ErrorKind, Result, check, take_raised};
use crate::function::{Function, function_metadata, write_json_string};
use crate::host::{self, HostTable};
use crate::sys::{
    ByteArray, FieldFlags, FieldInfo, MethodInfo, RawAny, StructuralEqHashKind, TypeIndex, TypeMetadata,
};

/// Registers a class, after those that it extends. Its constructor is looked for among `methods`.
///
/// # Errors
/// A RuntimeError naming the type key when it is taken, or that of a base that could not be registered.
pub fn register(class: &'static ClassDescriptor, methods: &[MethodsDescriptor]) -> Result<()> {
    if class.type_index().is_some() {
        return Ok(());
    }
    let host = host::present()?;
    let parent = match class.base() {
        None => TypeIndex::OBJECT,
        Some(base) => {
            base.type_index().map_or_else(|| register(base, methods).and_then(|()| index_of(base)), Ok)?
        }
    };
    let key = class.type_key();
    refuse_taken(host, key)?;
    let allocate = host.type_get_or_alloc_index()?;
    // SAFETY: the key is read during the call; it is new, and the parent and its depth are as the host knows them.
    let index =
        unsafe { allocate(&ByteArray::new(key.as_bytes()), TypeIndex(-1), class.depth(), 0, 1, parent) };
    if index < TypeIndex::DYN_OBJECT_BEGIN {
        return Err(take_raised());
    }
    register_metadata(host, class, index)?;
    let parameters = ConstructorParameters::of(class, methods);
    for field in class.fields() {
        register_field(host, class, field, index, parameters.role(field.name))?;
    }
    if !parameters.exists {
        register_attribute(host, index, INIT, &no_constructor(class).into())?;
    }
    for (name, value) in attributes(class) {
        register_attribute(host, index, name, &value)?;
    }
    class.set_type_index(index);
    Ok(())
}

/// Registers the methods of a class that is registered. Each that cannot be is reported, with the error.
pub fn register_methods(block: &MethodsDescriptor, report: Report<'_>) {
    let class = (block.class)();
    // Why a class is not registered was said when it was tried.
    let Some(index) = class.type_index() else { return };
    for method in block.methods {
        let registered = host::present().map_err(Error::from).and_then(|host| {
            refuse_taken_method(host, index, method).and_then(|()| register_method(host, index, method))
        });
        if let Err(error) = registered {
            report(method.function.path, &error);
        }
    }
}

/// A block of methods does not know the others of its class.
fn refuse_taken_method(host: &HostTable, index: TypeIndex, method: &MethodDescriptor) -> Result<()> {
    // SAFETY: the class is registered; a type has as many methods as it says, whose names stay.
    let is_taken = unsafe {
        let Some(info) = host.get_type_info()?(index).as_ref() else { return Ok(()) };
        let count = usize::try_from(info.num_methods).unwrap_or(0);
        (0..count).any(|at| (*info.methods.add(at)).name.as_bytes() == method.name.as_bytes())
    };
    if !is_taken {
        return Ok(());
    }
    let what = if method.kind == MethodKind::Init { "a constructor" } else { "a method of that name" };
    Err(Error::without_place(
        ErrorKind::RuntimeError,
        format!("the class has {what} already, `{}`: the first one stays in effect", method.name),
    ))
}

fn index_of(class: &ClassDescriptor) -> Result<TypeIndex> {
    class.type_index().ok_or_else(|| {
        Error::without_place(
            ErrorKind::RuntimeError,
            format!("the class `{}` is not registered", class.type_key()),
        )
    })
}

/// Hosts print to the console or stop the process when a key is taken, so it is asked for first.
fn refuse_taken(host: &HostTable, key: &str) -> Result<()> {
    let mut index = TypeIndex::NONE;
    // SAFETY: the key is read during the call; the index is writable.
    match check(unsafe { host.type_key_to_index()?(&ByteArray::new(key.as_bytes()), &mut index) }) {
        Err(_unknown) => Ok(()),
        Ok(()) => Err(Error::without_place(
            ErrorKind::RuntimeError,
            format!("the type key `{key}` is registered already: the first registration stays in effect"),
        )),
    }
}

fn register_metadata(host: &HostTable, class: &ClassDescriptor, index: TypeIndex) -> Result<()> {
    let details = class.details();
    let structural_eq_hash_kind = match details.equality {
        Some(_) => StructuralEqHashKind::TREE_NODE,
        None => StructuralEqHashKind::UNSUPPORTED,
    };
    let metadata = TypeMetadata {
        doc: ByteArray::new(details.doc.as_bytes()),
        creator: class.creator(),
        total_size: i32::try_from(class.size()).unwrap_or(0),
        structural_eq_hash_kind,
    };
    // SAFETY: everything in the metadata is read or copied during the call; the creator lives as long as the process.
    check(unsafe { host.type_register_metadata()?(index, &metadata) })
}

fn register_field(
    host: &HostTable,
    class: &'static ClassDescriptor,
    field: &FieldDescriptor,
    index: TypeIndex,
    role: Role,
) -> Result<()> {
    let mut schema = String::new();
    (field.write_schema)(&mut schema);
    let mut metadata = String::from("{\"type_schema\":");
    write_json_string(&schema, &mut metadata);
    metadata.push('}');
    let mut flags = if field.is_settable { FieldFlags::WRITABLE } else { FieldFlags::NONE };
    flags = flags.with(match role {
        Role::None => FieldFlags::INIT_OFF,
        Role::Positional { .. } => FieldFlags::NONE,
        Role::Keyword { .. } => FieldFlags::KEYWORD_ONLY,
    });
    let mut default = Any::none();
    if let Some(make_default) = field.default {
        default = make_default().map_err(|mismatch| {
            let (name, key) = (field.name, class.type_key());
            Error::without_place(
                ErrorKind::ValueError,
                format!("Invalid default of field `{name}` of `{key}`. {mismatch}"),
            )
        })?;
        flags = flags.with(FieldFlags::HAS_DEFAULT);
    } else if role.is_optional() {
        // Only Python's signature is to know of the constructor's default: a host that rebuilds an object still needs
        // the field.
        default = no_default(class, field).into();
        flags = flags.with(FieldFlags::HAS_DEFAULT).with(FieldFlags::DEFAULT_FROM_FACTORY);
    }
    let info = FieldInfo {
        name: ByteArray::new(field.name.as_bytes()),
        doc: ByteArray::new(field.doc.as_bytes()),
        metadata: ByteArray::new(metadata.as_bytes()),
        flags,
        size: field.size as i64,
        alignment: field.alignment as i64,
        offset: field.offset_in_object() as i64,
        getter: Some(field.getter),
        setter: field.setter as *mut c_void,
        default_value_or_factory: *default.view().as_raw(),
        field_static_type_index: (field.static_type_index)(),
    };
    // SAFETY: everything in the info is read or copied during the call; the functions live as long as the process.
    check(unsafe { host.type_register_field()?(index, &info) })
}

/// The factory of a default that there is not.
fn no_default(class: &'static ClassDescriptor, field: &FieldDescriptor) -> Function {
    let (name, key) = (field.name, class.type_key());
    Function::from_packed(move |_| {
        Err(Error::without_place(
            ErrorKind::TypeError,
            format!("Required field `{name}` not set in type `{key}`"),
        ))
    })
}

/// The constructor of a class that has none: without it, Python would make objects with nothing behind them, or call that
/// of the base.
fn no_constructor(class: &'static ClassDescriptor) -> Function {
    let key = class.type_key();
    Function::from_packed(move |_| {
        Err(Error::without_place(
            ErrorKind::TypeError,
            format!("`{key}` has no constructor: its objects come from functions and static methods"),
        ))
    })
}

/// What hosts look up by type beside fields and methods, with the names that libtvm_ffi gives it.
fn attributes(class: &'static ClassDescriptor) -> Vec<(&'static str, Any)> {
    let details = class.details();
    let mut attributes = vec![("__ffi_type_final__", Any::from(false))];
    if let Some(copier) = details.copier {
        attributes.push(("__ffi_shallow_copy__", copier().into()));
    } else if class.creator().is_some() {
        attributes.push(("__ffi_shallow_copy__", copies::copy_function(class).into()));
    }
    if let Some(equality) = details.equality {
        let function = Any::from(equality.function());
        attributes
            .extend(["__ffi_eq__", "__s_equal__", "__any_equal__"].map(|name| (name, function.clone())));
    }
    if let Some(hash) = details.hash {
        let function = Any::from(hash.function());
        attributes
            .extend(["__ffi_hash__", "__s_hash__", "__any_hash__"].map(|name| (name, function.clone())));
    }
    attributes
}

fn register_attribute(host: &HostTable, index: TypeIndex, name: &str, value: &Any) -> Result<()> {
    // SAFETY: the name is read during the call; the host takes a reference of its own to the value.
    check(unsafe {
        host.type_register_attr()?(index, &ByteArray::new(name.as_bytes()), value.view().as_raw())
    })
}

/// The name that the constructor is found by, among the methods and as an attribute.
const INIT: &str = "__ffi_init__";

fn register_method(host: &HostTable, index: TypeIndex, method: &MethodDescriptor) -> Result<()> {
    let function = Any::from(Function::from_safe_call(method.call));
    if method.kind == MethodKind::Init {
        register_attribute(host, index, INIT, &function)?;
    }
    let metadata = function_metadata(method.function);
    let info = MethodInfo {
        name: ByteArray::new(method.name.as_bytes()),
        doc: ByteArray::new(method.function.doc.as_bytes()),
        metadata: ByteArray::new(metadata.as_bytes()),
        flags: match method.kind {
            MethodKind::Instance => FieldFlags::NONE,
            MethodKind::Static | MethodKind::Init => FieldFlags::IS_STATIC_METHOD,
        },
        method: *function.view().as_raw() as RawAny,
    };
    // SAFETY: everything in the info is read or copied during the call.
    check(unsafe { host.type_register_method()?(index, &info) })
}

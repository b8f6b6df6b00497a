//! The modules that a module imports. No host has a function that tells; it is a field that other languages see.

use core::ffi::c_void;

use super::Module;
use crate::any::Any;
use crate::container::Array;
use crate::error::{Error, ErrorKind, Result, check};
use crate::host;
use crate::sys::{FieldInfo, RawAny, TypeIndex};

/// The field of `ffi.Module`.
const FIELD: &[u8] = b"imports_";

#[inline]
#[track_caller]
pub(super) fn of(module: &Module) -> Result<Vec<Module>> {
    let Some(field) = field()? else {
        return Err(Error::new(
            ErrorKind::RuntimeError,
            "the host does not tell what a module imports: install a newer apache-tvm-ffi",
        ));
    };
    let Some(getter) = field.getter else {
        return Err(Error::new(ErrorKind::RuntimeError, "the host cannot read what a module imports"));
    };
    let mut imports = RawAny::NONE;
    let object = module.as_object().as_ptr().cast::<c_void>();
    // SAFETY: the host registered the field for modules, so the getter reads it at this offset of one; it leaves
    // an owned value.
    let imports = unsafe {
        check(getter(object.byte_offset(field.offset as isize), &mut imports))?;
        Any::from_raw(imports)
    };
    Ok(imports.to::<Array<Module>>()?.iter().collect())
}

#[inline]
fn field() -> Result<Option<FieldInfo>> {
    let get_type_info = host::require()?.get_type_info()?;
    // SAFETY: the host returns null or a type's info, which is never freed.
    let Some(info) = (unsafe { get_type_info(TypeIndex::MODULE).as_ref() }) else { return Ok(None) };
    if info.num_fields <= 0 {
        return Ok(None);
    }
    // SAFETY: the info has this many fields; those of a type that the host brings are there from the start.
    let fields = unsafe { core::slice::from_raw_parts(info.fields, info.num_fields as usize) };
    // SAFETY: the names of fields are never freed.
    Ok(fields.iter().find(|field| unsafe { field.name.as_bytes() } == FIELD).copied())
}

//! What other languages read of a module without a function.

use core::ffi::{c_int, c_void};

use super::{guard, module_imports};
use crate::container::Array;
use crate::module::Module;
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, FieldFlags, FieldInfo, ObjectHeader, RawAny, TypeIndex};

/// The modules that a module imports, as libtvm_ffi names the field.
pub(super) fn imports() -> FieldInfo {
    FieldInfo {
        name: ByteArray::new(b"imports_"),
        doc: ByteArray::new(b""),
        metadata: ByteArray::new(
            br#"{"type_schema":"{\"type\":\"ffi.Array\",\"args\":[{\"type\":\"Any\"}]}"}"#,
        ),
        flags: FieldFlags::NONE,
        size: size_of::<*mut ObjectHeader>() as i64,
        alignment: align_of::<*mut ObjectHeader>() as i64,
        // The imports are in a table and not in the object: the getter wants the object itself.
        offset: 0,
        getter: Some(get_imports),
        setter: core::ptr::null_mut(),
        default_value_or_factory: RawAny::NONE,
        field_static_type_index: TypeIndex::ARRAY,
    }
}

/// # Safety
/// `module` is a module that is alive; `result` points to a writable value that owns nothing.
unsafe extern "C" fn get_imports(module: *mut c_void, result: *mut RawAny) -> c_int {
    guard::status("imports_", || {
        let Some(object) = core::ptr::NonNull::new(module.cast::<ObjectHeader>()) else {
            bail!(ValueError, "Expected a module but got a null pointer")
        };
        // SAFETY: the caller promises a module that is alive.
        let module = unsafe { Module::from_object(ObjectPtr::from_borrowed(object)) };
        let imports: Array<Module> = module_imports::direct(&module).into_iter().collect();
        // SAFETY: the caller promises a writable value.
        unsafe { result.write(crate::any::Any::from(imports).into_raw()) };
        Ok(())
    })
}

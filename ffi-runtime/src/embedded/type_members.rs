//! Fields, methods and metadata of registered types.
//!
//! C code reads type infos without a lock. The array is published before its new length, so whoever reads the
//! length first finds as many items; members are registered before objects of the type are handed out.

use core::ffi::c_int;
use core::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use super::guard::Refusal;
use super::types::{self, Entry};
use super::{guard, lent};
use crate::any::{Any, AnyView};
use crate::error::{ErrorKind, Result};
use crate::sys::{FieldFlags, FieldInfo, MethodInfo, RawAny, TypeIndex, TypeMetadata};

impl Entry {
    /// Adds a field, whose byte arrays and values are never freed.
    pub(super) fn publish_field(&mut self, field: FieldInfo) {
        self.fields.push(field);
        let (items, count) = (self.fields.as_mut_ptr(), self.fields.as_slice().len());
        // SAFETY: the info is never freed, and changed atomically and only while the table is locked.
        unsafe {
            let info = self.info.as_ptr();
            AtomicPtr::from_ptr((&raw mut (*info).fields).cast::<*mut FieldInfo>())
                .store(items, Ordering::Release);
            AtomicI32::from_ptr(&raw mut (*info).num_fields).store(count as i32, Ordering::Release);
        }
    }

    fn publish_methods(&mut self) {
        let (items, count) = (self.methods.as_mut_ptr(), self.methods.as_slice().len());
        // SAFETY: the info is never freed, and changed atomically and only while the table is locked.
        unsafe {
            let info = self.info.as_ptr();
            AtomicPtr::from_ptr((&raw mut (*info).methods).cast::<*mut MethodInfo>())
                .store(items, Ordering::Release);
            AtomicI32::from_ptr(&raw mut (*info).num_methods).store(count as i32, Ordering::Release);
        }
    }

    /// Sets the type's metadata unless it has some.
    pub(super) fn publish_metadata(&mut self, metadata: TypeMetadata, doc: &[u8]) -> bool {
        // SAFETY: the info is never freed, and changed atomically and only while the table is locked.
        let place = unsafe {
            AtomicPtr::from_ptr((&raw mut (*self.info.as_ptr()).metadata).cast::<*mut TypeMetadata>())
        };
        if !place.load(Ordering::Acquire).is_null() {
            return false;
        }
        let kept = Box::new(TypeMetadata { doc: types::keep(doc), ..metadata });
        place.store(Box::leak(kept), Ordering::Release);
        true
    }
}

fn taken(what: &str, name: &[u8], entry: &Entry) -> Refusal {
    let (name, key) = (lent::text(name), entry.key());
    let message =
        format!("the type `{key}` has a {what} `{name}` already: the first registration stays in effect");
    Refusal::new(ErrorKind::RuntimeError, message)
}

/// A value of our own, to be kept until the process ends.
///
/// # Safety
/// `value` is a value as arguments are passed.
unsafe fn own(value: &RawAny) -> Result<Any> {
    // SAFETY: the caller promises a valid value.
    unsafe { AnyView::from_raw(value) }.to_owned()
}

/// # Safety
/// `info` points to a field info whose byte arrays and values are valid.
pub(super) unsafe extern "C" fn register_field(type_index: TypeIndex, info: *const FieldInfo) -> c_int {
    guard::status("TVMFFITypeRegisterField", || {
        // SAFETY: the caller promises a valid info.
        let info = unsafe { &*info };
        // SAFETY: the caller promises valid byte arrays.
        let (name, doc, metadata) =
            unsafe { (info.name.as_bytes(), info.doc.as_bytes(), info.metadata.as_bytes()) };
        let default = match info.flags.contains(FieldFlags::HAS_DEFAULT) {
            // SAFETY: the flag says that the value is one.
            true => unsafe { own(&info.default_value_or_factory)? },
            false => Any::none(),
        };
        let setter = match info.flags.contains(FieldFlags::SETTER_IS_FUNCTION) && !info.setter.is_null() {
            // SAFETY: the flag says that the setter is a function object, which the caller keeps alive.
            true => unsafe { own(&RawAny::from_pointer(TypeIndex::FUNCTION, info.setter))? },
            false => Any::none(),
        };
        let registered = types::write(|table| {
            let entry = table.entry(type_index)?;
            // SAFETY: kept byte arrays are never freed.
            if entry.fields.as_slice().iter().any(|field| unsafe { field.name.as_bytes() } == name) {
                return Err(taken("field", name, entry));
            }
            entry.publish_field(FieldInfo {
                name: types::keep(name),
                doc: types::keep(doc),
                metadata: types::keep(metadata),
                default_value_or_factory: *default.view().as_raw(),
                ..*info
            });
            Ok(())
        });
        registered?;
        // The table has them now.
        core::mem::forget((default, setter));
        Ok(())
    })
}

/// # Safety
/// `info` points to a method info whose byte arrays and method are valid.
pub(super) unsafe extern "C" fn register_method(type_index: TypeIndex, info: *const MethodInfo) -> c_int {
    guard::status("TVMFFITypeRegisterMethod", || {
        // SAFETY: the caller promises a valid info.
        let info = unsafe { &*info };
        // SAFETY: the caller promises valid byte arrays.
        let (name, doc, metadata) =
            unsafe { (info.name.as_bytes(), info.doc.as_bytes(), info.metadata.as_bytes()) };
        // SAFETY: the caller promises a valid value.
        let method = unsafe { own(&info.method)? };
        let registered = types::write(|table| {
            let entry = table.entry(type_index)?;
            // SAFETY: kept byte arrays are never freed.
            if entry.methods.as_slice().iter().any(|method| unsafe { method.name.as_bytes() } == name) {
                return Err(taken("method", name, entry));
            }
            entry.methods.push(MethodInfo {
                name: types::keep(name),
                doc: types::keep(doc),
                metadata: types::keep(metadata),
                flags: info.flags,
                method: *method.view().as_raw(),
            });
            entry.publish_methods();
            Ok(())
        });
        registered?;
        // The table has it now.
        core::mem::forget(method);
        Ok(())
    })
}

/// # Safety
/// `metadata` points to metadata whose byte array is valid.
pub(super) unsafe extern "C" fn register_metadata(
    type_index: TypeIndex,
    metadata: *const TypeMetadata,
) -> c_int {
    guard::status("TVMFFITypeRegisterMetadata", || {
        // SAFETY: the caller promises valid metadata.
        let (metadata, doc) = unsafe { (*metadata, (*metadata).doc.as_bytes()) };
        let registered = types::write(|table| {
            let entry = table.entry(type_index)?;
            if entry.publish_metadata(metadata, doc) {
                return Ok(());
            }
            let message = format!(
                "the type `{}` has metadata already: is another type registered with the same key?",
                entry.key()
            );
            Err(Refusal::new(ErrorKind::RuntimeError, message))
        });
        Ok(registered?)
    })
}

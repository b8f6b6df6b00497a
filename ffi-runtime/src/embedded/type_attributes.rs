//! Attributes of types: one column of values for each name, by type index.

use core::ffi::c_int;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicI32, AtomicPtr, AtomicU64, Ordering};

use super::growing::Growing;
use super::guard::Refusal;
use super::{guard, lent, types};
use crate::any::AnyView;
use crate::error::ErrorKind;
use crate::sys::{ByteArray, RawAny, TypeAttrColumn, TypeIndex};

/// A column. What C code sees of it has an address of its own, which stays.
pub(super) struct Column {
    seen: NonNull<TypeAttrColumn>,
    values: Growing<RawAny>,
}

// SAFETY: the pointer is to leaked memory, which is changed only while the table is locked; the values are owned
// and never freed.
unsafe impl Send for Column {}
// SAFETY: as above.
unsafe impl Sync for Column {}

impl Column {
    fn new() -> Self {
        let column = TypeAttrColumn { data: core::ptr::null(), size: 0, begin_index: 0 };
        Self { seen: NonNull::from(Box::leak(Box::new(column))), values: Growing::new() }
    }

    /// Sets the value of a type that has none.
    fn set(&mut self, index: usize, value: RawAny) -> bool {
        self.values.fill(index + 1, RawAny::NONE);
        if self.values.as_slice()[index].type_index != TypeIndex::NONE {
            return false;
        }
        let values = self.values.as_mut_ptr();
        // SAFETY: there are more than `index` values. C code may read the place at the same time, so the value
        // is written before the half with its type, each atomically; both halves have eight aligned bytes.
        unsafe {
            let halves = values.add(index).cast::<u64>();
            let new = core::mem::transmute::<RawAny, [u64; 2]>(value);
            AtomicU64::from_ptr(halves.add(1)).store(new[1], Ordering::Release);
            AtomicU64::from_ptr(halves).store(new[0], Ordering::Release);
            let seen = self.seen.as_ptr();
            AtomicPtr::from_ptr((&raw mut (*seen).data).cast::<*mut RawAny>())
                .store(values, Ordering::Release);
            let size = self.values.as_slice().len() as i32;
            AtomicI32::from_ptr(&raw mut (*seen).size).store(size, Ordering::Release);
        }
        true
    }
}

/// The value that a type has for an attribute. The table owns it for good.
pub(super) fn find(type_index: TypeIndex, name: &[u8]) -> Option<RawAny> {
    let index = usize::try_from(type_index.0).ok()?;
    let value = types::read(|table| table.columns.get(name)?.values.as_slice().get(index).copied())?;
    (value.type_index != TypeIndex::NONE).then_some(value)
}

/// The index of None only makes sure that there is a column.
///
/// # Safety
/// `name` is a valid byte array; `value` points to a value as arguments are passed.
pub(super) unsafe extern "C" fn register_attribute(
    type_index: TypeIndex,
    name: *const ByteArray,
    value: *const RawAny,
) -> c_int {
    guard::status("TVMFFITypeRegisterAttr", || {
        // SAFETY: the caller promises a valid byte array.
        let name = unsafe { lent::bytes(name) };
        if type_index == TypeIndex::NONE {
            types::write(|table| {
                table.columns.entry(Box::from(name)).or_insert_with(Column::new);
            });
            return Ok(());
        }
        // SAFETY: the caller promises a valid value.
        let value = unsafe { AnyView::from_raw(&*value) }.to_owned()?;
        let registered = types::write(|table| {
            let key = table.entry(type_index)?.key();
            let column = table.columns.entry(Box::from(name)).or_insert_with(Column::new);
            // The index of a registered type is not negative.
            if column.set(type_index.0 as usize, *value.view().as_raw()) {
                return Ok(());
            }
            let message = format!(
                "the type `{key}` has an attribute `{}` already: the first registration stays in effect",
                lent::text(name)
            );
            Err(Refusal::new(ErrorKind::RuntimeError, message))
        });
        registered?;
        // The table has it now.
        core::mem::forget(value);
        Ok(())
    })
}

/// Null when no attribute of that name was registered.
///
/// # Safety
/// `name` is a valid byte array.
pub(super) unsafe extern "C" fn get_column(name: *const ByteArray) -> *const TypeAttrColumn {
    let column = guard::value("TVMFFIGetTypeAttrColumn", || {
        // SAFETY: the caller promises a valid byte array.
        let name = unsafe { lent::bytes(name) };
        Ok(types::read(|table| table.columns.get(name).map(|column| column.seen.as_ptr().cast_const())))
    });
    column.flatten().unwrap_or(core::ptr::null())
}

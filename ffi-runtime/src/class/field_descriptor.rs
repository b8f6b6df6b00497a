use super::object_layout::VALUE_OFFSET;
use super::{Class, ReadField, SetField, accessors};
use crate::any::Any;
use crate::convert::{FfiType, Mismatch};
use crate::sys::{FieldGetter, FieldSetter, TypeIndex};

/// A field that other languages see.
pub struct FieldDescriptor {
    /// The name it is seen by.
    pub(super) name: &'static str,
    /// The doc comment, empty when there is none.
    pub(super) doc: &'static str,
    pub(super) write_schema: fn(&mut String),
    /// What every value of the field is, if that is certain.
    pub(super) static_type_index: fn() -> TypeIndex,
    pub(super) size: usize,
    pub(super) alignment: usize,
    /// Where it stands in the struct.
    offset: usize,
    pub(super) getter: FieldGetter,
    pub(super) setter: FieldSetter,
    pub(super) is_settable: bool,
    pub(super) default: Option<fn() -> Result<Any, Mismatch>>,
    drop: unsafe fn(*mut u8),
}

impl FieldDescriptor {
    /// The read-only field of type `F` that stands at `OFFSET` in the class `C`, whose fields it is the one with `INDEX`
    /// of.
    pub const fn of<C: Class, F: ReadField, const OFFSET: usize, const INDEX: usize>(
        name: &'static str,
        doc: &'static str,
    ) -> Self {
        Self {
            name,
            doc,
            write_schema: F::Value::write_schema,
            static_type_index: super::field_access::static_type_index::<F::Value>,
            size: size_of::<F>(),
            alignment: align_of::<F>(),
            offset: OFFSET,
            getter: accessors::get::<C, F, OFFSET, INDEX>,
            setter: accessors::set_read_only::<C, F, OFFSET, INDEX>,
            is_settable: false,
            default: None,
            drop: drop_field::<F>,
        }
    }

    /// The field, settable at any time.
    #[must_use]
    pub const fn settable<C: Class, F: SetField, const OFFSET: usize, const INDEX: usize>(mut self) -> Self {
        self.setter = accessors::set::<C, F, OFFSET, INDEX>;
        self.is_settable = true;
        self
    }

    /// The field with a default.
    #[must_use]
    pub const fn with_default(mut self, default: fn() -> Result<Any, Mismatch>) -> Self {
        self.default = Some(default);
        self
    }

    /// Where the field stands behind the start of an object.
    pub(super) fn offset_in_object(&self) -> usize {
        VALUE_OFFSET + self.offset
    }

    /// # Safety
    /// `value` is of the field's class, and the field is set; it is not used again.
    pub(super) unsafe fn drop_in_place(&self, value: *mut u8) {
        // SAFETY: the field stands at its offset and is dropped as what it is.
        unsafe { (self.drop)(value.add(self.offset)) }
    }
}

/// # Safety
/// `field` is a value of type `F`, which is not used again.
pub(super) unsafe fn drop_field<F>(field: *mut u8) {
    // SAFETY: the caller promises a value of this type.
    unsafe { core::ptr::drop_in_place(field.cast::<F>()) }
}

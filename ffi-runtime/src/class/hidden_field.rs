use super::field_descriptor::drop_field;

/// A field that other languages do not see and that is made by `Default` when an object is rebuilt from its fields.
pub struct HiddenField {
    offset: usize,
    write_default: unsafe fn(*mut u8),
    drop: unsafe fn(*mut u8),
}

impl HiddenField {
    /// The field of type `F` at `offset` in its class.
    pub const fn defaulted<F: Default>(offset: usize) -> Self {
        Self { offset, write_default: write_default::<F>, drop: drop_field::<F> }
    }

    /// # Safety
    /// `value` has room for the field's class, and the field is not set.
    pub(super) unsafe fn write_default(&self, value: *mut u8) {
        // SAFETY: the field stands at its offset.
        unsafe { (self.write_default)(value.add(self.offset)) }
    }

    /// # Safety
    /// `value` is of the field's class, and the field is set; it is not used again.
    pub(super) unsafe fn drop_in_place(&self, value: *mut u8) {
        // SAFETY: the field stands at its offset and is dropped as what it is.
        unsafe { (self.drop)(value.add(self.offset)) }
    }
}

/// # Safety
/// `field` has room for a value of type `F`.
unsafe fn write_default<F: Default>(field: *mut u8) {
    // SAFETY: the caller promises room.
    unsafe { field.cast::<F>().write(F::default()) }
}

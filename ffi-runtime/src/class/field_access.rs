//! How other languages read and set the fields of classes.

use core::any::TypeId;

use crate::any::{Any, AnyView};
use crate::convert::{Argument, FfiType, IntoAny, Mismatch, OwnedArgument};
use crate::dtype::DataType;
use crate::sys::TypeIndex;

/// A type that a field with `#[ffi(get)]` can have.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be read by other languages",
    label = "no conversion from `{Self}` to an any value and back",
    note = "fields that others see are of a type that functions take and return by value and that is `Clone`, or \
            `Field<T>`, `Mutex<T>`, `RwLock<T>` of one, or an atomic; leave `#[ffi(…)]` out for a field of your own"
)]
pub trait ReadField: Sized + 'static {
    /// The type of the value as others see it.
    type Value: FfiType + 'static;

    /// The value as it is now.
    ///
    /// # Errors
    /// A [`Mismatch`] when the ABI has no such value, such as an integer above `i64::MAX`.
    fn read(&self) -> Result<Any, Mismatch>;

    /// A field with that value.
    ///
    /// # Errors
    /// A [`Mismatch`] saying what was expected and what came.
    fn build(value: AnyView<'_>) -> Result<Self, Mismatch>;
}

/// A type that a field with `#[ffi(get, set)]` can have: one that can be changed while others look at it.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be set by other languages: objects are shared",
    label = "write `Field<{Self}>`, or make it an atomic, a `Mutex` or a `RwLock`",
    note = "a field that stays as it was made is `#[ffi(get)]`"
)]
pub trait SetField: ReadField {
    /// Sets the value.
    ///
    /// # Errors
    /// A [`Mismatch`] saying what was expected and what came.
    fn set_from(&self, value: AnyView<'_>) -> Result<(), Mismatch>;
}

#[diagnostic::do_not_recommend]
impl<T: IntoAny + OwnedArgument + Clone> ReadField for T {
    type Value = T;

    #[inline(always)]
    fn read(&self) -> Result<Any, Mismatch> {
        self.copy_into_any()
    }

    fn build(value: AnyView<'_>) -> Result<Self, Mismatch> {
        <T as Argument>::from_view(value)
    }
}

/// What every value of a field is, if that is certain: hosts then read it without asking.
pub(super) fn static_type_index<V: 'static>() -> TypeIndex {
    let id = TypeId::of::<V>();
    let is_one_of = |ids: &[TypeId]| ids.contains(&id);
    if is_one_of(&[
        TypeId::of::<i8>(),
        TypeId::of::<i16>(),
        TypeId::of::<i32>(),
        TypeId::of::<i64>(),
        TypeId::of::<isize>(),
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
    ]) {
        TypeIndex::INT
    } else if is_one_of(&[TypeId::of::<f32>(), TypeId::of::<f64>()]) {
        TypeIndex::FLOAT
    } else if id == TypeId::of::<bool>() {
        TypeIndex::BOOL
    } else if id == TypeId::of::<DataType>() {
        TypeIndex::DATA_TYPE
    } else {
        TypeIndex::ANY
    }
}

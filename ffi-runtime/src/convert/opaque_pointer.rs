use core::ffi::c_void;

use super::ffi_type::impl_ffi_type;
use super::to_argument::impl_to_argument_by_copy;
use super::{Argument, IntoAny, Mismatch};
use crate::any::{Any, AnyView};
use crate::sys::TypeIndex;

impl_ffi_type!("void*", "void*": *mut c_void);
impl_to_argument_by_copy!(*mut c_void);

/// None is the null pointer.
impl Argument for *mut c_void {
    type View<'a> = Self;

    const BORROWS: bool = false;

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        match view.as_raw().type_index {
            TypeIndex::OPAQUE_PTR => Ok(view.as_raw().pointer()),
            TypeIndex::NONE => Ok(core::ptr::null_mut()),
            _ => Err(Mismatch::of_type::<Self>(view)),
        }
    }
}

impl IntoAny for *mut c_void {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl From<*mut c_void> for Any {
    #[inline]
    fn from(pointer: *mut c_void) -> Self {
        Self::from_bits(TypeIndex::OPAQUE_PTR, pointer.expose_provenance() as u64)
    }
}

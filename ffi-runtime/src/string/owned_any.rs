use core::ptr::NonNull;

use super::byte_sequence::{self, BYTES, TEXT};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, Mismatch};
use crate::object::ObjectPtr;
use crate::sys::{ObjectHeader, TypeIndex};

/// An owned copy of a borrowed value, as `TVMFFIAnyViewToOwnedAny` makes it: objects get another reference, the
/// caller's strings and bytes are copied.
///
/// # Errors
/// A bare `DLTensor*` has no owner and cannot be kept; an object that was moved out before is gone.
pub fn own(view: AnyView<'_>) -> Result<Any, Mismatch> {
    let raw = view.as_raw();
    let owned = match raw.type_index {
        index if index.is_object() => NonNull::new(raw.pointer().cast())
            // SAFETY: the view keeps the object alive.
            .map(|object| Any::from_object(unsafe { ObjectPtr::from_borrowed(object) })),
        // Another reference here too: the caller's stays in its place until the call takes it.
        TypeIndex::OBJECT_RVALUE_REF => view
            .object()
            // SAFETY: the caller keeps the object alive during the call.
            .map(|object| Any::from_object(unsafe { ObjectPtr::from_borrowed(object) })),
        TypeIndex::RAW_STR => byte_sequence::to_owned(view, &TEXT),
        TypeIndex::BYTE_ARRAY_PTR => byte_sequence::to_owned(view, &BYTES),
        TypeIndex::DL_TENSOR_PTR => {
            return Err(Mismatch::new_type("Any", "DLTensor*, which has no owner and cannot be kept"));
        }
        // SAFETY: every other value is contained in the any itself.
        _ => Some(unsafe { Any::from_raw(*raw) }),
    };
    owned.ok_or_else(Mismatch::moved_out)
}

/// An owned copy of the argument.
impl Argument for Any {
    type View<'a> = Self;

    const BORROWS: bool = false;
    const TAKES_MOVED: bool = true;
    const ANYTHING: bool = true;

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        own(view)
    }

    fn is_handle_of(value: &Self, object: *const ObjectHeader) -> bool {
        value.view().object().is_some_and(|own| own.as_ptr().cast_const() == object)
    }
}

impl ArgumentValue<'_> {
    /// The value, owned: kept by whoever builds a container of it.
    pub(crate) fn into_owned(self) -> Result<Any, Mismatch> {
        match self.take() {
            Ok(owned) => Ok(owned),
            // SAFETY: the value is still lent to `self`.
            Err(raw) => own(unsafe { AnyView::from_raw(&raw) }),
        }
    }
}

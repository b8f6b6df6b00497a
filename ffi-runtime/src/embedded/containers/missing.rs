//! The object that stands for a value that is not there.

use std::sync::OnceLock;

use crate::any::Any;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

/// The one object, known by its address.
pub(super) fn object() -> Any {
    static MISSING: OnceLock<ObjectPtr> = OnceLock::new();
    let missing = MISSING.get_or_init(|| {
        let object = mem::new_object(TypeIndex::OBJECT, ());
        // SAFETY: a new object has one reference, which is taken over.
        unsafe { ObjectPtr::from_owned(object) }
    });
    Any::from_object(missing.clone())
}

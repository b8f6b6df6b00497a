//! Objects that stand for something, each known by its address.

use std::sync::OnceLock;

use crate::any::Any;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

/// Stands for a value that is not there.
pub(super) fn missing_value() -> Any {
    static MISSING: OnceLock<ObjectPtr> = OnceLock::new();
    the_one(&MISSING)
}

/// Stands before the keyword arguments of a call.
pub(super) fn keyword_marker() -> Any {
    static KEYWORDS: OnceLock<ObjectPtr> = OnceLock::new();
    the_one(&KEYWORDS)
}

fn the_one(place: &OnceLock<ObjectPtr>) -> Any {
    let object = place.get_or_init(|| {
        let object = mem::new_object(TypeIndex::OBJECT, ());
        // SAFETY: a new object has one reference, which is taken over.
        unsafe { ObjectPtr::from_owned(object) }
    });
    Any::from_object(object.clone())
}

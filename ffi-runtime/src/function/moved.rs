//! Objects that the caller moves in: taken out of the caller's place, so that the function has the only reference.

use core::ptr::NonNull;

use super::{Arguments, FunctionDescriptor, overlap};
use crate::any::AnyView;
use crate::convert::Argument;
use crate::object::ObjectPtr;
use crate::sys::{ObjectHeader, RawAny, TypeIndex};

/// Takes the object that the argument at `index` moves in out of the caller's place, now that `value` has a reference of
/// its own to it. Where `value` is something else, such as a copy, the object stays in its place.
#[cold]
pub(super) fn take<T: Argument>(arguments: Arguments<'_>, index: usize, value: &T::View<'_>) {
    let object = arguments.get(index).and_then(AnyView::object);
    // A function may be the one that runs, which the caller's reference keeps alive, and does not change anyway.
    // SAFETY: the place and the value keep the object alive.
    let may_run =
        |object: &NonNull<ObjectHeader>| unsafe { object.as_ref().type_index } == TypeIndex::FUNCTION;
    if let Some(object) = object.filter(|object| !may_run(object))
        && T::is_handle_of(value, object.as_ptr())
    {
        arguments.in_pieces(|function, first, count| take_out(function, first, count, index, object));
    }
}

/// Not for an object that another argument is as well: its place keeps it alive for that argument, and a function that
/// has the only reference would change it under that argument's eyes.
#[inline(never)]
fn take_out(
    function: &'static FunctionDescriptor,
    first: *const RawAny,
    count: usize,
    index: usize,
    object: NonNull<ObjectHeader>,
) {
    // SAFETY: `Arguments::in_pieces` hands its own pieces over.
    let arguments = unsafe { Arguments::new(first, count, function) };
    let Some(moved) = arguments.get(index) else { return };
    let is_borrowed = |(other, view): (usize, AnyView<'_>)| {
        other != index && (view.object() == Some(object) || overlap::lends_memory_of(moved, view))
    };
    if arguments.iter().enumerate().any(is_borrowed) {
        return;
    }
    debug_assert!(moved.as_raw().type_index == TypeIndex::OBJECT_RVALUE_REF, "only called for these");
    // SAFETY: an rvalue reference points to the caller's pointer to the object, which the function may take: the
    // reference in it is ours then. It is not the last one, since the converted value has another.
    unsafe {
        moved.as_raw().pointer().cast::<*mut ObjectHeader>().write(core::ptr::null_mut());
        drop(ObjectPtr::from_owned(object));
    }
}

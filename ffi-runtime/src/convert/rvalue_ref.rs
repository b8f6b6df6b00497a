use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;

use super::{ArgumentValue, FfiType, Mismatch, ObjectHandle, ToArgument};
use crate::object::ObjectPtr;
use crate::sys::{RawAny, TypeIndex};

/// A handle that is moved into a call: `ffi::RValueRef` in C++, `x._move()` in Python.
///
/// The function may take the object, and then has the only reference to it, so that it can change it in place. What it
/// does not take is dropped with this value. Only the first call that it is passed to may take the object; later ones
/// borrow it.
///
/// Functions written in C++ must declare such a parameter as `ffi::RValueRef` or `ffi::Any`; they refuse it for others.
/// That is why a handle is not moved just by passing it by value. Functions made with this crate take it wherever they
/// take the handle, unless another argument of the call is the same object, or the object is a function.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let append = Function::from_fn(|mut items: Array<i64>, item: i64| -> Result<Array<i64>> {
///     items.push(item)?; // in place when `items` is the only reference and there is room
///     Ok(items)
/// });
/// let items: Array<i64> = (1..3).collect();
/// let items: Array<i64> = append.call((RValueRef::new(items), 3))?.to()?;
/// assert_eq!(items.iter().sum::<i64>(), 6);
/// # Ok::<(), Error>(())
/// ```
pub struct RValueRef<T> {
    /// The place that the function takes the object out of.
    place: Cell<Option<ObjectPtr>>,
    /// Whether a call was offered the object. Others only borrow it: the first may still be running, and lend from it.
    is_offered: Cell<bool>,
    handle: PhantomData<T>,
}

// A place is a pointer to the object, null once it was taken.
const _: () = assert!(size_of::<Cell<Option<ObjectPtr>>>() == size_of::<*mut ()>());

impl<T: ObjectHandle> RValueRef<T> {
    /// Moves a handle into the call that this value is passed to.
    pub fn new(handle: T) -> Self {
        let place = Cell::new(Some(handle.into_object()));
        Self { place, is_offered: Cell::new(false), handle: PhantomData }
    }
}

impl<T> RValueRef<T> {
    /// Whether a function took the object.
    pub fn is_taken(&self) -> bool {
        let object = self.place.take();
        let is_taken = object.is_none();
        self.place.set(object);
        is_taken
    }
}

impl<T> fmt::Debug for RValueRef<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RValueRef").field("is_taken", &self.is_taken()).finish_non_exhaustive()
    }
}

impl<T: FfiType> FfiType for RValueRef<T> {
    fn write_name(out: &mut String) {
        T::write_name(out);
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"ObjectRValueRef\",\"args\":[");
        T::write_schema(out);
        out.push_str("]}");
    }
}

impl<T> ToArgument for RValueRef<T> {
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        if self.is_taken() {
            return Err(Mismatch::moved_out());
        }
        if self.is_offered.replace(true) {
            let object = self.place.take();
            let lent = object
                .as_ref()
                .map(|object| RawAny::from_pointer(object.type_index(), object.as_ptr().cast()));
            self.place.set(object);
            let raw = lent.ok_or_else(Mismatch::moved_out)?;
            // SAFETY: the place keeps the object for as long as it is lent: no other call can take it any more but the
            // first, which does not where another argument is the same object, and a call inside it ends before it.
            return Ok(unsafe { ArgumentValue::lent(raw) });
        }
        let raw = RawAny::from_pointer(TypeIndex::OBJECT_RVALUE_REF, self.place.as_ptr().cast());
        // SAFETY: the place outlives the loan, and may be written to through a shared reference, as a cell is.
        Ok(unsafe { ArgumentValue::lent(raw) })
    }
}

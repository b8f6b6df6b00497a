mod mutation;

use core::fmt;
use core::marker::PhantomData;

use super::sequence;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, FfiType, IntoAny, Mismatch, impl_handle_passing};
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::{ObjectHeader, RawAny, TypeIndex};

/// An immutable sequence: what a Python list or tuple becomes, `ffi.Array` in every language.
///
/// Copies share the elements. Reading an element needs no call and copies no string or bytes: an `Array<&str>`
/// lends its elements.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let squares: Array<i64> = (1..4).map(|x| x * x).collect();
/// assert_eq!(squares.get(2), Some(9));
/// assert_eq!(squares.iter().sum::<i64>(), 14);
/// ```
#[repr(transparent)]
pub struct Array<T = Any> {
    object: ObjectPtr,
    elements: PhantomData<fn() -> T>,
}

impl<T> Array<T> {
    pub(super) fn from_object(object: ObjectPtr) -> Self {
        Self { object, elements: PhantomData }
    }

    fn raw_elements(&self) -> &[RawAny] {
        sequence::elements(sequence::cell(&self.object))
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        self.raw_elements().len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: Argument> Array<T> {
    /// The element at `index`, None behind the end.
    pub fn get(&self, index: usize) -> Option<T::View<'_>> {
        self.raw_elements().get(index).map(Self::read)
    }

    /// The elements in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T::View<'_>> + DoubleEndedIterator {
        self.raw_elements().iter().map(Self::read)
    }

    #[inline]
    fn read(element: &RawAny) -> T::View<'_> {
        // SAFETY: the elements are owned values, which are valid views.
        match T::from_view(unsafe { AnyView::from_raw(element) }) {
            Ok(value) => value,
            // All elements were converted when the array was taken, and an array does not change.
            Err(mismatch) => changed(&mismatch),
        }
    }
}

#[cold]
#[inline(never)]
fn changed(mismatch: &Mismatch) -> ! {
    panic!("an element of an array changed: {mismatch}")
}

impl<T> Clone for Array<T> {
    fn clone(&self) -> Self {
        Self::from_object(self.object.clone())
    }
}

impl<T> Default for Array<T> {
    fn default() -> Self {
        Self::from_object(sequence::new_array(Vec::new()))
    }
}

/// # Panics
/// When the ABI has no value for an element, such as an integer above `i64::MAX`; inside an exported function
/// that is an error of the call.
impl<T: IntoAny> FromIterator<T> for Array<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        match sequence_of(values) {
            Ok(values) => Self::from_object(sequence::new_array(values)),
            Err(mismatch) => panic!("{mismatch}"),
        }
    }
}

/// The values as anys; a mismatch names the place.
pub(super) fn sequence_of<T: IntoAny>(values: impl IntoIterator<Item = T>) -> Result<Vec<Any>, Mismatch> {
    let convert = |(index, value): (usize, T)| {
        value.into_any().map_err(|mismatch| mismatch.at(format_args!("[{index}]")))
    };
    values.into_iter().enumerate().map(convert).collect()
}

impl<T: IntoAny> From<Vec<T>> for Array<T> {
    fn from(values: Vec<T>) -> Self {
        values.into_iter().collect()
    }
}

impl<T> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        sequence::fmt(sequence::cell(&self.object), f)
    }
}

impl<T: FfiType> FfiType for Array<T> {
    fn write_name(out: &mut String) {
        out.push_str("Array[");
        T::write_name(out);
        out.push(']');
    }

    fn write_schema(out: &mut String) {
        write_sequence_schema::<T>("ffi.Array", out);
    }
}

/// The schema of a container with one element type; that of any elements is left out, as libtvm_ffi does.
pub(super) fn write_sequence_schema<T: FfiType>(key: &str, out: &mut String) {
    let mut element = String::new();
    T::write_schema(&mut element);
    out.push_str("{\"type\":\"");
    out.push_str(key);
    out.push('"');
    if element != "{\"type\":\"Any\"}" {
        out.push_str(",\"args\":[");
        out.push_str(&element);
        out.push(']');
    }
    out.push('}');
}

/// An array is taken as it is, a list is copied.
impl<T: Argument> Argument for Array<T>
where
    for<'a> T::View<'a>: Argument,
{
    type View<'a> = Array<T::View<'a>>;

    const BORROWS: bool = false;
    const TAKES_MOVED: bool = true;

    fn is_handle_of(value: &Self::View<'_>, object: *const ObjectHeader) -> bool {
        value.object.as_ptr().cast_const() == object
    }

    fn is_exact(view: AnyView<'_>) -> bool {
        sequence::is_exact::<T>(view)
    }

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        const { sequence::assert_shared::<T>() }
        let Some((kind, cell)) = sequence::of_view(view) else { return Err(Mismatch::of_type::<Self>(view)) };
        if kind == TypeIndex::LIST {
            let copied = Array::from_object(sequence::new_array(sequence::copy(cell)?));
            sequence::check::<T>(copied.raw_elements())?;
            return Ok(copied);
        }
        sequence::check::<T>(sequence::elements(cell))?;
        view.own_object_of(TypeIndex::ARRAY)
            .map(Array::from_object)
            .ok_or_else(|| Mismatch::of_type::<Self>(view))
    }
}

impl_handle_passing!([T] Array<T>, object, TypeIndex::ARRAY);

use core::fmt;
use core::marker::PhantomData;

use super::array::{sequence_of, write_sequence_schema};
use super::sequence::{self, Elements};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, FfiType, IntoAny, Mismatch, OwnedArgument, ToArgument, impl_handle_passing};
use crate::error::{Error, ErrorKind, Result};
use crate::function::HostFunction;
use crate::object::ObjectPtr;
use crate::string;
use crate::sys::{ObjectHeader, TypeIndex};

/// A mutable sequence: `tvm_ffi.List` in Python, `ffi::List` in C++.
///
/// Copies are the same list: a change through one is seen through all, in every language. Making one needs a
/// host. The ABI does not synchronise lists: a list that several threads reach must not be changed by any of them, so
/// this handle stays on its thread. As an [`Any`] it can be sent on, by someone who sees to that.
///
/// ```no_run
/// use ffi_runtime::prelude::*;
///
/// let list: List<i64> = [1, 2].into_iter().collect();
/// list.push(3)?;
/// assert_eq!(list.iter().sum::<i64>(), 6);
/// # Ok::<(), Error>(())
/// ```
#[repr(transparent)]
pub struct List<T = Any> {
    object: ObjectPtr,
    elements: PhantomData<fn() -> T>,
    this_thread: PhantomData<*const ()>,
}

impl<T> List<T> {
    fn from_object(object: ObjectPtr) -> Self {
        Self { object, elements: PhantomData, this_thread: PhantomData }
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        sequence::elements(sequence::cell(&self.object)).len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all elements.
    ///
    /// # Errors
    /// A RuntimeError when there is no host.
    pub fn clear(&self) -> Result<()> {
        static CLEAR: HostFunction = HostFunction::new("ffi.ListClear");
        // Kept until the host is done: a destructor may change the list.
        let _removed = sequence::copy(sequence::cell(&self.object))?;
        CLEAR.get()?.call((self,))?.to()
    }

    fn value(&self, index: usize) -> Result<Option<Any>> {
        let elements = sequence::elements(sequence::cell(&self.object));
        match elements.get(index) {
            // SAFETY: the elements are owned values, which are valid views.
            Some(raw) => Ok(Some(string::own(unsafe { AnyView::from_raw(raw) })?)),
            None => Ok(None),
        }
    }
}

impl<T: OwnedArgument> List<T> {
    /// An owned copy of the element at `index`, None behind the end.
    ///
    /// # Errors
    /// TypeError when another language has put something else there.
    pub fn get(&self, index: usize) -> Result<Option<T>> {
        // An owned copy first: whoever changes the list may free the element.
        let Some(value) = self.value(index)? else { return Ok(None) };
        Ok(Some(value.to::<T>()?))
    }

    /// The elements in order, as they stand when each is reached.
    ///
    /// # Panics
    /// When another language has put something else than a `T` into the list; inside an exported function that is
    /// an error of the call.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        (0..).map_while(|index| match self.get(index) {
            Ok(element) => element,
            Err(error) => panic!("element {index} of a list: {}", error.message()),
        })
    }
}

impl<T: ToArgument> List<T> {
    /// Appends an element.
    ///
    /// # Errors
    /// A ValueError when the ABI has no value for it; a RuntimeError when there is no host.
    pub fn push(&self, value: T) -> Result<()> {
        static APPEND: HostFunction = HostFunction::new("ffi.ListAppend");
        APPEND.get()?.call((self, value))?.to()
    }

    /// Replaces the element at `index`.
    ///
    /// # Errors
    /// An IndexError behind the end; else as [`List::push`].
    pub fn set(&self, index: usize, value: T) -> Result<()> {
        if index >= self.len() {
            return Err(Error::new(
                ErrorKind::IndexError,
                format!("index {index} is behind the end of a list of {}", self.len()),
            ));
        }
        static SET_ITEM: HostFunction = HostFunction::new("ffi.ListSetItem");
        // Kept until the host is done: its destructor may change the list.
        let _replaced = self.value(index)?;
        SET_ITEM.get()?.call((self, index, value))?.to()
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        Self::from_object(self.object.clone())
    }
}

/// # Panics
/// When there is no host, or the ABI has no value for an element, such as an integer above `i64::MAX`; inside an exported function
/// that is an error of the call.
impl<T: IntoAny> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let values = sequence_of(values).unwrap_or_else(|mismatch| panic!("{mismatch}"));
        match sequence::new_list(&values) {
            Ok(object) => Self::from_object(object),
            Err(error) => panic!("{}", error.message()),
        }
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Copies: what is written to may change the list.
        match sequence::copy(sequence::cell(&self.object)) {
            Ok(elements) => f.debug_list().entries(elements).finish(),
            Err(mismatch) => write!(f, "<{mismatch}>"),
        }
    }
}

impl<T: FfiType> FfiType for List<T> {
    fn write_name(out: &mut String) {
        out.push_str("List[");
        T::write_name(out);
        out.push(']');
    }

    fn write_schema(out: &mut String) {
        write_sequence_schema::<T>("ffi.List", out);
    }
}

/// A list is taken as it is, an array is copied.
impl<T: Argument> Argument for List<T>
where
    for<'a> T::View<'a>: Argument,
{
    type View<'a> = List<T::View<'a>>;

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
        let copied = Elements::Copied(sequence::copy(cell)?);
        sequence::check::<T>(copied.raw())?;
        if let (TypeIndex::ARRAY, Elements::Copied(values)) = (kind, copied) {
            let list = sequence::new_list(&values);
            return list
                .map(List::from_object)
                .map_err(|error| Mismatch::new_value("a list that the host can make", error.message()));
        }
        view.own_object_of(TypeIndex::LIST)
            .map(List::from_object)
            .ok_or_else(|| Mismatch::of_type::<Self>(view))
    }
}

impl_handle_passing!([T] List<T>, object, TypeIndex::LIST);

//! What arrays and lists have in common: a cell with elements in a row.

use super::deferred_drop;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, Mismatch};
use crate::error::{Error, ErrorKind, Result};
use crate::function::HostFunction;
use crate::mem;
use crate::object::ObjectPtr;
use crate::string;
use crate::sys::{RawAny, SeqCell, TypeIndex};

/// The body of array and list objects that this library makes.
#[repr(transparent)]
struct SequenceBody(SeqCell);

// SAFETY: the elements are any values, which may be used and freed from any thread.
unsafe impl Send for SequenceBody {}
// SAFETY: as above; who changes a list while others read it breaks the ABI's rules, not this type's.
unsafe impl Sync for SequenceBody {}

impl Drop for SequenceBody {
    fn drop(&mut self) {
        let cell = self.0;
        // SAFETY: the cell owns its `size` elements, which nobody uses any more; the buffer's deleter is called
        // once, after they were taken out.
        unsafe {
            deferred_drop::drop_elements(elements(&cell));
            if let Some(delete) = cell.data_deleter {
                delete(cell.data);
            }
        }
    }
}

/// The elements of a cell as they stand.
pub(super) fn elements(cell: &SeqCell) -> &[RawAny] {
    match usize::try_from(cell.size) {
        // SAFETY: a sequence that is not empty has `size` elements at `data`.
        Ok(size) if size > 0 && !cell.data.is_null() => unsafe {
            core::slice::from_raw_parts(cell.data.cast_const().cast(), size)
        },
        _ => &[],
    }
}

/// A new array, which keeps its elements behind the cell.
pub(crate) fn new_array(values: Vec<Any>) -> ObjectPtr {
    let capacity = values.len();
    new_array_with_room(values, capacity)
}

/// A new array with room for `capacity` elements, or as many as there are.
pub(super) fn new_array_with_room(values: Vec<Any>, capacity: usize) -> ObjectPtr {
    let capacity = capacity.max(values.len());
    // More than memory can hold stays more than that.
    let size = capacity.saturating_mul(size_of::<RawAny>());
    let object = mem::new_object_with_trailing(TypeIndex::ARRAY, size, |trailing| {
        // SAFETY: there is room for all values, which are aligned as the cell is.
        unsafe { move_values(values, trailing.cast(), capacity) }
    });
    // SAFETY: a new object has one reference, which is taken over.
    unsafe { ObjectPtr::from_owned(object) }
}

/// A new list object for the host that makes lists.
///
/// # Safety
/// The cell owns its elements and its buffer, which its deleter frees.
pub(crate) unsafe fn new_list_object(cell: SeqCell) -> ObjectPtr {
    let object = mem::new_object(TypeIndex::LIST, SequenceBody(cell));
    // SAFETY: a new object has one reference, which is taken over.
    unsafe { ObjectPtr::from_owned(object) }
}

/// A new list of the host's: a list grows in place, and whoever grows it must know how its buffer is freed.
pub(super) fn new_list(values: &[Any]) -> Result<ObjectPtr> {
    let views: Vec<_> = values.iter().map(Any::view).collect();
    static CREATE: HostFunction = HostFunction::new("ffi.List");
    let list = CREATE.get()?.call_packed(&views)?;
    list.into_object(TypeIndex::LIST)
        .map_err(|other| Error::new(ErrorKind::TypeError, format!("`ffi.List` returned {other:?}")))
}

/// # Safety
/// `data` has room for `capacity` values, which are at least those given.
unsafe fn move_values(values: Vec<Any>, data: *mut RawAny, capacity: usize) -> SequenceBody {
    let size = values.len() as i64;
    for (index, value) in values.into_iter().enumerate() {
        // SAFETY: the caller promises room.
        unsafe { data.add(index).write(value.into_raw()) };
    }
    SequenceBody(SeqCell { data: data.cast(), size, capacity: capacity as i64, data_deleter: None })
}

/// The sequence in an argument: an array or a list, and which of them.
pub(super) fn of_view<'a>(view: AnyView<'a>) -> Option<(TypeIndex, &'a SeqCell)> {
    [TypeIndex::ARRAY, TypeIndex::LIST].into_iter().find_map(|kind| {
        // SAFETY: an object of this type has the cell behind its header and lives as long as the view.
        view.object_of(kind).map(|object| (kind, unsafe { &*object.as_ptr().add(1).cast::<SeqCell>() }))
    })
}

/// The cell of an array or list object.
pub(super) fn cell(object: &ObjectPtr) -> &SeqCell {
    // SAFETY: the caller's object is an array or list, which has the cell behind its header.
    unsafe { object.body::<SeqCell>().as_ref() }
}

/// Converts the element at `index`; a mismatch names the place.
#[inline]
pub(super) fn element<'a, T: Argument>(
    elements: &'a [RawAny],
    index: usize,
) -> Result<T::View<'a>, Mismatch> {
    // SAFETY: the elements are owned values, which are valid views.
    let view = unsafe { AnyView::from_raw(&elements[index]) };
    T::from_view(view).map_err(|mismatch| mismatch.at(format_args!("[{index}]")))
}

/// Whether the element at `index` is a `T`; a mismatch names the place.
#[inline]
fn check_element<T: Argument>(elements: &[RawAny], index: usize) -> Result<(), Mismatch> {
    // SAFETY: the elements are owned values, which are valid views.
    let view = unsafe { AnyView::from_raw(&elements[index]) };
    T::check(view).map_err(|mismatch| mismatch.at(format_args!("[{index}]")))
}

/// The elements of an argument, to be converted.
pub(super) enum Elements<'a> {
    /// Those of an array, which does not change.
    Lent(&'a [RawAny]),
    /// Those of a list as they stood: whoever it is shared with may change it, during the conversion too.
    Copied(Vec<Any>),
}

impl<'a> Elements<'a> {
    /// The elements of the sequence in an argument, which becomes an `S`.
    pub(super) fn of<S: Argument>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        match of_view(view) {
            Some((TypeIndex::LIST, cell)) if !S::BORROWS => copy(cell).map(Self::Copied),
            Some((TypeIndex::LIST, _)) => {
                let mut expected = String::new();
                S::write_name(&mut expected);
                expected.push_str(" (borrowed, so no List)");
                Err(Mismatch::new_type(expected, "List"))
            }
            Some((_, cell)) => Ok(Self::Lent(elements(cell))),
            None => Err(Mismatch::of_type::<S>(view)),
        }
    }

    pub(super) fn raw(&self) -> &[RawAny] {
        match self {
            Self::Lent(elements) => elements,
            // SAFETY: an any is transparent over the raw one.
            Self::Copied(elements) => unsafe {
                core::slice::from_raw_parts(elements.as_ptr().cast(), elements.len())
            },
        }
    }

    pub(super) fn len(&self) -> usize {
        self.raw().len()
    }

    /// Converts all elements, which are parts of the `S` of [`Elements::of`]; a mismatch names the place.
    pub(super) fn convert_all<T: Argument>(&self) -> Result<Vec<T::View<'a>>, Mismatch> {
        let elements = self.raw();
        let mut values = Vec::with_capacity(elements.len());
        for block in elements.chunks(BLOCK) {
            if T::all_plain(block) {
                values.extend(block.iter().map(core::ptr::from_ref).map(|raw: *const RawAny| {
                    // SAFETY: as in `convert`.
                    T::from_plain(unsafe { AnyView::from_raw(&*raw) })
                }));
            } else {
                for _ in block {
                    values.push(self.convert::<T>(values.len())?);
                }
            }
        }
        Ok(values)
    }

    /// Converts the element at `index`, which is a part of the `S` of [`Elements::of`]; a mismatch names the place.
    #[inline]
    pub(super) fn convert<T: Argument>(&self, index: usize) -> Result<T::View<'a>, Mismatch> {
        let raw: *const RawAny = &raw const self.raw()[index];
        // SAFETY: an array's elements live for `'a`. Those of a list were copied only for types that do not borrow,
        // so that nothing is left of the view after the conversion.
        let view = unsafe { AnyView::from_raw(&*raw) };
        T::from_view(view).map_err(|mismatch| mismatch.at(format_args!("[{index}]")))
    }
}

/// Whether an argument is a sequence whose elements are all exactly of type `T`.
pub(super) fn is_exact<T: Argument>(view: AnyView<'_>) -> bool {
    of_view(view).is_some_and(|(_, cell)| elements(cell).iter().all(is_exact_element::<T>))
}

/// Whether an element is exactly of type `T`.
pub(super) fn is_exact_element<T: Argument>(element: &RawAny) -> bool {
    // SAFETY: the elements of a sequence are owned values, which are valid views.
    T::is_exact(unsafe { AnyView::from_raw(element) })
}

/// How many elements are looked at together: as many as the nearest cache holds for a second look.
const BLOCK: usize = 256;

/// Whether every element is a `T`; a mismatch names the place.
pub(super) fn check<T: Argument>(elements: &[RawAny]) -> Result<(), Mismatch> {
    for (number, block) in elements.chunks(BLOCK).enumerate() {
        if !T::all_plain(block) {
            let indices = number * BLOCK..number * BLOCK + block.len();
            indices.into_iter().try_for_each(|index| check_element::<T>(elements, index))?;
        }
    }
    Ok(())
}

/// A handle gives its elements out as often as it is asked, so that they cannot be written to.
pub(super) const fn assert_shared<T: Argument>() {
    assert!(
        !T::EXCLUSIVE,
        "elements that are written to need an owner: take `Vec<TensorViewMut<'_, T>>` instead of an `Array` or a `List`"
    );
}

/// Owned copies of the elements.
pub(super) fn copy(cell: &SeqCell) -> Result<Vec<Any>, Mismatch> {
    // SAFETY: the elements are owned values, which are valid views.
    elements(cell).iter().map(|raw| string::own(unsafe { AnyView::from_raw(raw) })).collect()
}

/// The elements as debug output shows them.
pub(super) fn fmt(cell: &SeqCell, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
    // SAFETY: the elements are owned values, which are valid views.
    f.debug_list().entries(elements(cell).iter().map(|raw| unsafe { AnyView::from_raw(raw) })).finish()
}

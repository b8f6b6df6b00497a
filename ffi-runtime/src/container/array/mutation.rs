//! Changing an array: in place while nobody else refers to it, else in a copy.

use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use super::{Array, sequence_of};
use crate::any::Any;
use crate::container::sequence;
use crate::convert::{IntoAny, OwnedArgument};
use crate::error::{Error, ErrorKind, Result};
use crate::sys::{RawAny, SeqCell};

/// Room for this many elements is made at least when an array grows.
const SMALLEST_ROOM: usize = 4;

/// # Changing
///
/// An array never changes for those who share it. These functions change it in place when this handle is the only
/// reference, as after it was moved in ([`RValueRef`](crate::RValueRef)), whichever language made it; else the handle
/// gets a copy first. Adding elements reserves room for as many again.
impl<T> Array<T> {
    /// How many elements there is room for.
    pub fn capacity(&self) -> usize {
        usize::try_from(sequence::cell(&self.object).capacity).unwrap_or(0).max(self.len())
    }

    /// Makes room for `additional` more elements.
    pub fn reserve(&mut self, additional: usize) {
        self.make_unique(additional);
    }

    /// Keeps the first `len` elements.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let mut array: Array<i64> = (0..5).collect();
    /// let shared = array.clone();
    /// array.truncate(2);
    /// assert_eq!((array.len(), shared.len()), (2, 5));
    /// ```
    pub fn truncate(&mut self, len: usize) {
        let old_len = self.len();
        if len >= old_len {
            return;
        }
        if !self.object.is_unique() {
            let kept = self.raw_elements()[..len].iter().map(copied).collect();
            *self = Self::from_object(sequence::new_array(kept));
            return;
        }
        let cell = self.make_unique(0);
        // SAFETY: the array is this handle's alone; the elements behind `len` are taken out of it once. They are dropped
        // after the array is whole again.
        let removed: Vec<Any> = unsafe {
            (*cell.as_ptr()).size = len as i64;
            (len..old_len).map(|index| Any::from_raw(place(cell, index).read())).collect()
        };
        drop(removed);
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Makes this handle the only reference to its array, with room for `additional` more elements.
    fn make_unique(&mut self, additional: usize) -> NonNull<SeqCell> {
        let (len, capacity) = (self.len(), self.capacity());
        let needed = len.saturating_add(additional);
        let is_unique = self.object.is_unique();
        if is_unique && needed <= capacity {
            return self.object.body();
        }
        let room = if additional == 0 { needed } else { needed.max(2 * len).max(SMALLEST_ROOM) };
        let values =
            if is_unique { self.take_elements() } else { self.raw_elements().iter().map(copied).collect() };
        *self = Self::from_object(sequence::new_array_with_room(values, room));
        self.object.body()
    }

    /// Takes all elements out of an array that is this handle's alone.
    fn take_elements(&mut self) -> Vec<Any> {
        let len = self.len();
        let cell: NonNull<SeqCell> = self.object.body();
        // SAFETY: the array is this handle's alone; each element is taken out once, and the array is empty afterwards.
        unsafe {
            let elements = (0..len).map(|index| Any::from_raw(place(cell, index).read())).collect();
            (*cell.as_ptr()).size = 0;
            elements
        }
    }

    /// Puts a value at `index`, and those from there on one further.
    fn insert_value(&mut self, index: usize, value: Any) {
        let len = self.len();
        let cell = self.make_unique(1);
        // SAFETY: the array is this handle's alone, with room for one more than its `len` elements, and `index` is at
        // most `len`.
        unsafe {
            let place = place(cell, index);
            place.copy_to(place.add(1), len - index);
            place.write(value.into_raw());
            (*cell.as_ptr()).size = len as i64 + 1;
        }
    }

    fn check_index(&self, index: usize, end: usize) -> Result<()> {
        if index < end {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::IndexError,
            format!("index {index} is behind the end of an array of {}", self.len()),
        ))
    }
}

impl<T: IntoAny> Array<T> {
    /// Appends an element.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let mut array: Array<i64> = (0..3).collect();
    /// array.push(3)?;
    /// array.set(0, 10)?;
    /// assert_eq!(array.iter().collect::<Vec<_>>(), [10, 1, 2, 3]);
    /// assert_eq!(array.pop()?, Some(3));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A ValueError when the ABI has no value for it.
    pub fn push(&mut self, value: T) -> Result<()> {
        let value = value.into_any()?;
        self.insert_value(self.len(), value);
        Ok(())
    }

    /// Replaces the element at `index`.
    ///
    /// # Errors
    /// An IndexError behind the end; a ValueError when the ABI has no value for it.
    pub fn set(&mut self, index: usize, value: T) -> Result<()> {
        self.check_index(index, self.len())?;
        let value = value.into_any()?;
        let cell = self.make_unique(0);
        // SAFETY: the array is this handle's alone and has an element there, which is taken out as the new one comes in.
        let replaced = unsafe { Any::from_raw(place(cell, index).replace(value.into_raw())) };
        drop(replaced);
        Ok(())
    }

    /// Puts an element at `index`, and those from there on one further.
    ///
    /// # Errors
    /// An IndexError beyond the end; a ValueError when the ABI has no value for it.
    pub fn insert(&mut self, index: usize, value: T) -> Result<()> {
        self.check_index(index, self.len() + 1)?;
        let value = value.into_any()?;
        self.insert_value(index, value);
        Ok(())
    }

    /// Appends elements, all or none of them.
    ///
    /// # Errors
    /// A ValueError when the ABI has no value for one of them.
    pub fn extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<()> {
        let values = sequence_of(values)?;
        if values.is_empty() {
            return Ok(());
        }
        let len = self.len();
        let cell = self.make_unique(values.len());
        let end = len + values.len();
        // SAFETY: the array is this handle's alone and has room for the values behind its `len` elements.
        unsafe {
            for (index, value) in (len..).zip(values) {
                place(cell, index).write(value.into_raw());
            }
            (*cell.as_ptr()).size = end as i64;
        }
        Ok(())
    }
}

impl<T: OwnedArgument> Array<T> {
    /// Removes the last element and returns it, None when there is none.
    ///
    /// # Errors
    /// TypeError when the element is no `T`, which [`Array::get`] would panic about.
    pub fn pop(&mut self) -> Result<Option<T>> {
        match self.len().checked_sub(1) {
            Some(last) => self.remove(last).map(Some),
            None => Ok(None),
        }
    }

    /// Removes the element at `index` and returns it; those behind it move up.
    ///
    /// # Errors
    /// An IndexError behind the end; a TypeError as [`Array::pop`].
    pub fn remove(&mut self, index: usize) -> Result<T> {
        let len = self.len();
        self.check_index(index, len)?;
        let removed: T = sequence::element::<T>(self.raw_elements(), index)?;
        let cell = self.make_unique(0);
        // SAFETY: the array is this handle's alone; the element is taken out once, and those behind it close the gap.
        let value = unsafe {
            let place = place(cell, index);
            let value = Any::from_raw(place.read());
            place.copy_from(place.add(1), len - index - 1);
            (*cell.as_ptr()).size = len as i64 - 1;
            value
        };
        drop(value);
        Ok(removed)
    }
}

/// A copy of an element.
fn copied(element: &RawAny) -> Any {
    // SAFETY: the array keeps its own reference, which the copy is made of and which is not dropped here.
    (*ManuallyDrop::new(unsafe { Any::from_raw(*element) })).clone()
}

/// Where the element at `index` stands.
///
/// # Safety
/// The cell has room for more than `index` elements.
unsafe fn place(cell: NonNull<SeqCell>, index: usize) -> *mut RawAny {
    // SAFETY: the caller promises the room, which begins at `data`.
    unsafe { (*cell.as_ptr()).data.cast::<RawAny>().add(index) }
}

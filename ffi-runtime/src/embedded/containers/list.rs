//! Changing list objects in place, whoever made them.

use core::ops::Range;

use super::arguments::ListArgument;
use super::list_buffer::{delete_buffer, new_buffer};
use crate::any::{Any, AnyView};
use crate::container::new_list_object;
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::{RawAny, SeqCell};

/// A new list of these elements.
pub(super) fn new(values: Vec<Any>) -> Result<ObjectPtr> {
    let cell =
        SeqCell { data: core::ptr::null_mut(), size: 0, capacity: 0, data_deleter: Some(delete_buffer) };
    // SAFETY: the cell owns nothing yet; its deleter takes null.
    let object = unsafe { new_list_object(cell) };
    let list = ListArgument(object);
    list.splice(0..0, values)?;
    Ok(list.0)
}

impl ListArgument {
    fn cell(&self) -> *mut SeqCell {
        self.0.body().as_ptr()
    }

    pub(super) fn len(&self) -> usize {
        // SAFETY: every list object has the cell behind its header.
        let cell = unsafe { *self.cell() };
        if cell.data.is_null() { 0 } else { usize::try_from(cell.size).unwrap_or(0) }
    }

    fn data(&self) -> *mut RawAny {
        // SAFETY: every list object has the cell behind its header.
        unsafe { (*self.cell()).data.cast() }
    }

    /// The position that an index from outside names.
    pub(super) fn position(&self, index: i64) -> Result<usize> {
        let len = self.len();
        match usize::try_from(index) {
            Ok(position) if position < len => Ok(position),
            _ => bail!(IndexError, "Expected an index from 0 to below {len} but got {index}"),
        }
    }

    /// The range that two indices from outside name; one without elements may stand anywhere, as libtvm_ffi has it.
    pub(super) fn range(&self, start: i64, stop: i64) -> Result<Range<usize>> {
        let len = self.len();
        match (usize::try_from(start), usize::try_from(stop)) {
            (Ok(first), Ok(end)) if first <= end && end <= len => Ok(first..end),
            _ => bail!(IndexError, "Expected a range from 0 to {len} but got {start} to {stop}"),
        }
    }

    /// An owned copy of the element at a position, None behind the end.
    pub(super) fn get(&self, position: usize) -> Result<Option<Any>> {
        if position >= self.len() {
            return Ok(None);
        }
        // SAFETY: the position is below the length; an element is an owned value, which is copied before anything
        // else can change the list.
        unsafe { AnyView::from_raw(&*self.data().add(position)).to_owned().map(Some) }
    }

    /// Puts values in the place of a range of elements and gives those back: the caller drops them when the list is
    /// whole again.
    pub(super) fn splice(&self, range: Range<usize>, values: Vec<Any>) -> Result<Vec<Any>> {
        let (len, count) = (self.len(), values.len());
        let new_len = len - range.len() + count;
        self.make_room(new_len)?;
        let data = self.data();
        // SAFETY: the range lies within the elements and there is room for the new length. The removed elements
        // are moved out, the ones behind them move, and the new ones are moved in; nothing else runs in between.
        unsafe {
            let removed = range.clone().map(|index| Any::from_raw(data.add(index).read())).collect();
            if new_len > 0 {
                let place = data.add(range.start);
                core::ptr::copy(data.add(range.end), place.add(count), len - range.end);
                for (index, value) in values.into_iter().enumerate() {
                    place.add(index).write(value.into_raw());
                }
            }
            (*self.cell()).size = new_len as i64;
            Ok(removed)
        }
    }

    pub(super) fn reverse(&self) {
        let len = self.len();
        if len > 1 {
            // SAFETY: there are `len` elements, and nothing else uses them meanwhile.
            unsafe { core::slice::from_raw_parts_mut(self.data(), len) }.reverse();
        }
    }

    /// Room for `count` elements and, when more is needed, for as many again as there was before.
    fn make_room(&self, count: usize) -> Result<()> {
        const LEAST: usize = 4;
        let capacity = self.capacity();
        if count <= capacity {
            return Ok(());
        }
        self.reserve(count.max(capacity.saturating_mul(2)).max(LEAST))
    }

    fn capacity(&self) -> usize {
        // SAFETY: every list object has the cell behind its header.
        let cell = unsafe { *self.cell() };
        if cell.data.is_null() { 0 } else { usize::try_from(cell.capacity).unwrap_or(0) }
    }

    /// Room for `count` elements.
    pub(super) fn reserve(&self, count: usize) -> Result<()> {
        if count <= self.capacity() {
            return Ok(());
        }
        let data = new_buffer(count)?;
        let (old, len) = (self.data(), self.len());
        // SAFETY: the elements move to the new buffer, which has room for them; the old one is freed by whoever made
        // it, when the list does not know it any more.
        unsafe {
            let cell = self.cell();
            if len > 0 {
                data.copy_from_nonoverlapping(old, len);
            }
            let old_deleter = (*cell).data_deleter.replace(delete_buffer);
            (*cell).data = data.cast();
            (*cell).capacity = count as i64;
            if let Some(delete) = old_deleter {
                delete(old.cast());
            }
        }
        Ok(())
    }
}

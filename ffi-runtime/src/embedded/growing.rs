//! Arrays that C code reads without a lock while items are added.

/// An array that only grows. An address that was once given out stays readable until the process ends: when
/// there is no room, the items move to an array twice as large and the old one is kept.
pub(super) struct Growing<T> {
    items: Vec<T>,
}

impl<T: Copy> Growing<T> {
    pub(super) const fn new() -> Self {
        Self { items: Vec::new() }
    }

    pub(super) fn as_slice(&self) -> &[T] {
        &self.items
    }

    pub(super) fn as_mut_ptr(&mut self) -> *mut T {
        self.items.as_mut_ptr()
    }

    pub(super) fn push(&mut self, item: T) {
        self.make_room(1);
        self.items.push(item);
    }

    /// Adds copies of `item` until there are `len` items.
    pub(super) fn fill(&mut self, len: usize, item: T) {
        let missing = len.saturating_sub(self.items.len());
        self.make_room(missing);
        self.items.extend(core::iter::repeat_n(item, missing));
    }

    fn make_room(&mut self, count: usize) {
        let needed = self.items.len() + count;
        if needed > self.items.capacity() {
            let mut larger = Vec::with_capacity(needed.next_power_of_two().max(4));
            larger.extend_from_slice(&self.items);
            core::mem::forget(core::mem::replace(&mut self.items, larger));
        }
    }
}

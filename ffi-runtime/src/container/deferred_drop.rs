//! Dropping nested containers without recursion: a million levels deep must not overflow the stack.

use core::cell::Cell;

use crate::any::Any;
use crate::sys::RawAny;

thread_local! {
    /// What inner containers leave to the outermost one that is being dropped on this thread; null when none is.
    /// It has no destructor, so containers may be dropped while a thread is being torn down.
    static WAITING: Cell<*mut Vec<Any>> = const { Cell::new(core::ptr::null_mut()) };
}

/// Drops a container's elements.
///
/// # Safety
/// The elements are owned values that are not used afterwards.
pub(super) unsafe fn drop_elements(elements: &[RawAny]) {
    let objects = elements.iter().filter(|raw| raw.type_index.is_object());
    // SAFETY: the caller gives the elements' ownership away, each one once.
    drop_values(objects.map(|raw| unsafe { Any::from_raw(*raw) }));
}

/// Drops what a container held: now, or after the outermost container that is being dropped on this thread.
pub(crate) fn drop_values(values: impl Iterator<Item = Any>) {
    let waiting = WAITING.get();
    if waiting.is_null() {
        return drop_all(values.collect());
    }
    // SAFETY: the list is that of `drop_all` further up on this thread's stack, which is not borrowed while values
    // are dropped, and taking values out of the iterator runs no code of theirs.
    unsafe { (*waiting).extend(values) };
}

fn drop_all(mut values: Vec<Any>) {
    /// Takes the list out of reach, whatever happens.
    struct Outermost;

    impl Drop for Outermost {
        fn drop(&mut self) {
            WAITING.set(core::ptr::null_mut());
        }
    }

    if values.is_empty() {
        return;
    }
    let list = &raw mut values;
    WAITING.set(list);
    let _outermost = Outermost;
    // SAFETY: the list outlives the loop, and the borrow ends before the value is dropped.
    while let Some(value) = unsafe { (*list).pop() } {
        drop(value);
    }
}

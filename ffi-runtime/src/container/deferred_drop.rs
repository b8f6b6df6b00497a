//! Dropping nested containers without recursion: a million levels deep must not overflow the stack.

use core::cell::RefCell;

use crate::any::Any;
use crate::sys::RawAny;

thread_local! {
    /// What inner containers leave to the outermost one that is being dropped on this thread.
    static WAITING: RefCell<Option<Vec<Any>>> = const { RefCell::new(None) };
}

/// Drops a container's elements.
///
/// # Safety
/// The elements are owned values that are not used afterwards.
pub(super) unsafe fn drop_elements(elements: &[RawAny]) {
    // SAFETY: the caller gives the elements' ownership away, each one once.
    let owned =
        elements.iter().filter(|raw| raw.type_index.is_object()).map(|raw| unsafe { Any::from_raw(*raw) });
    let waiting = WAITING.try_with(|waiting| waiting.borrow_mut().as_mut().map(core::mem::take));
    match waiting {
        // An outer container is being dropped: it will drop these.
        Ok(Some(mut list)) => {
            list.extend(owned);
            let _ = WAITING.try_with(|waiting| *waiting.borrow_mut() = Some(list));
        }
        Ok(None) => drop_all(owned.collect()),
        // The thread is ending and has no list any more.
        Err(_) => drop(owned.collect::<Vec<_>>()),
    }
}

fn drop_all(mut values: Vec<Any>) {
    let take = || WAITING.try_with(|waiting| waiting.borrow_mut().replace(Vec::new())).ok().flatten();
    drop(take());
    while let Some(value) = values.pop() {
        drop(value);
        values.extend(take().into_iter().flatten());
    }
    let _ = WAITING.try_with(|waiting| waiting.borrow_mut().take());
}

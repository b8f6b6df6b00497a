//! Dropping objects that hold each other without deep recursion: a list of a million nodes must not overflow the stack.

use core::cell::Cell;

use crate::mem;
use crate::sys::ObjectHeader;

/// How many objects are dropped inside of one another; those further in wait until the innermost of these is dropped.
const DEEPEST: usize = 64;

thread_local! {
    /// How many objects this thread is dropping inside of one another.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// What waits, null where nothing has to. It has no destructor, so objects may be dropped while a thread ends.
    static WAITING: Cell<*mut Vec<EndedObject>> = const { Cell::new(core::ptr::null_mut()) };
}

/// An object whose last strong reference is gone.
pub(super) struct EndedObject {
    pub(super) object: *mut ObjectHeader,
    /// Drops its value; panics end there.
    pub(super) drop_value: unsafe fn(*mut ObjectHeader),
    /// Gives its memory back, None while there are weak references.
    pub(super) free: Option<unsafe fn(*mut ObjectHeader)>,
}

impl EndedObject {
    /// Drops the value and frees the memory, now or when an object further out on this thread is done.
    ///
    /// # Safety
    /// The functions are those for the object, whose value was not dropped before; without `free` the caller keeps the
    /// memory during the call.
    pub(super) unsafe fn end(self) {
        let depth = DEPTH.get();
        if depth < DEEPEST {
            DEPTH.set(depth + 1);
            // SAFETY: the caller's promise.
            unsafe { self.end_now() };
            return DEPTH.set(depth);
        }
        let waiting = WAITING.get();
        if waiting.is_null() {
            // SAFETY: the caller's promise.
            return unsafe { self.end_with_those_inside() };
        }
        if self.free.is_none() {
            // SAFETY: the caller keeps the memory until now; this reference keeps it until the value is dropped.
            unsafe { mem::increase_weak(self.object) }
        }
        // SAFETY: the list is that of `end_with_those_inside` further up on this thread's stack, which is not borrowed
        // while values are dropped.
        unsafe { (*waiting).push(self) }
    }

    /// # Safety
    /// As [`EndedObject::end`].
    #[cold]
    unsafe fn end_with_those_inside(self) {
        let mut waiting = Vec::new();
        let list = &raw mut waiting;
        WAITING.set(list);
        // SAFETY: the list outlives the loop, and no borrow of it lasts while a value is dropped; what it holds was
        // promised when it was put there, and a weak reference was added where the memory stays.
        unsafe {
            self.end_now();
            while let Some(next) = (*list).pop() {
                let (object, is_kept) = (next.object, next.free.is_none());
                next.end_now();
                if is_kept {
                    mem::decrease_weak(object);
                }
            }
        }
        WAITING.set(core::ptr::null_mut());
    }

    /// # Safety
    /// As [`EndedObject::end`].
    #[inline(always)]
    unsafe fn end_now(self) {
        // SAFETY: the caller's promise; the value is dropped before the memory goes.
        unsafe {
            (self.drop_value)(self.object);
            if let Some(free) = self.free {
                free(self.object);
            }
        }
    }
}

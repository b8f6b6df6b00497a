use core::cell::Cell;

use super::byte_sequence::{self, TEXT};
use super::new_string;
use crate::object::ObjectPtr;
use crate::sys::{RawAny, SMALL_BYTES_MAX, TypeIndex};

/// Longer texts get an object of their own, so that no thread keeps a large one.
const CAPACITY: usize = 256;

thread_local! {
    /// The string object that the thread's next lookup uses; away while a lookup uses it.
    static SPARE: Cell<Option<ObjectPtr>> = const { Cell::new(None) };
}

/// Lends a text as a string value for the time of one lookup, which may run more lookups. The next one uses the same
/// object again, unless somebody has kept it.
#[inline]
pub(crate) fn with_lookup_key<R>(text: &str, lookup: impl FnOnce(RawAny) -> R) -> R {
    if text.len() <= SMALL_BYTES_MAX || text.len() > CAPACITY {
        return lookup(*new_string(text).view().as_raw());
    }
    // The thread's storage is gone when the thread ends; then each lookup has an object of its own.
    let spare = SPARE.try_with(Cell::take).ok().flatten();
    let object = spare.unwrap_or_else(|| byte_sequence::new_with_capacity(CAPACITY, &TEXT));
    // SAFETY: the object has room for the text, and its only reference is this one: so it is when it is new, and so it was
    // when it became the spare one.
    unsafe { byte_sequence::overwrite(&object, text.as_bytes()) };
    let found = lookup(RawAny::from_pointer(TypeIndex::STR, object.as_ptr().cast()));
    // Who kept the object relies on its content, so then it is theirs.
    if object.is_unique() {
        // A lookup that ran meanwhile, in a key's own comparison, left its object.
        let _ = SPARE.try_with(|spare| drop(spare.replace(Some(object))));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::{Any, AnyView};
    use crate::string::own;

    /// A reference of one's own to a key.
    fn keep(key: RawAny) -> Any {
        // SAFETY: the key is alive during the lookup.
        own(unsafe { AnyView::from_raw(&key) }).unwrap_or_else(|mismatch| panic!("{mismatch}"))
    }

    fn text(key: &Any) -> String {
        key.to().unwrap()
    }

    /// Where the object of a key is, and what it says.
    fn look(key: &str) -> (usize, String) {
        with_lookup_key(key, |key| (key.pointer().addr(), text(&keep(key))))
    }

    #[test]
    fn texts_of_any_size() {
        for size in (0..40).chain([255, 256, 257, 1000, 8, 0]) {
            let key: String = "abcdefghijklmnopqrs".chars().cycle().take(size).collect();
            assert_eq!(look(&key).1, key);
        }
    }

    #[test]
    fn only_moderate_sizes_use_the_same_object() {
        let shared = look("a key of the usual size").0;
        assert_eq!(look("8 bytes.").0, shared);
        assert_eq!(look(&"x".repeat(256)).0, shared);
        assert_ne!(look(&"x".repeat(257)).0, shared);
        assert_eq!(look("short").1, "short");
        assert_eq!(look("and again").0, shared);
    }

    #[test]
    fn a_shorter_key_ends_where_it_ends() {
        look("a first key, which is the longer one");
        let is_terminated = with_lookup_key("second key", |key| {
            // SAFETY: a string object has its bytes behind the header, and a NUL behind them.
            let bytes = unsafe {
                &*key.pointer().cast::<crate::sys::ObjectHeader>().add(1).cast::<crate::sys::ByteArray>()
            };
            // SAFETY: as above.
            bytes.size == 10 && unsafe { core::ffi::CStr::from_ptr(bytes.data) } == c"second key"
        });
        assert!(is_terminated);
    }

    #[test]
    fn what_was_kept_stays_as_it_is() {
        let kept = with_lookup_key("the key that is kept", keep);
        let used = kept.view().as_raw().pointer().addr();
        assert_ne!(look("another key").0, used);
        assert_eq!(text(&kept), "the key that is kept");
    }

    #[test]
    fn lookups_in_lookups_use_other_objects() {
        with_lookup_key("the outer key", |outer| {
            with_lookup_key("the inner key", |inner| {
                assert_ne!(inner.pointer(), outer.pointer());
                assert_eq!(text(&keep(outer)), "the outer key");
                assert_eq!(text(&keep(inner)), "the inner key");
            });
            assert_eq!(text(&keep(outer)), "the outer key");
        });
        assert_eq!(look("a later key").1, "a later key");
    }

    #[test]
    fn a_lookup_that_panics_leaves_nothing_behind() {
        let panicked = std::panic::catch_unwind(|| {
            with_lookup_key("a key of a panic", |_| std::panic::resume_unwind(Box::new(())))
        });
        assert!(panicked.is_err());
        assert_eq!(look("a later key").1, "a later key");
    }

    #[test]
    fn lookups_work_while_a_thread_ends() {
        struct LooksUp;
        impl Drop for LooksUp {
            fn drop(&mut self) {
                assert_eq!(look("a key of the end").1, "a key of the end");
            }
        }
        thread_local!(static LATE: LooksUp = const { LooksUp });
        // Storage is destroyed in an order that depends on the platform, so both orders are tried.
        for late_first in [true, false] {
            let thread = std::thread::spawn(move || {
                if late_first {
                    LATE.with(|_| ());
                }
                look("a key of the thread");
                LATE.with(|_| ());
            });
            thread.join().unwrap();
        }
    }
}

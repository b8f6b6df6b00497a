use core::sync::atomic::{AtomicUsize, Ordering};

use super::{Error, ErrorKind, Frame};

const FRAME: Frame = Frame { function: "crate::outer", file: "src/outer.rs", lines: (10, 20) };

#[test]
fn an_error_that_is_shared_does_not_change() {
    let error = Error::new(ErrorKind::ValueError, "shared");
    let before = error.backtrace();
    for _ in 0..3 {
        let left = error.clone().leave(&FRAME);
        assert_eq!(left.backtrace(), format!("{before}  File \"src/outer.rs\", line 10, in crate::outer\n"));
    }
    assert_eq!(error.backtrace(), before);
}

#[test]
fn errors_are_read_while_others_raise_them() {
    let error = Error::new(ErrorKind::ValueError, "cached");
    let read = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..2000 {
                    let left = error.clone().leave(&FRAME);
                    let lines = left.backtrace().lines().count() + error.backtrace().lines().count();
                    read.fetch_add(lines, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(read.load(Ordering::Relaxed), 4 * 2000 * 3);
}

#[test]
fn a_long_chain_of_causes_is_freed_without_recursion() {
    let first = Error::new(ErrorKind::ValueError, "first");
    let chain = (0..300_000)
        .fold(first, |cause, _| Error::without_place(ErrorKind::ValueError, String::new()).with_cause(cause));
    assert!(chain.cause().is_some());
    drop(chain);
}

#[test]
fn a_place_inside_the_frame_is_named_by_it() {
    let here = std::panic::Location::caller();
    let error = Error::made_at(ErrorKind::ValueError, String::new(), here, None, None);
    let frame = Frame { function: "crate::named", file: here.file(), lines: (here.line(), here.line()) };
    assert_eq!(
        error.leave(&frame).backtrace(),
        format!("  File \"{}\", line {}, in crate::named\n", here.file(), here.line())
    );
}

#[test]
fn all_parts_stay_when_an_error_gets_a_frame() {
    let cause = Error::new(ErrorKind::KeyError, "the cause");
    let error = Error::new(ErrorKind::TypeError, "the error").with_cause(cause).leave(&FRAME);
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::TypeError, "the error"));
    assert_eq!(error.cause().expect("the cause stays").message(), "the cause");
}

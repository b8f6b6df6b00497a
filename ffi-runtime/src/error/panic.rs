//! Panics become errors.

use core::any::Any as Payload;
use core::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use super::{Error, ErrorKind, frame};

thread_local! {
    /// Where this thread's last panic happened: file, line and column.
    static LAST_PLACE: RefCell<Option<(String, u32, u32)>> = const { RefCell::new(None) };
}

/// Makes panics remember where they happened; the hook that was there still runs.
pub fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Setting the hook panics on a panicking thread; then the error lacks the place and nothing else.
        if std::thread::panicking() {
            return;
        }
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            remember_place(info);
            previous(info);
        }));
    });
}

fn remember_place(info: &PanicHookInfo<'_>) {
    let place = info.location().map(|place| (place.file().to_owned(), place.line(), place.column()));
    // A thread that is being torn down has no such variable any more.
    let _ = LAST_PLACE.try_with(|last| last.replace(place));
}

/// The error that a caught panic becomes: the message, the place and `function`, in which it was caught.
#[cold]
#[inline(never)]
pub fn panic_error(payload: Box<dyn Payload + Send>, function: &str) -> Error {
    let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => *text,
        (_, Some(text)) => text,
        _ => "a value that is no text",
    };
    let place = LAST_PLACE.try_with(RefCell::take).ok().flatten();
    let (message, backtrace) = match place {
        Some((file, line, column)) => {
            (format!("Rust panic: {message} ({file}:{line}:{column})"), frame::line(&file, line, function))
        }
        None => (format!("Rust panic: {message}"), String::new()),
    };
    let error = Error::with_backtrace(ErrorKind::RuntimeError, message, backtrace);
    // The payload's destructor may panic as well; what that one throws is forgotten.
    if let Err(second) = std::panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        core::mem::forget(second);
    }
    error
}

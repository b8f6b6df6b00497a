//! Panics become errors.

use core::any::Any as Payload;
use core::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use super::{Error, ErrorKind, frame};

/// Where a panic happened, and what it said: the message tells whether a caught panic is that one.
struct Place {
    message: Option<String>,
    file: String,
    line: u32,
    column: u32,
}

thread_local! {
    /// Where this thread's last panic happened.
    static LAST_PLACE: RefCell<Option<Place>> = const { RefCell::new(None) };
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
    let place = info.location().map(|place| Place {
        message: text(info.payload()).map(str::to_owned),
        file: place.file().to_owned(),
        line: place.line(),
        column: place.column(),
    });
    // A thread that is being torn down has no such variable any more.
    let _ = LAST_PLACE.try_with(|last| last.replace(place));
}

/// The message of a panic, if it is text.
fn text(payload: &(dyn Payload + Send)) -> Option<&str> {
    match payload.downcast_ref::<&str>() {
        Some(text) => Some(text),
        None => payload.downcast_ref::<String>().map(String::as_str),
    }
}

/// The error that a caught panic becomes: the message, the place and `function`, in which it was caught.
#[cold]
#[inline(never)]
pub fn panic_error(payload: Box<dyn Payload + Send>, function: &str) -> Error {
    let message = text(&*payload);
    // A panic that was caught earlier, or one that goes on without the hook, is not shown as this one.
    let place = LAST_PLACE.try_with(RefCell::take).ok().flatten();
    let place = place.filter(|place| place.message.as_deref() == message);
    let message = message.unwrap_or("a value that is no text");
    let (message, backtrace) = match place {
        Some(Place { file, line, column, .. }) => {
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

//! Arrays, lists, maps and dicts of the embedded host, driven through its global functions.

mod keys;
mod lists;
mod mappings;
mod nesting;

use super::host;
use crate::any::Any;
use crate::error::{Error, Result};
use crate::function::{CallArguments, Function};

fn call<A: CallArguments>(name: &str, arguments: A) -> Result<Any> {
    host();
    Function::global(name)?.call(arguments)
}

#[track_caller]
fn made<A: CallArguments>(name: &str, arguments: A) -> Any {
    call(name, arguments).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The kind of the error that a call must raise.
#[track_caller]
fn failed<A: CallArguments>(name: &str, arguments: A) -> String {
    match call(name, arguments) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => kind(&error),
    }
}

fn kind(error: &Error) -> String {
    error.kind().to_string()
}

/// A closure that runs when the function object made of it is freed.
fn on_drop(run: impl FnOnce() + Send + Sync + 'static) -> Function {
    struct Runs<F: FnOnce()>(Option<F>);
    impl<F: FnOnce()> Drop for Runs<F> {
        fn drop(&mut self) {
            if let Some(run) = self.0.take() {
                run();
            }
        }
    }
    let runs = Runs(Some(run));
    Function::from_fn(move || {
        let _kept = &runs;
    })
}

//! Tensors as a Rust program uses them, on the embedded host.

mod device_memory;
mod dlpack;
#[cfg(feature = "dlpark")]
mod dlpark;
#[cfg(feature = "half")]
mod half;
mod in_out;
mod layouts;
#[cfg(feature = "ndarray")]
mod ndarray;
mod owned;
mod rows;
mod streams;
mod strided;

use crate::error::{Error, Result};

/// The error of a result that must be one.
#[track_caller]
fn failure<T>(result: Result<T>) -> Error {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => error,
    }
}

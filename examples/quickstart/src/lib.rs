//! A first extension: `cargo build -p quickstart` makes it a library for Python, C++, C and Rust.

use ffi_runtime::prelude::*;

/// Adds one to every element of `x`, into `y`.
#[ffi_export]
fn add_one(x: TensorView<'_, f32>, mut y: TensorViewMut<'_, f32>) -> Result<()> {
    ensure!(x.shape() == y.shape(), ValueError, "x has shape {:?}, y has {:?}", x.shape(), y.shape());
    for (out, value) in y.as_mut_slice()?.iter_mut().zip(x.as_slice()?) {
        *out = value + 1.0;
    }
    Ok(())
}

/// Adds two integers; the second is 1 where the caller leaves it out.
#[ffi_export]
fn add(a: i64, #[ffi(default = 1)] b: i64) -> i64 {
    a + b
}

/// Calls back into the language that calls.
#[ffi_export]
fn apply(function: Function, value: i64) -> Result<i64> {
    function.call((value,))?.to::<i64>()
}

/// Raises an error that every language sees with this file and line.
#[ffi_export]
fn check_positive(value: i64) -> Result<i64> {
    ensure!(value > 0, ValueError, "expected a positive number, got {value}");
    Ok(value)
}

/// Found by its name in the global table as soon as the library is loaded.
#[ffi_global("quickstart.greet")]
fn greet(name: &str) -> String {
    format!("Hello, {name}!")
}

//! A closure must say what it takes.
use ffi_runtime::prelude::*;

fn main() {
    let _ = Function::from_fn(|value| value);
}

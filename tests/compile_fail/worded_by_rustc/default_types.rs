//! A default must be of the parameter's type.
use ffi_runtime::prelude::*;

#[ffi_export]
fn text_for_a_number(#[ffi(default = "one")] value: i64) -> i64 {
    value
}

fn main() {}

//! Three mistakes are reported in one run.
use ffi_runtime::prelude::*;

#[ffi_export]
async fn first() -> i64 {
    1
}

#[ffi_export]
fn second<T>(value: i64) -> i64 {
    value
}

#[ffi_export]
fn _library_bin() -> i64 {
    3
}

fn main() {}

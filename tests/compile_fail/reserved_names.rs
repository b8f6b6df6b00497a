//! Names whose symbols are the loader's own.
use ffi_runtime::prelude::*;

#[ffi_export]
fn _library_bin() -> i64 {
    1
}

#[ffi_export]
fn _library_ctx() -> i64 {
    2
}

#[ffi_export]
fn _metadata_x() -> i64 {
    3
}

#[ffi_export(name = "_doc_x")]
fn documented() -> i64 {
    4
}

fn main() {}

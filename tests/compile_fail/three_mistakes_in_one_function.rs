//! Three mistakes in one signature are reported in one run.
use ffi_runtime::prelude::*;

#[ffi_export(name = "_library_ctx")]
async fn several<T>(#[ffi(default = 1)] first: i64, second: i64) -> i64 {
    first + second
}

fn main() {}

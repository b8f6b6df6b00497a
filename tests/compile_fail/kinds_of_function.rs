//! Functions that the packed call convention cannot call.
use ffi_runtime::prelude::*;

#[ffi_export]
async fn waits() -> i64 {
    1
}

#[ffi_export]
unsafe fn dangerous() -> i64 {
    2
}

struct Holder;

impl Holder {
    #[ffi_export]
    fn with_self(&self) -> i64 {
        3
    }
}

fn main() {}

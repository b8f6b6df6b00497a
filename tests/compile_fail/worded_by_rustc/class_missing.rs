//! Methods of a struct that is no class, and an argument of one.
use ffi_runtime::prelude::*;

struct Plain;

#[ffi_methods]
impl Plain {
    fn value(&self) -> i64 {
        1
    }
}

#[ffi_export]
fn take(plain: Ref<Plain>) {
    let _ = plain;
}

fn main() {}

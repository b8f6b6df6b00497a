//! Several mistakes in one class and in one block of methods.
use ffi_runtime::prelude::*;
use std::sync::Arc;

#[ffi_class("mistakes.Counter", hash, sealed)]
#[repr(packed)]
struct Counter<const N: usize> {
    #[cfg(unix)]
    #[ffi(get)]
    start: i64,
    #[ffi(default = 1)]
    step: i64,
    #[ffi(get, skip)]
    count: i64,
}

struct Plain;

#[ffi_methods]
impl Plain {
    #[ffi(init)]
    fn new() -> i64 {
        1
    }

    fn shared(self: &Arc<Self>) {}

    #[ffi(method)]
    fn first(this: Option<Ref<Self>>) {
        let _ = this;
    }

    fn forever(&'static self) {}

    #[ffi_export]
    fn exported() {}
}

fn main() {}

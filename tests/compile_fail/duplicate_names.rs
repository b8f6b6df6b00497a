//! Two exports of one name in one crate.
use ffi_runtime::prelude::*;

#[ffi_export]
fn twice() -> i64 {
    1
}

mod other {
    use ffi_runtime::prelude::*;

    #[ffi_export(name = "twice")]
    fn another() -> i64 {
        2
    }
}

fn main() {}

//! Two globals of one name in one crate.
use ffi_runtime::prelude::*;

#[ffi_global("duplicate_globals.twice")]
fn first() -> i64 {
    1
}

#[ffi_global("duplicate_globals.twice")]
fn second() -> i64 {
    2
}

fn main() {}

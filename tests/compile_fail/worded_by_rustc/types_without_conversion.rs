//! Types that no other language knows.
use ffi_runtime::prelude::*;

struct Plain;

#[ffi_export]
fn takes_plain(value: Plain) -> i64 {
    let Plain = value;
    1
}

#[ffi_export]
fn gives_plain() -> Plain {
    Plain
}

#[ffi_export]
fn takes_reference(value: &Plain) -> i64 {
    let Plain = value;
    1
}

#[ffi_export]
fn takes_character(value: char) -> i64 {
    value as i64
}

#[ffi_export]
fn fails_with_plain() -> Result<i64, Plain> {
    Err(Plain)
}

fn main() {}

//! A field that other languages cannot read, and one that they cannot set.
use ffi_runtime::prelude::*;

struct Own;

#[ffi_class("types.Reading")]
struct Reading {
    #[ffi(get)]
    own: Own,
    hidden: Own,
}

#[ffi_class("types.Setting")]
struct Setting {
    #[ffi(get, set)]
    plain: i64,
}

fn main() {}

//! Misspelt and misplaced options.
use ffi_runtime::prelude::*;

#[ffi_export(nam = "x")]
fn unknown_option() -> i64 {
    1
}

#[ffi_export(name = "no identifier")]
fn no_identifier() -> i64 {
    2
}

#[ffi_export(name = "grüße")]
fn not_ascii() -> i64 {
    3
}

#[ffi_export(name = 3)]
fn no_string() -> i64 {
    4
}

#[ffi_global]
fn no_name() -> i64 {
    5
}

#[ffi_global("")]
fn empty_name() -> i64 {
    6
}

#[ffi_export]
fn unknown_parameter_option(#[ffi(defaul = 1)] value: i64) -> i64 {
    value
}

#[ffi_export]
fn default_without_value(#[ffi(default)] value: i64) -> i64 {
    value
}

#[ffi_export]
fn default_before_required(#[ffi(default = 1)] first: i64, second: i64) -> i64 {
    first + second
}

fn main() {}

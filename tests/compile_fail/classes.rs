//! Mistakes in classes: each at its place, all in one run.
use ffi_runtime::prelude::*;

#[ffi_class("classes.Generic")]
struct Generic<T> {
    #[ffi(get)]
    value: T,
}

#[ffi_class("classes.Derived", extends = Base)]
struct Derived {
    #[ffi(get)]
    value: i64,
}

#[ffi_class("classes.Tuple")]
struct Tuple(i64);

#[ffi_class("classes.Unknown", frozen)]
struct Unknown {
    #[ffi(set)]
    value: Field<i64>,
}

#[ffi_class("classes.Choice")]
enum Choice {
    One,
}

struct Base;

fn main() {}

//! A closure must own what it uses, and be callable from every thread.
use ffi_runtime::prelude::*;
use std::rc::Rc;

fn main() {
    let shared = Rc::new(3_i64);
    let _ = Function::from_fn(move || *shared);
}

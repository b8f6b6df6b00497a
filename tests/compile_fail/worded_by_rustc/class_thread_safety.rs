//! A class whose objects cannot be used from any thread.
use ffi_runtime::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

#[ffi_class("threads.Unsafe")]
struct Unsafe {
    shared: Rc<i64>,
    changed: RefCell<i64>,
}

fn main() {}

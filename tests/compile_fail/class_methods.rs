//! Mistakes in methods: each at its place, all in one run.
use ffi_runtime::prelude::*;

#[ffi_class("methods.Counter")]
struct Counter {
    #[ffi(get, set)]
    count: Field<i64>,
}

#[ffi_methods]
impl Counter {
    #[ffi(init)]
    fn new() -> Self {
        Self { count: Field::new(0) }
    }

    #[ffi(init)]
    fn again() -> Self {
        Self::new()
    }

    fn increase(&mut self) {
        self.count.set(self.count.get() + 1);
    }

    fn consume(self) -> i64 {
        self.count.get()
    }

    fn any<T>(&self, value: T) -> T {
        value
    }
}

fn main() {}

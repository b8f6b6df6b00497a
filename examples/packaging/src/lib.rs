//! What the package `my_ffi_extension` is made of.

use ffi_runtime::prelude::*;

/// Adds one to every element of `x`, into `y`.
///
/// Both are float32 tensors of one shape, of any framework that speaks DLPack.
#[ffi_export]
fn add_one(x: TensorView<'_, f32>, mut y: TensorViewMut<'_, f32>) -> Result<()> {
    ensure!(x.shape() == y.shape(), ValueError, "x has shape {:?}, y has {:?}", x.shape(), y.shape());
    for (out, value) in y.as_mut_slice()?.iter_mut().zip(x.as_slice()?) {
        *out = value + 1.0;
    }
    Ok(())
}

/// Raises a RuntimeError with the given message.
#[ffi_global("my_ffi_extension.raise_error")]
fn raise_error(msg: &str) -> Result<()> {
    bail!(RuntimeError, "{msg}")
}

/// Two integers.
#[ffi_class("my_ffi_extension.IntPair")]
pub struct IntPair {
    /// The first one, which can be changed.
    #[ffi(get, set)]
    a: Field<i64>,
    /// The second one.
    #[ffi(get)]
    b: i64,
}

#[ffi_methods]
impl IntPair {
    #[ffi(init)]
    fn new(a: i64, b: i64) -> Self {
        Self { a: Field::new(a), b }
    }

    /// Sum of both fields.
    fn sum(&self) -> i64 {
        self.a.get() + self.b
    }
}

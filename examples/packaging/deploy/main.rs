//! Runs the library of the wheel from Rust, with no libtvm_ffi and no Python:
//! `cargo run --release --example deploy -- path/to/libmy_ffi_extension.so`.

use ffi_runtime::prelude::*;

/// What is used of the library's class.
#[ffi_class("my_ffi_extension.IntPair", foreign)]
struct IntPair {
    #[ffi(init)]
    new: fn(i64, i64) -> IntPair,
    #[ffi(method)]
    sum: fn() -> i64,
}

fn main() -> Result<()> {
    let Some(path) = std::env::args().nth(1) else { bail!(ValueError, "usage: deploy LIBRARY") };
    let library = Module::load(path)?;

    let x = Tensor::from_vec(vec![0.0_f32, 1.0, 2.0], &[3])?;
    let y = Tensor::zeros::<f32>(&[3])?;
    library.function("add_one")?.call((&x, &y))?;
    println!("{:?}", y.to_vec::<f32>()?);

    if let Err(error) = Function::global("my_ffi_extension.raise_error")?.call(("from Rust",)) {
        println!("{}: {}", error.kind(), error.message());
    }
    println!("{}", IntPair::new(1, 2)?.sum()?);
    Ok(())
}

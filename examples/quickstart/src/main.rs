//! Loads the extension that lies beside this program and calls it, with nothing else installed.

use ffi_runtime::prelude::*;
use std::path::PathBuf;

/// Cargo puts the library beside the program, or into `deps` below it.
fn library() -> Result<PathBuf> {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    let name = format!("{DLL_PREFIX}quickstart_extension{DLL_SUFFIX}");
    let folder = std::env::current_exe()?.with_file_name("");
    let candidates = [folder.join(&name), folder.join("deps").join(&name)];
    match candidates.iter().find(|path| path.is_file()) {
        Some(path) => Ok(path.clone()),
        None => bail!(RuntimeError, "there is no {name} in {}", folder.display()),
    }
}

fn main() -> Result<()> {
    let module = Module::load(library()?)?;

    let x = Tensor::from_vec(vec![1.0_f32, 2.0, 3.0, 4.0, 5.0], &[5])?;
    let y = Tensor::zeros::<f32>(&[5])?;
    module.function("add_one")?.call((&x, &y))?;
    println!("add_one({:?}) = {:?}", x.to_vec::<f32>()?, y.to_vec::<f32>()?);

    let sum = module.function("add")?.call((41,))?;
    println!("add(41) = {}", sum.to::<i64>()?);

    let greeting = Function::global("quickstart.greet")?.call(("world",))?;
    println!("quickstart.greet(\"world\") = {}", greeting.to::<String>()?);

    let times_ten = Function::from_fn(|value: i64| value * 10);
    let product = module.function("apply")?.call((times_ten, 4))?;
    println!("apply(times ten, 4) = {}", product.to::<i64>()?);

    match module.function("check_positive")?.call((-1,)) {
        Ok(_) => println!("check_positive(-1) raised nothing"),
        Err(error) => println!(
            "check_positive(-1) raised\n{}: {}\n{}",
            error.kind(),
            error.message(),
            error.backtrace()
        ),
    }
    Ok(())
}

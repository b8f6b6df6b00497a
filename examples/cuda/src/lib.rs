//! A kernel on the GPU: `cargo build -p example-cuda` needs neither CUDA nor a GPU, and neither does loading the library.
//!
//! The tensors are PyTorch's or any other framework's; the kernel runs on the stream that is current there.

#[cfg(any(feature = "cuda", test))]
mod arguments;
#[cfg(any(feature = "cuda", test))]
mod driver;
#[cfg(feature = "cuda")]
mod driver_library;
#[cfg(any(feature = "cuda", test))]
mod grid;
#[cfg(any(feature = "cuda", test))]
mod kernel;
#[cfg(any(feature = "cuda", test))]
mod scale;

#[cfg(feature = "cuda")]
use ffi_runtime::prelude::*;

/// `y = factor * x` on the GPU, for float32; `y` may be `x`. The call returns when the work is on the stream.
#[cfg(feature = "cuda")]
#[ffi_export]
fn scale(x: TensorViewInOut<'_, f32>, y: TensorViewInOut<'_, f32>, factor: f32) -> Result<()> {
    scale::launch(driver_library::driver()?, &x, &y, factor)
}

/// Whether there is a driver, and what it is missing otherwise.
#[cfg(feature = "cuda")]
#[ffi_export]
fn driver_problem() -> Option<String> {
    driver_library::driver().err().map(|error| error.message().into_owned())
}

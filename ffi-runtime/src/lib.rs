//! Native extensions in Rust on the tvm-ffi stable C ABI.
//!
//! Annotate functions, build a `cdylib`, and load it unchanged from Python, C++, C and Rust. Nothing of Python,
//! C++ or libtvm_ffi is needed to build.

#[macro_use]
mod error;

mod any;
mod container;
mod convert;
mod device;
mod dtype;
mod embedded;
mod function;
pub mod host;
mod mem;
mod module;
mod object;
pub mod prelude;
mod registry;
mod string;
pub mod sys;
mod tensor;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use any::{Any, AnyView};
pub use container::{Array, Dict, List, Map, Shape};
pub use device::{Device, ParseDeviceError};
pub use dtype::{DataType, Element, ParseDataTypeError, Untyped};
pub use error::{Error, ErrorKind, Result};
pub use ffi_macros::{ffi_export, ffi_global};
pub use function::{Arguments, Function};
pub use module::Module;
pub use registry::registration_errors;
pub use string::Bytes;
pub use tensor::{Elements, Tensor, TensorView, TensorViewMut};

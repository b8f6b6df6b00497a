//! Native extensions in Rust on the tvm-ffi stable C ABI.
//!
//! Annotate functions, build a `cdylib`, and load it unchanged from Python, C++, C and Rust. Nothing of Python,
//! C++ or libtvm_ffi is needed to build.
//!
//! ```
//! use ffi_runtime::prelude::*;
//!
//! /// Adds one to every element of `x`, into `y`.
//! #[ffi_export]
//! fn add_one(x: TensorView<'_, f32>, mut y: TensorViewMut<'_, f32>) -> Result<()> {
//!     ensure!(x.shape() == y.shape(), ValueError, "x has shape {:?}, y has {:?}", x.shape(), y.shape());
//!     for (out, v) in y.as_mut_slice()?.iter_mut().zip(x.as_slice()?) {
//!         *out = v + 1.0;
//!     }
//!     Ok(())
//! }
//!
//! /// Found in the global table as soon as the library is loaded.
//! #[ffi_global("my_extension.parse")]
//! fn parse(text: &str, #[ffi(default = 10)] radix: u32) -> Result<i64> {
//!     Ok(i64::from_str_radix(text, radix)?)
//! }
//!
//! // The annotated functions stay ordinary ones.
//! assert_eq!(parse("ff", 16)?, 255);
//! # Ok::<(), Error>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | export a function | [`ffi_export`], [`ffi_global`] |
//! | read and write the caller's tensors | [`TensorView`], [`TensorViewMut`] |
//! | one tensor as input and output | [`TensorViewInOut`] |
//! | loop over rows, in parallel | [`TensorView::rows`], [`TensorViewMut::rows_mut`], [`parallel`] |
//! | make tensors | [`Tensor`] |
//! | fail | [`bail!`], [`ensure!`], `?` on any standard error; [`Error`], [`ErrorKind`] |
//! | call back, return closures | [`Function`] |
//! | take or return anything | [`Any`], [`AnyView`], [`Object`] |
//! | move an object into a call | [`RValueRef`] |
//! | load libraries in a Rust program | [`Module`] |
//! | define a module in Rust, load files of other kinds | [`ModuleObject`], [`module_loader!`] |
//! | choose the host of a Rust program | [`host`] |

#[macro_use]
mod error;

mod any;
mod class;
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
pub mod parallel;
pub mod prelude;
mod registry;
mod string;
pub mod sys;
mod tensor;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use any::{Any, AnyView};
pub use class::{Class, Field, Object, Ref, WeakRef};
pub use container::{Array, Dict, List, Map, Shape};
pub use convert::RValueRef;
pub use device::{Device, ParseDeviceError};
pub use dtype::{DataType, Element, ParseDataTypeError, Untyped};
pub use error::{Error, ErrorKind, Result};
pub use ffi_macros::{FfiEnum, FfiUnion, ffi_class, ffi_export, ffi_global, ffi_methods};
pub use function::{Arguments, Function, TypedFunction};
pub use module::{Module, ModuleObject};
pub use registry::registration_errors;
pub use string::Bytes;
pub use tensor::{Elements, Row, RowMut, Rows, RowsMut, Tensor, TensorView, TensorViewInOut, TensorViewMut};

/// The examples in the guide to kernels compile.
#[cfg(doctest)]
#[doc = include_str!("../../docs/kernels.md")]
struct Kernels;

/// The README's examples compile.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

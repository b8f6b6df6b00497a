//! Everything that an extension usually needs: `use ffi_runtime::prelude::*;`.

pub use crate::{
    Any, AnyView, Bytes, DataType, Device, Element, Error, ErrorKind, Function, Module, Result, Tensor,
    TensorView, TensorViewMut, Untyped, bail, ensure, ffi_export, ffi_global,
};

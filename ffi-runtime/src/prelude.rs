//! Everything that an extension usually needs: `use ffi_runtime::prelude::*;`.

pub use crate::{
    Any, AnyView, Array, Bytes, DataType, Device, Dict, Element, Error, ErrorKind, FfiEnum, FfiUnion,
    Function, List, Map, Module, ModuleObject, Object, RValueRef, Result, Shape, Tensor, TensorView,
    TensorViewMut, TypedFunction, Untyped, bail, ensure, ffi_export, ffi_global, module_loader,
};

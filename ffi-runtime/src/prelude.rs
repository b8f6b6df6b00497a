//! Everything that an extension usually needs: `use ffi_runtime::prelude::*;`.

pub use crate::{
    Any, AnyView, Array, Bytes, DataType, Device, Dict, Element, Error, ErrorKind, FfiEnum, FfiUnion, Field,
    Function, List, Map, Module, ModuleObject, Object, RValueRef, Ref, Result, Shape, Tensor, TensorView,
    TensorViewInOut, TensorViewMut, TypedFunction, Untyped, bail, ensure, ffi_class, ffi_export, ffi_global,
    ffi_methods, module_loader,
};

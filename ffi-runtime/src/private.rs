//! All that generated code names. Not for other use: it changes with the macros.

pub use inventory;
pub use linkme;

pub use crate::__require_unwinding as require_unwinding;
pub use crate::any::{Any, AnyView};
pub use std::string::String;

pub use crate::class::foreign;
pub use crate::class::{
    BaseClass, Capabilities, Class, ClassDescriptor, ClassDetails, ClassHash, Equality, FieldDescriptor,
    HiddenField, LARGEST_ALIGNMENT, MethodDescriptor, MethodKind, MethodsDescriptor, NoBase, Object,
    ReadField, Ref, SetField, WithoutCapability, class_value_into_any, invoke_init, method_name,
    method_name_length, method_name_text, register as register_class, register_methods, write_class_schema,
};
pub use crate::container::{
    find_choice, nest_union, nested_too_deep, write_choice_schema, write_union_name, write_union_schema,
};
pub use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, MismatchKind, ToArgument};
pub use crate::error::{Frame, Result, enclosing_function, kinds, take_raised};
pub use crate::function::{
    Arguments, CallArguments, ChosenDtype, Dispatch, DispatchParameter, FunctionDescriptor, IntoFunction,
    Parameter, ReturnType, Returned, TypeWords, check_overlap, chosen_dtype, defaulted, element_dtype,
    finish, invoke, no_instance, required, return_doc, return_metadata, writers,
};
/// What is taken for granted about libtvm_ffi's C++ classes, for the test that compares it with the header.
pub use crate::module::CXX_LAYOUT;
pub use crate::registry::{
    CLASSES, ClassEntry, EXPORTS, ExportDescriptor, GLOBALS, GlobalDescriptor, METHODS, ModuleLoader,
    loader_submitted,
};
pub use crate::sys::DLDeviceType;
pub use crate::sys::{ObjectHeader, RawAny};
pub use crate::tensor::{
    CheckedSize, Contract, Dimension, Rest, RestSymbol, ShapePattern, SharedDevice, Size, Symbol,
    TensorArgument, contract_tensor, first_sizes, holds, is_aligned, is_contiguous, is_on, sizes, violation,
};
pub use crate::{__impl_class_values as impl_class_values, __impl_foreign_class as impl_foreign_class};

/// How many objects this library has made and not freed yet; None in release builds, which do not count. For
/// tests that look for leaks.
pub fn live_objects() -> Option<isize> {
    crate::mem::live_objects::count()
}

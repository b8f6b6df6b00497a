//! Functions: closures that other languages call, other languages' functions that Rust calls, and the packed
//! call between them.

mod arguments;
mod call_arguments;
mod closure;
mod descriptor;
mod dispatch;
mod function_object;
mod global;
mod host_function;
mod into_function;
mod invoke;
mod metadata;
mod moved;
mod overlap;
mod returned;
#[cfg(test)]
mod tests;
mod type_words;
mod typed;

pub(crate) use arguments::ABSENT;
pub use arguments::{Arguments, check_overlap, defaulted, finish, required};
pub use call_arguments::CallArguments;
pub use descriptor::{FunctionDescriptor, Parameter, ReturnType};
pub use dispatch::{ChosenDtype, Dispatch, DispatchParameter, chosen_dtype, element_dtype, no_instance};
pub use function_object::Function;
pub use global::register_global_call;
pub(crate) use global::register_library_global;
pub(crate) use host_function::HostFunction;
pub use into_function::IntoFunction;
pub(crate) use invoke::{Failure, contain, raise};
pub use invoke::{invoke, return_doc, return_metadata};
pub(crate) use metadata::{of as function_metadata, write_json_string};
#[cfg(feature = "ndarray")]
pub(crate) use overlap::tensor_of;
pub use overlap::writers;
pub(crate) use overlap::{are_same, check_elements};
pub use returned::Returned;
pub use type_words::TypeWords;
pub use typed::TypedFunction;

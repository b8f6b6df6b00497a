//! Attribute macros of `ffi-runtime`. Depend on `ffi-runtime`, which re-exports them.

mod ast;
mod attr;
mod check;
mod ctxt;
mod doc;
mod duplicates;
mod enums;
mod expand;
mod item;
mod lifetimes;
mod runtime_path;
mod source_text;
mod symbols;
#[cfg(test)]
mod tests;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::ast::{Function, Kind};
use crate::ctxt::Ctxt;
use crate::duplicates::NameTable;
use crate::item::{AnnotatedFunction, RawAnnotation};

/// The names of the crate that is being compiled.
static NAMES: NameTable = NameTable::new();

/// Exports a function from the library, under the C symbol `__tvm_ffi_<name>`.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// /// Adds.
/// #[ffi_export(name = "add")]
/// fn add_i64(a: i64, #[ffi(default = 1)] b: i64) -> i64 {
///     a + b
/// }
/// ```
///
/// The function stays an ordinary one, to be called and tested from Rust. Every caller that loads the library finds it
/// by its name: `tvm_ffi.load_module("libx.so").add(2)` in Python, `Module::load("libx.so")?.function("add")?` in Rust.
///
/// # Keys
///
/// | key | meaning | without it |
/// |---|---|---|
/// | `name = "…"` | the name that callers ask for, an ASCII identifier | the function's name, `r#match` as `match` |
/// | `crate = path` | where the runtime is | `::ffi_runtime` |
///
/// # Parameters and return value
///
/// There may be any number of parameters, each of a type that converts from a value of another language; the return
/// type, `Result` included, converts the other way. A parameter is known to callers by its name, and by its position
/// (`arg0`) where a pattern other than a name stands. It may have options:
///
/// | option | meaning |
/// |---|---|
/// | `#[ffi(default = EXPR)]` | the value where the caller leaves the argument out, evaluated in each such call; only parameters with a default may follow |
///
/// # Documentation
///
/// The doc comment becomes the docstring that other languages show, and the signature becomes the function's metadata.
///
/// # Restrictions
///
/// The function is free, safe and not `async`, and has no type or const parameters: write one exported function for
/// each type. The names `_library_bin`, `_library_ctx`, `_registration_errors` and those that begin with `_metadata_` or
/// `_doc_` belong to the loader. Within a crate a name is exported once.
#[proc_macro_attribute]
pub fn ffi_export(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    entry(Kind::Export, arguments, item)
}

/// Registers a function in the table of global functions, as soon as the library is loaded.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[ffi_global("my_package.raise_error")]
/// fn raise_error(message: &str) -> Result<()> {
///     bail!(RuntimeError, "{message}")
/// }
/// ```
///
/// Every language finds it by its name: `tvm_ffi.get_global_func("my_package.raise_error")` in Python,
/// `Function::global("my_package.raise_error")?` in Rust. All libraries of a process share the table, so a name begins
/// with the package's: `package.function`. A name that is taken is reported when the library is loaded.
///
/// The attribute stacks with [`macro@ffi_export`], in either order, and what is said there of parameters, return values,
/// documentation and restrictions holds here too.
///
/// # Keys
///
/// | key | meaning | without it |
/// |---|---|---|
/// | `"…"`, first | the global's name | an error |
/// | `crate = path` | where the runtime is | `::ffi_runtime` |
#[proc_macro_attribute]
pub fn ffi_global(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    entry(Kind::Global, arguments, item)
}

/// Makes an enum a union of types: an argument is the first variant that its value fits, exact matches first.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[derive(FfiUnion)]
/// enum Argument {
///     Int(i64),
///     Text(String),
///     Items(Vec<i64>),
///     Nothing,
/// }
/// ```
///
/// Each variant holds one value of a type that can be an argument and be returned; one that holds nothing stands for
/// None. `#[ffi(crate = path)]` on the enum says where the runtime is.
#[proc_macro_derive(FfiUnion, attributes(ffi))]
pub fn ffi_union(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    enums::expand_union(item.into()).into()
}

/// Makes an enum without values a choice: an argument is a variant's name or number, a returned one its name.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[derive(FfiEnum)]
/// enum Activation {
///     Relu,
///     Gelu = 7,
/// }
/// ```
///
/// `#[ffi(crate = path)]` on the enum says where the runtime is.
#[proc_macro_derive(FfiEnum, attributes(ffi))]
pub fn ffi_enum(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    enums::expand_choice(item.into()).into()
}

fn entry(
    kind: Kind,
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    let annotation = RawAnnotation { kind, span: Span::call_site(), arguments: arguments.into() };
    expand_function(&NAMES, annotation, item.into()).into()
}

/// The item without our attributes, followed by what was generated or by the errors.
fn expand_function(names: &NameTable, outer: RawAnnotation, tokens: TokenStream) -> TokenStream {
    let item = match item::parse_function(outer.kind, tokens.clone()) {
        Ok(item) => item,
        Err(error) => {
            let error = error.to_compile_error();
            return quote!(#tokens #error);
        }
    };
    let ctxt = Ctxt::new();
    let annotated = AnnotatedFunction::new(&ctxt, outer, item);
    let function = Function::from_item(&ctxt, &annotated);
    check::check(&ctxt, names, &annotated, &function);
    let generated = match ctxt.check() {
        Ok(()) => expand::registrations(&function),
        Err(errors) => errors.to_compile_error(),
    };
    let item = &annotated.item;
    quote!(#item #generated)
}

//! Attribute macros of `ffi-runtime`. Depend on `ffi-runtime`, which re-exports them.

mod ast;
mod attr;
mod check;
mod class;
mod contract;
mod ctxt;
mod dispatch;
mod doc;
mod duplicates;
mod enums;
mod expand;
mod item;
mod lifetimes;
mod methods;
mod runtime_path;
mod self_type;
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
/// | `dispatch(T = [f32, f64])` | the types that a type parameter stands for, see below | there are no type parameters |
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
/// | `#[ffi(shape = [n, 2 * n, 3, _, ..])]` | the sizes of a tensor: symbols that are equal wherever they stand, arithmetic on these, numbers, any size, any further sizes (`..name`: equal wherever it stands) |
/// | `#[ffi(device = cpu)]` | the type of device that a tensor is on |
/// | `#[ffi(same_device)]` | the tensors that have this are on one device |
/// | `#[ffi(contiguous)]` | the elements of a tensor follow each other in row-major order |
/// | `#[ffi(aligned = 64)]` | what divides the address of a tensor's first element |
/// | `#[ffi(symbol)]` | callers do not pass the parameter, a `usize`: it has the value of the symbol with its name |
///
/// # Type parameters
///
/// A generic function is compiled for each of the types that `dispatch` lists, and for each combination where there are
/// several type parameters. Which instance runs is chosen by the dtypes of the tensors that mention the type parameter:
/// `TensorView<'_, T>`, `TensorViewMut<'_, T>`, `ndarray`'s views, and an `Option` of these.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[ffi_export(dispatch(T = [f32, f64, i32]))]
/// fn scale<T: Element + std::ops::Mul<Output = T>>(
///     #[ffi(shape = [n, m])] x: TensorView<'_, T>,
///     #[ffi(shape = [n, m])] mut y: TensorViewMut<'_, T>,
///     k: T,
/// ) -> Result<()> {
///     for (out, value) in y.as_mut_slice()?.iter_mut().zip(x.as_slice()?) {
///         *out = *value * k;
///     }
///     Ok(())
/// }
/// ```
///
/// # Documentation
///
/// The doc comment becomes the docstring that other languages show, and the signature becomes the function's metadata.
///
/// # Restrictions
///
/// The function is free, safe and not `async`, and has no const parameters and no type parameters but those that `dispatch`
/// lists. The names `_library_bin`, `_library_ctx`, `_registration_errors`, `_export_names` and those that begin
/// with `_metadata_` or `_doc_` belong to the loader. Within a crate a name is exported once.
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
/// | `dispatch(T = [f32, f64])` | as in [`macro@ffi_export`] | there are no type parameters |
/// | `crate = path` | where the runtime is | `::ffi_runtime` |
#[proc_macro_attribute]
pub fn ffi_global(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    entry(Kind::Global, arguments, item)
}

/// Makes a struct a class, whose objects every language can hold, read and call.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// /// Two integers.
/// #[ffi_class("my_package.IntPair")]
/// pub struct IntPair {
///     /// Can be set while the object is shared.
///     #[ffi(get, set)]
///     a: Field<i64>,
///     #[ffi(get)]
///     b: i64,
///     cache: std::sync::OnceLock<i64>, // not exposed
/// }
///
/// #[ffi_methods]
/// impl IntPair {
///     #[ffi(init)]
///     fn new(a: i64, b: i64) -> Self {
///         Self { a: Field::new(a), b, cache: std::sync::OnceLock::new() }
///     }
///
///     fn sum(&self) -> i64 {
///         self.a.get() + self.b
///     }
/// }
///
/// #[ffi_export]
/// fn total(pair: Ref<IntPair>) -> i64 {
///     pair.sum()
/// }
/// ```
///
/// The struct stays an ordinary one. Functions take objects as `Ref<T>` or `&T`, and return `Ref<T>` or the struct itself.
///
/// # Keys
///
/// | key | meaning |
/// |---|---|
/// | `"…"`, first | the type key, `package.Name`, by which all languages know the class |
/// | `extends = Base` | the class that this one extends, whose struct is the type of the first field |
/// | `eq`, `hash` | objects compare by `PartialEq`, and are hashed by `Hash`, in other languages too |
/// | `rebuild = false` | no object is made of its fields alone, so there are no pickles and no JSON |
/// | `foreign` | the class is defined elsewhere, see below |
/// | `crate = path` | where the runtime is, otherwise `::ffi_runtime` |
///
/// # Fields
///
/// | option | meaning |
/// |---|---|
/// | none | other languages do not see the field |
/// | `#[ffi(get)]` | they read it |
/// | `#[ffi(get, set)]` | they set it too: a `Field<T>`, an atomic, a `Mutex` or a `RwLock` |
/// | `name = "…"` | the name that they see |
/// | `default = EXPR` | the value where an object is read back without one |
/// | `#[ffi(skip)]` | they do not see it, and it is made by `Default` when an object is read back |
///
/// # Restrictions
///
/// The struct has named fields or none, and no parameters. It is `Send` and `Sync`, not packed, and aligned to at most 16
/// bytes. Its fields have no `#[cfg]`; the struct may have one. A base is at least as visible as the class that
/// extends it. Within a crate a type key is used once.
///
/// # Foreign classes
///
/// With `foreign` the struct lists what is used of a class that another library or language defines, and becomes a handle
/// with a method for each: `#[ffi(get)] x: i64` gives `x() -> Result<i64>`, `set` a `set_x(value)`, and
/// `#[ffi(method)] sum: fn() -> i64`, `#[ffi(static_method)]` and `#[ffi(init)]` methods of that type. Each is as visible as
/// its field, and `name = "…"` says what the foreign class calls it. The handle is `Clone` and `Debug`; with
/// `extends = Base` it dereferences to the handle of its base.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[ffi_class("testing.TestIntPair", foreign)]
/// pub struct TestIntPair {
///     #[ffi(get)]
///     a: i64,
///     #[ffi(method)]
///     sum: fn() -> i64,
/// }
///
/// #[ffi_export]
/// fn first_and_sum(pair: TestIntPair) -> Result<(i64, i64)> {
///     Ok((pair.a()?, pair.sum()?))
/// }
/// ```
#[proc_macro_attribute]
pub fn ffi_class(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    class::expand(&NAMES, Span::call_site(), &arguments.into(), item.into()).into()
}

/// Makes the functions of an `impl` the methods of a class, see [`macro@ffi_class`].
///
/// Functions with `&self` are called on an object, others on the class. What is said of parameters, return values,
/// documentation and restrictions of [`macro@ffi_export`] holds for methods too. A class may have several such blocks.
///
/// # Options of methods
///
/// | option | meaning |
/// |---|---|
/// | `#[ffi(init)]` | the constructor: returns `Self`, or `Result<Self>` if it can fail; takes keyword arguments |
/// | `#[ffi(method)]` | called on an object, which comes as the first parameter `this: Ref<Self>`, to be kept or returned |
/// | `#[ffi(name = "…")]` | the name that others call it by, such as `__len__` |
/// | `#[ffi(skip)]` | others do not see it |
///
/// The parameters of a method may have defaults, as those of a function. The key `crate = path` says where the runtime is.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[ffi_class("my_package.Names")]
/// struct Names {
///     names: Vec<String>,
/// }
///
/// #[ffi_methods]
/// impl Names {
///     const SEPARATOR: &str = ", ";
///
///     #[ffi(init)]
///     fn new(names: Vec<String>) -> Result<Self> {
///         ensure!(!names.is_empty(), ValueError, "there are no names");
///         Ok(Self { names })
///     }
///
///     #[ffi(name = "__len__")]
///     fn len(&self) -> usize {
///         self.names.len()
///     }
///
///     fn joined(&self, #[ffi(default = Self::SEPARATOR)] separator: &str) -> String {
///         self.names.join(separator)
///     }
///
///     #[ffi(skip)]
///     fn first(&self) -> &String {
///         &self.names[0]
///     }
/// }
/// ```
///
/// # Restrictions
///
/// Objects are shared, so a method takes `&self`. What a macro call makes in the block is not seen: a method stands in the
/// block itself.
#[proc_macro_attribute]
pub fn ffi_methods(
    arguments: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    methods::expand(Span::call_site(), &arguments.into(), item.into()).into()
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

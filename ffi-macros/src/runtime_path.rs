//! The one place that spells the path to the runtime.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Ident, Path};

/// Brings all that generated code names into scope, as `__ffi`. `custom` is the user's `crate = path`.
pub(crate) fn import(custom: Option<&Path>) -> TokenStream {
    let site = Span::mixed_site();
    match custom {
        Some(path) => quote_spanned!(site=> use #path::__private as __ffi;),
        None => quote_spanned!(site=> use ::ffi_runtime::__private as __ffi;),
    }
}

/// The path of an item of generated code's part of the runtime, for code that stands outside of a block of ours.
pub(crate) fn private(custom: Option<&Path>, item: &str) -> TokenStream {
    let site = Span::mixed_site();
    let item = Ident::new(item, site);
    match custom {
        Some(path) => quote_spanned!(site=> #path::__private::#item),
        None => quote_spanned!(site=> ::ffi_runtime::__private::#item),
    }
}

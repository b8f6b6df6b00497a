//! The one place that spells the path to the runtime.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Path;

/// Brings all that generated code names into scope, as `__ffi`. `custom` is the user's `crate = path`.
pub(crate) fn import(custom: Option<&Path>) -> TokenStream {
    let site = Span::mixed_site();
    match custom {
        Some(path) => quote_spanned!(site=> use #path::__private as __ffi;),
        None => quote_spanned!(site=> use ::ffi_runtime::__private as __ffi;),
    }
}

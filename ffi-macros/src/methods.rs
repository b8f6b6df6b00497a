//! `#[ffi_methods]`: an `impl` of a class, whose functions other languages call.

mod ast;
mod check;
mod expand;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Item, ItemImpl};

use self::ast::Methods;
use crate::ctxt::Ctxt;
use crate::item;

/// The `impl` without our attributes, followed by what was generated or by the errors.
pub(crate) fn expand(span: Span, arguments: &TokenStream, tokens: TokenStream) -> TokenStream {
    let mut item = match parse(tokens.clone()) {
        Ok(item) => item,
        Err(error) => {
            let error = error.to_compile_error();
            return quote!(#tokens #error);
        }
    };
    let ctxt = Ctxt::new();
    let runtime = ast::runtime(&ctxt, arguments);
    let items = ast::take_methods(&ctxt, span, &mut item);
    let methods = Methods::new(&ctxt, &item, runtime, &items);
    check::check(&ctxt, &methods);
    let generated = match ctxt.check() {
        Ok(()) => expand::registration(&methods),
        Err(errors) => errors.to_compile_error(),
    };
    quote!(#item #generated)
}

fn parse(tokens: TokenStream) -> syn::Result<ItemImpl> {
    syn::parse2(tokens.clone()).map_err(|error| match syn::parse2::<Item>(tokens) {
        Ok(Item::Fn(item)) => syn::Error::new_spanned(
            item.sig.fn_token,
            "`#[ffi_methods]` belongs on the `impl` of a class; for a function write `#[ffi_export]`",
        ),
        Ok(Item::Struct(item)) => syn::Error::new_spanned(
            item.struct_token,
            "`#[ffi_methods]` belongs on the `impl` of a class; on the struct write `#[ffi_class(\"package.Name\")]`",
        ),
        Ok(item) => match item::describe(&item) {
            Some((keyword, what)) => syn::Error::new_spanned(
                keyword,
                format!("`#[ffi_methods]` belongs on the `impl` of a class, and this is {what}"),
            ),
            None => error,
        },
        Err(_) => error,
    })
}

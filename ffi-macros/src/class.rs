//! `#[ffi_class]`: a struct as a class, or as a handle of one that is defined elsewhere.

mod ast;
mod attr;
mod check;
mod expand;
mod foreign;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Item, ItemStruct};

use self::ast::Class;
use crate::ctxt::Ctxt;
use crate::duplicates::NameTable;
use crate::item;

/// The struct without our attributes, followed by what was generated or by the errors; a foreign class's struct is
/// replaced.
pub(crate) fn expand(
    names: &NameTable,
    span: Span,
    arguments: &TokenStream,
    tokens: TokenStream,
) -> TokenStream {
    let mut item = match parse(tokens.clone()) {
        Ok(item) => item,
        Err(error) => {
            let error = error.to_compile_error();
            return quote!(#tokens #error);
        }
    };
    let ctxt = Ctxt::new();
    let options = attr::class_options(&ctxt, span, arguments);
    let is_foreign = options.foreign.is_some();
    let fields = ast::take_fields(&ctxt, &mut item, is_foreign);
    let class = Class::new(span, &item, options, fields);
    check::check(&ctxt, names, &class);
    match ctxt.check() {
        Ok(()) if is_foreign => foreign::handle(&class),
        Ok(()) => {
            let (item, registration) = (expand::emitted_struct(&class), expand::registration(&class));
            quote!(#item #registration)
        }
        Err(errors) => {
            let errors = errors.to_compile_error();
            quote!(#item #errors)
        }
    }
}

fn parse(tokens: TokenStream) -> syn::Result<ItemStruct> {
    syn::parse2(tokens.clone()).map_err(|error| match syn::parse2::<Item>(tokens) {
        Ok(Item::Enum(item)) => syn::Error::new_spanned(
            item.enum_token,
            "`#[ffi_class]` belongs on a struct; for an enum write `#[derive(FfiUnion)]` or `#[derive(FfiEnum)]`",
        ),
        Ok(Item::Fn(item)) => syn::Error::new_spanned(
            item.sig.fn_token,
            "`#[ffi_class]` belongs on a struct; for a function write `#[ffi_export]`",
        ),
        Ok(Item::Impl(item)) => syn::Error::new_spanned(
            item.impl_token,
            "`#[ffi_class]` belongs on a struct; for its methods write `#[ffi_methods]`",
        ),
        Ok(item) => match item::describe(&item) {
            Some((keyword, what)) => syn::Error::new_spanned(
                keyword,
                format!("`#[ffi_class]` belongs on a struct, and this is {what}"),
            ),
            None => error,
        },
        Err(_) => error,
    })
}

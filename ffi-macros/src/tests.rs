//! Expands items as the compiler would, and compares with what is stored or with the messages wanted.

mod class_diagnostics;
mod diagnostics;
mod expansion;
mod kernel_diagnostics;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, File, Item};

use crate::ast::Kind;
use crate::duplicates::NameTable;
use crate::item::RawAnnotation;
use crate::{class, expand_function, methods};

/// The items of `source` after expansion of their outermost attribute.
fn expand(source: &str) -> TokenStream {
    let names = NameTable::new();
    let file: File = syn::parse_str(source).unwrap();
    file.items.into_iter().map(|item| expand_item(&names, item)).collect()
}

fn expand_item(names: &NameTable, mut item: Item) -> TokenStream {
    let attributes = match &mut item {
        Item::Fn(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        _ => return item.into_token_stream(),
    };
    let own = |attribute: &Attribute| {
        let is = |name| attribute.path().is_ident(name);
        Kind::of_attribute(attribute).is_some() || is("ffi_class") || is("ffi_methods")
    };
    let Some(position) = attributes.iter().position(own) else {
        return item.into_token_stream();
    };
    let attribute = attributes.remove(position);
    let arguments = attribute.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
    if attribute.path().is_ident("ffi_class") {
        return class::expand(names, attribute.span(), &arguments, item.into_token_stream());
    }
    if attribute.path().is_ident("ffi_methods") {
        return methods::expand(attribute.span(), &arguments, item.into_token_stream());
    }
    let outer =
        RawAnnotation { kind: Kind::of_attribute(&attribute).unwrap(), span: attribute.span(), arguments };
    expand_function(names, outer, item.into_token_stream())
}

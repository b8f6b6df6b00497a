//! Expands items as the compiler would, and compares with what is stored or with the messages wanted.

mod diagnostics;
mod expansion;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{File, Item};

use crate::ast::Kind;
use crate::duplicates::NameTable;
use crate::expand_function;
use crate::item::RawAnnotation;

/// The items of `source` after expansion of their outermost attribute.
fn expand(source: &str) -> TokenStream {
    let names = NameTable::new();
    let file: File = syn::parse_str(source).unwrap();
    file.items.into_iter().map(|item| expand_item(&names, item)).collect()
}

fn expand_item(names: &NameTable, mut item: Item) -> TokenStream {
    let attributes = match &mut item {
        Item::Fn(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        _ => return item.into_token_stream(),
    };
    let position = attributes.iter().position(|attribute| Kind::of_attribute(attribute).is_some());
    let Some(position) = position else {
        return item.into_token_stream();
    };
    let attribute = attributes.remove(position);
    let outer = RawAnnotation {
        kind: Kind::of_attribute(&attribute).unwrap(),
        span: attribute.span(),
        arguments: attribute.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default(),
    };
    expand_function(names, outer, item.into_token_stream())
}

//! Parses `dispatch(T = [f32, f64], I = [i32, i64])`.

use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Ident, Token, Type, bracketed, parenthesized, token};

use super::{Dispatch, TypeParameter};

const EXAMPLE: &str = "dispatch(T = [f32, f64])";

/// What stands behind the key `dispatch`.
pub(crate) fn parse(meta: &ParseNestedMeta<'_>) -> syn::Result<Dispatch> {
    if !meta.input.peek(token::Paren) {
        return Err(syn::Error::new_spanned(
            &meta.path,
            format!("list the types of each type parameter: `{EXAMPLE}`"),
        ));
    }
    let content;
    parenthesized!(content in meta.input);
    let parameters = Punctuated::<TypeParameter, Token![,]>::parse_terminated_with(&content, parameter)?;
    Ok(Dispatch { parameters: parameters.into_iter().collect(), malformed: false })
}

fn parameter(input: ParseStream<'_>) -> syn::Result<TypeParameter> {
    let wanted =
        |_| syn::Error::new(input.span(), format!("write a type parameter and its types: `{EXAMPLE}`"));
    let name: Ident = input.parse().map_err(wanted)?;
    input.parse::<Token![=]>().map_err(wanted)?;
    if !input.peek(token::Bracket) {
        return Err(syn::Error::new(input.span(), format!("write the types in brackets: `{EXAMPLE}`")));
    }
    let content;
    bracketed!(content in input);
    let types = Punctuated::<Type, Token![,]>::parse_terminated(&content)?;
    Ok(TypeParameter { name, types: types.into_iter().collect() })
}

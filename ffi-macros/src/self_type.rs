//! `Self` as it is named outside of the `impl`.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Meta, PathArguments, PathSegment, ReturnType, Signature, Type};

use crate::item::attributes_mut;
use crate::lifetimes::ungrouped;

/// Replaces `Self` in the types of a signature, and in the options of its parameters, by the type of the `impl`.
pub(crate) fn replace(signature: &mut Signature, self_type: &Type) {
    let replacement = ungrouped(self_type).to_token_stream();
    for input in &mut signature.inputs {
        for attribute in attributes_mut(input) {
            if let Meta::List(list) = &mut attribute.meta {
                list.tokens = replaced(list.tokens.clone(), &replacement);
            }
        }
        if let syn::FnArg::Typed(input) = input {
            replace_in_type(&mut input.ty, &replacement);
        }
    }
    if let ReturnType::Type(_, ty) = &mut signature.output {
        replace_in_type(ty, &replacement);
    }
}

fn replace_in_type(ty: &mut Type, replacement: &TokenStream) {
    let tokens = replaced(ty.to_token_stream(), replacement);
    // It was a type, and `Self` and a path stand in the same places.
    if let Ok(replaced) = syn::parse2(tokens) {
        *ty = replaced;
    }
}

/// The tokens with `replacement` in each place of `Self`. All tokens are looked at, since the length of an array or a
/// macro's arguments may name it too.
pub(crate) fn replaced(tokens: TokenStream, replacement: &TokenStream) -> TokenStream {
    let one = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == "Self" => replacement
            .clone()
            .into_iter()
            .map(|mut token| {
                token.set_span(ident.span());
                token
            })
            .collect::<TokenStream>(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), replaced(group.stream(), replacement));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => token.into(),
    };
    tokens.into_iter().flat_map(one).collect()
}

/// Whether the type is `Self`, or is named as `self_type` is.
pub(crate) fn names_class(ty: &Type, self_type: &Type) -> bool {
    let (Some(last), Some(class)) = (last_segment(ty), last_segment(self_type)) else { return false };
    last.ident == "Self" || last.ident == class.ident
}

/// Whether the type is `Ref<Self>`.
pub(crate) fn is_reference(ty: &Type, self_type: &Type) -> bool {
    first_argument_of(ty, "Ref").is_some_and(|inner| names_class(inner, self_type))
}

/// Whether a constructor can return the type: `Self`, `Ref<Self>`, or a `Result` of one.
pub(crate) fn is_object(ty: &Type, self_type: &Type) -> bool {
    names_class(ty, self_type)
        || is_reference(ty, self_type)
        || first_argument_of(ty, "Result").is_some_and(|inner| is_object(inner, self_type))
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ungrouped(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

fn first_argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let PathArguments::AngleBracketed(arguments) = &last_segment(ty).filter(|it| it.ident == name)?.arguments
    else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn every_self_is_replaced() {
        let class: Type = parse_quote!(shapes::Circle);
        let mut signature: Signature = parse_quote! {
            fn f(#[ffi(default = vec![Self::ONE])] a: [Option<Ref<Self>>; Self::LENGTH], s: self::Selfish) -> (Self, i64)
        };
        replace(&mut signature, &class);
        let expected: Signature = parse_quote! {
            fn f(
                #[ffi(default = vec![shapes::Circle::ONE])] a: [Option<Ref<shapes::Circle>>; shapes::Circle::LENGTH],
                s: self::Selfish
            ) -> (shapes::Circle, i64)
        };
        assert_eq!(signature.to_token_stream().to_string(), expected.to_token_stream().to_string());
    }

    #[test]
    fn constructors_return_the_object() {
        let class: Type = parse_quote!(shapes::Circle);
        let good: [Type; 6] = [
            parse_quote!(Self),
            parse_quote!(Circle),
            parse_quote!(Ref<Self>),
            parse_quote!(Result<Self>),
            parse_quote!(std::result::Result<ffi_runtime::Ref<shapes::Circle>, String>),
            parse_quote!(std::io::Result<Self>),
        ];
        for ty in good {
            assert!(is_object(&ty, &class), "{}", ty.to_token_stream());
        }
        let bad: [Type; 6] = [
            parse_quote!(i64),
            parse_quote!(Option<Self>),
            parse_quote!(Vec<Self>),
            parse_quote!(Result<()>),
            parse_quote!(&Self),
            parse_quote!((Self, Self)),
        ];
        for ty in bad {
            assert!(!is_object(&ty, &class), "{}", ty.to_token_stream());
        }
    }
}

//! The code that chooses the instance. In the place of each type parameter stands an alias of the same name, so that
//! what the user wrote is used as it is.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;
use syn::Type;

use super::{Dispatch, TypeParameter, is_optional};
use crate::ast::Function;

/// The expression `of_type`, once for each combination of the types that `ty` mentions; just that when it mentions none.
pub(crate) fn for_each_type(
    dispatch: Option<&Dispatch>,
    ty: &Type,
    of_type: &TokenStream,
) -> Option<Vec<TokenStream>> {
    let mentioned = dispatch.map(|dispatch| dispatch.mentioned_by(ty)).unwrap_or_default();
    let mut all = vec![TokenStream::new()];
    if mentioned.is_empty() {
        return None;
    }
    for parameter in mentioned {
        let add = |aliases: &TokenStream| {
            let aliases = aliases.clone();
            parameter.types.iter().map(move |ty| {
                let alias = alias(parameter, ty);
                quote_spanned!(Span::mixed_site()=> #aliases #alias)
            })
        };
        all = all.iter().flat_map(add).collect();
    }
    Some(all.into_iter().map(|aliases| quote_spanned!(Span::mixed_site()=> { #aliases #of_type })).collect())
}

fn alias(parameter: &TypeParameter, ty: &Type) -> TokenStream {
    let name = &parameter.name;
    quote_spanned!(Span::mixed_site()=> type #name = #ty;)
}

/// The type parameters as data.
pub(crate) fn descriptors(function: &Function<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let parameters = function.dispatch.iter().flat_map(|dispatch| &dispatch.parameters);
    let descriptors: Vec<TokenStream> = parameters.map(|parameter| descriptor(function, parameter)).collect();
    if descriptors.is_empty() {
        return quote_spanned!(site=> ::core::option::Option::None);
    }
    quote_spanned! {site=>
        ::core::option::Option::Some(const { &__ffi::Dispatch::new(const { &[#(#descriptors),*] }) })
    }
}

fn descriptor(function: &Function<'_>, parameter: &TypeParameter) -> TokenStream {
    let site = Span::mixed_site();
    let name = parameter.name.to_string();
    let dtypes = parameter.types.iter().map(dtype);
    let tensors = parameter.tensors(&function.parameters);
    let deciding = deciding(function, &tensors);
    let required = deciding.last().is_some_and(|index| !is_optional(function.parameters[*index].ty));
    let deciding = Literal::usize_unsuffixed(deciding.len());
    let tensors = tensors.iter().copied().map(Literal::usize_unsuffixed);
    quote_spanned! {site=>
        __ffi::DispatchParameter {
            name: #name,
            dtypes: const { &[#(#dtypes),*] },
            tensors: &[#(#tensors),*],
            deciding: #deciding,
            required: #required,
        }
    }
}

/// Always of this form, so that the compiler reports a type that is no element once.
fn dtype(ty: &Type) -> TokenStream {
    quote_spanned!(Span::mixed_site()=> __ffi::element_dtype::<#ty>())
}

/// The tensors that are asked for the dtype: all up to the first that must be given.
fn deciding<'t>(function: &Function<'_>, tensors: &'t [usize]) -> &'t [usize] {
    let is_given = |index: &usize| {
        let parameter = &function.parameters[*index];
        parameter.default.is_none() && !is_optional(parameter.ty)
    };
    let count = tensors.iter().position(is_given).map_or(tensors.len(), |position| position + 1);
    &tensors[..count]
}

/// `instance`, with the types that the arguments choose.
pub(crate) fn choose(function: &Function<'_>, instance: TokenStream) -> TokenStream {
    let Some(dispatch) = &function.dispatch else { return instance };
    let parameters = dispatch.parameters.iter().enumerate().rev();
    parameters
        .fold(instance, |instance, (index, parameter)| choose_one(function, (index, parameter), &instance))
}

fn choose_one(
    function: &Function<'_>,
    (index, parameter): (usize, &TypeParameter),
    instance: &TokenStream,
) -> TokenStream {
    let site = Span::mixed_site();
    let tensors = parameter.tensors(&function.parameters);
    let deciding = deciding(function, &tensors).iter().copied().map(Literal::usize_unsuffixed);
    let index = Literal::usize_unsuffixed(index);
    let instances = parameter.types.iter().map(|ty| {
        let (alias, dtype) = (alias(parameter, ty), dtype(ty));
        quote_spanned! {site=>
            if chosen.is(const { #dtype }) {
                #alias
                #instance
            } else
        }
    });
    quote_spanned! {site=>
        {
            let chosen = __ffi::chosen_dtype(arguments, [#(#deciding),*]);
            #(#instances)* {
                ::core::result::Result::Err(__ffi::no_instance(arguments, #index))
            }
        }
    }
}

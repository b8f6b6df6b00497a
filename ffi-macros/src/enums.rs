//! The derives for enums: a union of types, and a choice by name or number.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Fields, Ident, ItemEnum, Path, Type};

use crate::ctxt::Ctxt;
use crate::runtime_path;

/// A variant of a union, and the type that it stands for; `None` for one that holds nothing and stands for None.
struct Member<'a> {
    name: &'a Ident,
    ty: Option<&'a Type>,
}

/// Expands `#[derive(FfiUnion)]`.
pub(crate) fn expand_union(tokens: TokenStream) -> TokenStream {
    let item = match parse(&tokens, "FfiUnion") {
        Ok(item) => item,
        Err(error) => return error,
    };
    let ctxt = Ctxt::new();
    let runtime = runtime(&ctxt, &item.attrs);
    check_shape(&ctxt, &item, "FfiUnion");
    let members = members(&ctxt, &item);
    match ctxt.check() {
        Ok(()) => in_block(runtime.as_ref(), union(&item.ident, &members)),
        Err(errors) => errors.to_compile_error(),
    }
}

/// Expands `#[derive(FfiEnum)]`.
pub(crate) fn expand_choice(tokens: TokenStream) -> TokenStream {
    let item = match parse(&tokens, "FfiEnum") {
        Ok(item) => item,
        Err(error) => return error,
    };
    let ctxt = Ctxt::new();
    let runtime = runtime(&ctxt, &item.attrs);
    check_shape(&ctxt, &item, "FfiEnum");
    for variant in &item.variants {
        if !matches!(variant.fields, Fields::Unit) {
            ctxt.error(
                &variant.fields,
                "`FfiEnum` is for enums whose variants hold nothing; derive `FfiUnion` for a union of types",
            );
        }
    }
    match ctxt.check() {
        Ok(()) => in_block(runtime.as_ref(), choice(&item)),
        Err(errors) => errors.to_compile_error(),
    }
}

fn parse(tokens: &TokenStream, derive: &str) -> Result<ItemEnum, TokenStream> {
    syn::parse2(tokens.clone()).map_err(|_| {
        syn::Error::new(Span::call_site(), format!("`{derive}` is for enums")).to_compile_error()
    })
}

/// `crate = path` in `#[ffi(…)]` on the enum.
fn runtime(ctxt: &Ctxt, attributes: &[Attribute]) -> Option<Path> {
    let mut runtime = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("ffi")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                runtime = Some(meta.value()?.call(Path::parse_mod_style)?);
                return Ok(());
            }
            Err(meta.error("unknown key; known is `crate = path`"))
        });
        if let Err(error) = parsed {
            ctxt.syn_error(error);
        }
    }
    runtime
}

fn check_shape(ctxt: &Ctxt, item: &ItemEnum, derive: &str) {
    if !item.generics.params.is_empty() {
        ctxt.error(
            &item.generics,
            format!(
                "`{derive}` needs concrete types; leave the parameters out, and own what would be borrowed"
            ),
        );
    }
    if item.variants.is_empty() {
        ctxt.error(&item.ident, format!("`{derive}` needs at least one variant"));
    }
}

fn members<'a>(ctxt: &Ctxt, item: &'a ItemEnum) -> Vec<Member<'a>> {
    let mut empty: Option<&Ident> = None;
    let mut members = Vec::new();
    for variant in &item.variants {
        let ty = match &variant.fields {
            Fields::Unit => {
                if let Some(first) = empty.replace(&variant.ident) {
                    ctxt.error(
                        &variant.ident,
                        format!(
                            "both `{first}` and this variant hold nothing and would stand for None; keep one, or \
                             derive `FfiEnum` for a choice by name"
                        ),
                    );
                }
                None
            }
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Some(&fields.unnamed[0].ty),
            fields => {
                ctxt.error(
                    fields,
                    "a variant of a union holds one value; write `Name(Type)`, or `Name((A, B))` for a tuple",
                );
                continue;
            }
        };
        members.push(Member { name: &variant.ident, ty });
    }
    members
}

fn in_block(runtime: Option<&Path>, implementations: TokenStream) -> TokenStream {
    let import = runtime_path::import(runtime);
    quote! {
        #[allow(clippy::all, clippy::pedantic, deprecated, unused)]
        const _: () = {
            #import
            #implementations
        };
    }
}

fn union(name: &Ident, members: &[Member<'_>]) -> TokenStream {
    let site = Span::mixed_site();
    let types: Vec<TokenStream> = members
        .iter()
        .map(|member| match member.ty {
            Some(ty) => quote!(#ty),
            None => quote_spanned!(site=> ()),
        })
        .collect();
    let make = members.iter().map(|member| {
        let variant = member.name;
        match member.ty {
            Some(_) => quote_spanned!(site=> |value| #name::#variant(value)),
            None => quote_spanned!(site=> |()| #name::#variant),
        }
    });
    let make: Vec<TokenStream> = make.collect();
    let indices = (0..members.len()).map(Literal::usize_unsuffixed);
    let arms = |method: &TokenStream| -> Vec<TokenStream> {
        members
            .iter()
            .map(|member| {
                let variant = member.name;
                match member.ty {
                    Some(_) => quote_spanned!(site=> #name::#variant(value) => #method(value)),
                    None => quote_spanned!(site=> #name::#variant => #method(())),
                }
            })
            .collect()
    };
    let is_handle_of = members.iter().filter_map(|member| {
        let (variant, ty) = (member.name, member.ty?);
        Some(quote_spanned!(site=>
            #name::#variant(value) => <#ty as __ffi::Argument>::is_handle_of(value, object)
        ))
    });
    let into_any = arms(&quote_spanned!(site=> __ffi::IntoAny::into_any));
    let lend = members.iter().map(|member| {
        let variant = member.name;
        match member.ty {
            Some(_) => quote_spanned!(site=> #name::#variant(value) => __ffi::ToArgument::to_argument(value)),
            None => quote_spanned!(site=> #name::#variant => __ffi::ToArgument::to_argument(&())),
        }
    });
    quote_spanned! {site=>
        impl __ffi::FfiType for #name {
            fn write_name(out: &mut ::std::string::String) {
                __ffi::write_union_name(::core::any::type_name::<Self>(), &[#(<#types as __ffi::FfiType>::write_name),*], out);
            }

            fn write_schema(out: &mut ::std::string::String) {
                __ffi::write_union_schema(::core::any::type_name::<Self>(), &[#(<#types as __ffi::FfiType>::write_schema),*], out);
            }
        }

        impl __ffi::Argument for #name {
            type View<'a> = Self;
            const BORROWS: ::core::primitive::bool = false;
            const TAKES_MOVED: ::core::primitive::bool = true;

            fn is_handle_of(value: &Self, object: *const __ffi::ObjectHeader) -> ::core::primitive::bool {
                match value {
                    #(#is_handle_of,)*
                    _ => false,
                }
            }

            fn is_exact(view: __ffi::AnyView<'_>) -> ::core::primitive::bool {
                __ffi::nest_union(|| false #(|| <#types as __ffi::Argument>::is_exact(view))*).unwrap_or(false)
            }

            fn from_view<'a>(view: __ffi::AnyView<'a>) -> ::core::result::Result<Self, __ffi::Mismatch> {
                let convert = || {
                    let exact = [#(<#types as __ffi::Argument>::is_exact(view)),*];
                    let mut mismatch = ::core::option::Option::None;
                    // Exact matches first, then what can be converted; each variant is tried once.
                    for wanted in [true, false] {
                        #(
                            if exact[#indices] == wanted {
                                match <#types as __ffi::Argument>::from_view(view).map(#make) {
                                    ::core::result::Result::Ok(found) => {
                                        return ::core::result::Result::Ok(found);
                                    }
                                    ::core::result::Result::Err(error) => {
                                        if wanted {
                                            mismatch.get_or_insert(error);
                                        }
                                    }
                                }
                            }
                        )*
                    }
                    ::core::result::Result::Err(
                        mismatch.unwrap_or_else(|| __ffi::Mismatch::of_type::<Self>(view)),
                    )
                };
                __ffi::nest_union(convert)
                    .unwrap_or_else(|| ::core::result::Result::Err(__ffi::nested_too_deep()))
            }
        }

        impl __ffi::IntoAny for #name {
            fn into_any(self) -> ::core::result::Result<__ffi::Any, __ffi::Mismatch> {
                match self { #(#into_any,)* }
            }
        }

        impl __ffi::ToArgument for #name {
            fn to_argument(
                &self,
            ) -> ::core::result::Result<__ffi::ArgumentValue<'_>, __ffi::Mismatch> {
                match self { #(#lend,)* }
            }
        }
    }
}

fn choice(item: &ItemEnum) -> TokenStream {
    let site = Span::mixed_site();
    let name = &item.ident;
    let text = name.to_string();
    let variants: Vec<&Ident> = item.variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<String> =
        variants.iter().map(|variant| variant.to_string().trim_start_matches("r#").to_owned()).collect();
    quote_spanned! {site=>
        #(
            const _: () = {
                let number = #name::#variants as ::core::primitive::i128;
                let (smallest, largest) = (::core::primitive::i64::MIN, ::core::primitive::i64::MAX);
                ::core::assert!(
                    smallest as ::core::primitive::i128 <= number && number <= largest as ::core::primitive::i128,
                    "the numbers of an `FfiEnum`'s variants are in the range of `i64`"
                );
            };
        )*

        impl #name {
            #[doc(hidden)]
            const __FFI_VARIANTS: &'static [(&'static str, ::core::primitive::i64)] =
                &[#((#names, #name::#variants as ::core::primitive::i64)),*];
        }

        impl __ffi::FfiType for #name {
            fn write_name(out: &mut ::std::string::String) {
                out.push_str(#text);
            }

            fn write_schema(out: &mut ::std::string::String) {
                __ffi::write_choice_schema(out);
            }
        }

        impl __ffi::Argument for #name {
            type View<'a> = Self;
            const BORROWS: ::core::primitive::bool = false;

            fn from_view<'a>(view: __ffi::AnyView<'a>) -> ::core::result::Result<Self, __ffi::Mismatch> {
                const ALL: &[fn() -> #name] = &[#(|| #name::#variants),*];
                let index = __ffi::find_choice(#text, Self::__FFI_VARIANTS, view)?;
                ::core::result::Result::Ok(ALL[index]())
            }
        }

        impl __ffi::IntoAny for #name {
            fn into_any(self) -> ::core::result::Result<__ffi::Any, __ffi::Mismatch> {
                __ffi::IntoAny::into_any(match self { #(#name::#variants => #names,)* })
            }
        }

        impl __ffi::ToArgument for #name {
            fn to_argument(
                &self,
            ) -> ::core::result::Result<__ffi::ArgumentValue<'_>, __ffi::Mismatch> {
                __ffi::ToArgument::to_argument(match self { #(#name::#variants => #names,)* })
            }
        }
    }
}

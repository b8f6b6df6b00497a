//! What is generated for a handle of a class that is defined elsewhere. It cannot fail.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, ReturnType, Type, TypeFnPtr};

use super::ast::{Class, Field};
use crate::expand::allowed_lints;
use crate::runtime_path;

/// The handle in the struct's place, with a method for each field.
pub(super) fn handle(class: &Class<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let attributes = &class.item.attrs;
    let (visibility, name) = (&class.item.vis, &class.item.ident);
    let conditions = &class.conditions;
    let allowed = allowed_lints();
    let runtime = class.options.runtime.as_ref();
    let import = runtime_path::import(runtime);
    let object = runtime_path::private(runtime, "Object");
    let type_key = class.type_key();
    let base = match &class.options.extends {
        Some(base) => quote!(#base),
        None => object,
    };
    let deref = class.options.extends.as_ref().map(|base| deref(name, base));
    let members = class.fields.iter().map(|field| member(type_key, field));
    quote_spanned! {site=>
        #(#attributes)*
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #visibility struct #name(#base);
        #(#conditions)*
        #allowed
        const _: () = {
            #import
            impl #name {
                #(#members)*
            }
            impl __ffi::foreign::ForeignClass for #name {
                const TYPE_KEY: &'static ::core::primitive::str = #type_key;
                fn from_object(object: __ffi::Object) -> Self {
                    Self(<#base as __ffi::foreign::ForeignClass>::from_object(object))
                }
                fn as_object(&self) -> &__ffi::Object {
                    <#base as __ffi::foreign::ForeignClass>::as_object(&self.0)
                }
                fn into_object(self) -> __ffi::Object {
                    <#base as __ffi::foreign::ForeignClass>::into_object(self.0)
                }
            }
            #deref
            __ffi::impl_foreign_class!(#name);
        };
    }
}

/// The handle is one of its base, too.
fn deref(name: &Ident, base: &Type) -> TokenStream {
    let site = Span::mixed_site();
    // At the base: the compiler reports one that is less visible than the handle where this stands.
    let target = quote_spanned!(base.span().resolved_at(site)=> type Target = #base;);
    quote_spanned! {site=>
        impl ::core::ops::Deref for #name {
            #target
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    }
}

fn member(type_key: &str, field: &Field) -> TokenStream {
    let options = &field.options;
    match &field.ty {
        Type::FnPtr(signature) if options.get.is_none() => method(type_key, field, signature),
        _ => accessors(field),
    }
}

/// Attributes of a field make sense on its method, with a line of documentation where it has none.
fn documented(attributes: &[Attribute], otherwise: &str) -> TokenStream {
    let has_doc = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
    let doc = (!has_doc).then(|| quote!(#[doc = #otherwise]));
    quote!(#doc #(#attributes)*)
}

fn accessors(field: &Field) -> TokenStream {
    let site = Span::mixed_site();
    let (visibility, ident, ty) = (&field.visibility, &field.ident, &field.ty);
    let name = field.exposed_name();
    let attributes = documented(&field.attributes, &format!("The field `{name}`."));
    let getter = quote_spanned! {site=>
        #attributes
        ///
        /// # Errors
        /// The getter's error, or a TypeError when the object has no such field or one of another type.
        #[track_caller]
        #visibility fn #ident(&self) -> __ffi::Result<#ty> {
            __ffi::foreign::get::<#ty>(__ffi::foreign::ForeignClass::as_object(self), #name)
        }
    };
    let setter = field.options.set.map(|_| {
        let setter = format_ident!("set_{}", ident.unraw(), span = ident.span());
        let doc = format!("Sets the field `{name}`.");
        quote_spanned! {site=>
            #[doc = #doc]
            ///
            /// # Errors
            /// The setter's error, or an AttributeError when the object has no such field that can be set.
            #[track_caller]
            #visibility fn #setter(&self, value: #ty) -> __ffi::Result<()> {
                __ffi::foreign::set(__ffi::foreign::ForeignClass::as_object(self), #name, value)
            }
        }
    });
    quote!(#getter #setter)
}

fn method(type_key: &str, field: &Field, signature: &TypeFnPtr) -> TokenStream {
    let site = Span::mixed_site();
    let (visibility, ident) = (&field.visibility, &field.ident);
    let name = field.exposed_name();
    let attributes = documented(&field.attributes, &format!("The method `{name}`."));
    let types: Vec<&Type> = signature.inputs.iter().map(|input| &input.ty).collect();
    let arguments: Vec<Ident> = signature
        .inputs
        .iter()
        .enumerate()
        .map(|(index, input)| match &input.name {
            Some((argument, _)) if argument != "_" => argument.clone(),
            _ => format_ident!("argument_{index}", span = site),
        })
        .collect();
    let returns = match &signature.output {
        ReturnType::Default => quote_spanned!(site=> ()),
        ReturnType::Type(_, ty) => quote!(#ty),
    };
    let receiver = field.options.method.map(|_| quote_spanned!(site=> &self,));
    let call = if field.options.method.is_some() {
        quote_spanned!(site=> call::<#returns>(
            __ffi::foreign::ForeignClass::as_object(self), #name, (#(#arguments,)*)))
    } else if field.options.init.is_some() {
        quote_spanned!(site=> init::<#returns>(#type_key, (#(#arguments,)*)))
    } else {
        quote_spanned!(site=> call_static::<#returns>(#type_key, #name, (#(#arguments,)*)))
    };
    quote_spanned! {site=>
        #attributes
        ///
        /// # Errors
        /// The method's error, or a TypeError when it returns another type; an AttributeError when there is no such method.
        #[track_caller]
        #visibility fn #ident(#receiver #(#arguments: #types),*) -> __ffi::Result<#returns> {
            __ffi::foreign::#call
        }
    }
}

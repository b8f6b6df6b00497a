//! What is generated for methods. It cannot fail.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::ext::IdentExt;

use super::ast::{Method, Methods};
use crate::expand::{Target, allowed_lints, descriptor, packed_call};
use crate::runtime_path;

/// The block beside the `impl`.
pub(super) fn registration(methods: &Methods<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let conditions: Vec<_> = crate::ast::conditions(&methods.item.attrs);
    let allowed = allowed_lints();
    let import = runtime_path::import(methods.runtime.as_ref());
    let ty = &*methods.item.self_ty;
    let descriptors = methods.methods.iter().map(|method| method_descriptor(ty, method));
    quote_spanned! {site=>
        #(#conditions)*
        #allowed
        const _: () = {
            #import
            __ffi::require_unwinding!();
            const __FFI_TYPE_KEY: &::core::primitive::str = <#ty as __ffi::Class>::TYPE_KEY;
            #[__ffi::linkme::distributed_slice(__ffi::METHODS)]
            #[linkme(crate = __ffi::linkme)]
            static __FFI_METHODS: __ffi::MethodsDescriptor = __ffi::MethodsDescriptor {
                class: <#ty as __ffi::Class>::descriptor,
                register: __ffi::register_methods,
                methods: &[#(#descriptors),*],
            };
        };
    }
}

fn method_descriptor(ty: &Type, method: &Method<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let conditions = &method.function.conditions;
    let is_init = method.options.init.is_some();
    // Messages name a constructor as it is called: by its class.
    let (name, shown) = if is_init {
        ("__ffi_init__".to_owned(), String::new())
    } else {
        (method.exposed_name(), method.exposed_name())
    };
    let kind = if is_init {
        quote_spanned!(site=> Init)
    } else if method.is_instance() {
        quote_spanned!(site=> Instance)
    } else {
        quote_spanned!(site=> Static)
    };
    let path = format!("{}::{}", ty.to_token_stream().to_string().replace(' ', ""), method.ident().unraw());
    let target = Target {
        name: quote_spanned!(site=> __ffi::method_name_text(&__FFI_NAME)),
        path: quote_spanned!(site=> #path),
        owner: Some(ty),
        invoke: if is_init { quote_spanned!(site=> invoke_init) } else { quote_spanned!(site=> invoke) },
    };
    let descriptor = descriptor(&method.function, &target);
    let packed_call = packed_call(&method.function, &target, None);
    quote_spanned! {site=>
        #(#conditions)*
        {
            const __FFI_LENGTH: ::core::primitive::usize = __ffi::method_name_length(__FFI_TYPE_KEY, #shown);
            static __FFI_NAME: [::core::primitive::u8; __FFI_LENGTH] = __ffi::method_name(__FFI_TYPE_KEY, #shown);
            #descriptor
            #packed_call
            __ffi::MethodDescriptor {
                name: #name,
                function: &__FFI_FUNCTION,
                call: __ffi_call,
                kind: __ffi::MethodKind::#kind,
            }
        }
    }
}

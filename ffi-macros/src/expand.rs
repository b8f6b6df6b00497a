//! The generated code. Nothing can fail here: what is wrong has been reported by now.
//!
//! All of it is spelled at the mixed site: its local variables are invisible to what the user wrote, and the rest
//! resolves where the attribute stands. What the user wrote keeps the user's spans.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::spanned::Spanned;

use crate::ast::{Annotation, Function, Kind, Lines, Parameter};
use crate::lifetimes::with_static;
use crate::{runtime_path, symbols};

/// What stands beside the function: one block for each attribute.
pub(crate) fn registrations(function: &Function<'_>) -> TokenStream {
    function
        .annotations
        .iter()
        .map(|annotation| registration(function, annotation))
        .collect()
}

fn registration(function: &Function<'_>, annotation: &Annotation) -> TokenStream {
    let site = Span::mixed_site();
    let conditions = &function.conditions;
    let import = runtime_path::import(annotation.runtime.as_ref());
    let name = annotation
        .name
        .as_ref()
        .map_or(function.name.as_str(), |name| name.text.as_str());
    let descriptor = descriptor(function, name);
    let export_name = match annotation.kind {
        Kind::Export => Some(export_name(&symbols::call(name))),
        Kind::Global => None,
    };
    let body = call_body(function);
    let rest = match annotation.kind {
        Kind::Export => export(function, name),
        Kind::Global => global(),
    };
    quote_spanned! {site=>
        #(#conditions)*
        #[allow(
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction,
            deprecated,
            elided_lifetimes_in_paths,
            improper_ctypes_definitions,
            non_upper_case_globals,
            unsafe_code,
            unused,
            unused_qualifications,
            unused_results,
        )]
        const _: () = {
            #import
            #descriptor
            #export_name
            unsafe extern "C" fn __ffi_call(
                _handle: *mut ::core::ffi::c_void,
                arguments: *const __ffi::RawAny,
                count: i32,
                result: *mut __ffi::RawAny,
            ) -> i32 {
                #body
            }
            #rest
        };
    }
}

fn descriptor(function: &Function<'_>, name: &str) -> TokenStream {
    let site = Span::mixed_site();
    let path = &function.name;
    let lines = lines(&function.lines);
    let doc = function
        .doc
        .clone()
        .unwrap_or_else(|| quote_spanned!(site=> ""));
    let parameters = function.parameters.iter().map(parameter);
    let returns = match function.returns.map(with_static) {
        Some(ty) => quote_spanned!(site=> __ffi::ReturnType::of::<#ty>()),
        None => quote_spanned!(site=> __ffi::ReturnType::of::<()>()),
    };
    quote_spanned! {site=>
        static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
            name: #name,
            path: ::core::concat!(::core::module_path!(), "::", #path),
            file: ::core::file!(),
            lines: #lines,
            doc: #doc,
            parameters: &[#(#parameters),*],
            returns: #returns,
        };
    }
}

/// First and last line. In an item that a `macro_rules` macro makes, spans lie in the macro's definition, while the
/// compiler locates errors at its call; `line!()` tells these cases apart.
fn lines(lines: &Lines) -> TokenStream {
    let site = Span::mixed_site();
    let [first, last] = [lines.first, lines.last]
        .map(|line| Literal::u32_unsuffixed(u32::try_from(line).unwrap_or(u32::MAX)));
    quote_spanned! {site=>
        if ::core::line!() == #first { (#first, #last) } else { (::core::line!(), ::core::line!()) }
    }
}

fn parameter(parameter: &Parameter<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = &parameter.name;
    let ty = with_static(parameter.ty);
    let default = match &parameter.default {
        Some(default) => {
            let text = &default.text;
            quote_spanned!(site=> ::core::option::Option::Some(#text))
        }
        None => quote_spanned!(site=> ::core::option::Option::None),
    };
    quote_spanned!(site=> __ffi::Parameter::of::<#ty>(#name, #default))
}

/// The body of the packed call. The user's default values stay outside the `unsafe` block.
fn call_body(function: &Function<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let target = &function.item.signature.ident;
    let parameters = &function.parameters;
    let required = parameters
        .iter()
        .filter(|parameter| parameter.default.is_none())
        .count();
    let [required, total] = [required, parameters.len()].map(Literal::usize_unsuffixed);
    let types: Vec<_> = parameters
        .iter()
        .map(|parameter| with_static(parameter.ty))
        .collect();
    let mut defaults = TokenStream::new();
    let mut arguments = Vec::new();
    for (index, (parameter, ty)) in parameters.iter().zip(&types).enumerate() {
        let position = Literal::usize_unsuffixed(index);
        arguments.push(match &parameter.default {
            None => quote_spanned!(site=> arguments.required::<#ty>(#position)?),
            Some(default) => {
                let variable = default_variable(index);
                let value = &default.value;
                defaults.extend(quote_spanned!(site=> let #variable = || -> #ty { #value };));
                quote_spanned!(site=> arguments.defaulted::<#ty>(#position, || #variable())?)
            }
        });
    }
    let overlap = (!types.is_empty()).then(|| {
        quote_spanned! {site=>
            if const { false #(|| <#types as __ffi::Argument>::EXCLUSIVE)* } {
                arguments.check_overlap()?;
            }
        }
    });
    // A return type that does not convert is reported where it stands.
    let return_site = function
        .returns
        .map_or(site, |ty| site.located_at(ty.span()));
    let returned = quote_spanned!(return_site=> __ffi::into_return(#target(#(#arguments),*)));
    quote_spanned! {site=>
        #defaults
        // SAFETY: the caller passes `count` arguments and a slot for the result, as the packed call demands.
        unsafe {
            __ffi::invoke::<#required, #total, _>(
                &__FFI_FUNCTION,
                arguments,
                count,
                result,
                |arguments| {
                    #overlap
                    #returned
                },
            )
        }
    }
}

fn default_variable(index: usize) -> Ident {
    format_ident!("__ffi_default_{}", index, span = Span::mixed_site())
}

fn export(function: &Function<'_>, name: &str) -> TokenStream {
    let site = Span::mixed_site();
    let metadata = text_function(
        &symbols::metadata(name),
        &quote_spanned!(site=> __ffi_metadata),
        &quote_spanned!(site=> return_metadata),
    );
    let doc = function.doc.is_some().then(|| {
        text_function(
            &symbols::doc(name),
            &quote_spanned!(site=> __ffi_doc),
            &quote_spanned!(site=> return_doc),
        )
    });
    quote_spanned! {site=>
        #metadata
        #doc
        #[__ffi::linkme::distributed_slice(__ffi::EXPORTS)]
        #[linkme(crate = __ffi::linkme)]
        static __FFI_EXPORT: __ffi::ExportDescriptor = __ffi::ExportDescriptor {
            function: &__FFI_FUNCTION,
            call: __ffi_call,
        };
    }
}

fn global() -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        #[__ffi::linkme::distributed_slice(__ffi::GLOBALS)]
        #[linkme(crate = __ffi::linkme)]
        static __FFI_GLOBAL: __ffi::GlobalDescriptor = __ffi::GlobalDescriptor {
            function: &__FFI_FUNCTION,
            call: __ffi_call,
        };
    }
}

/// A packed function without arguments that returns a text about the exported one.
fn text_function(symbol: &str, function: &TokenStream, runtime: &TokenStream) -> TokenStream {
    let export_name = export_name(symbol);
    quote_spanned! {Span::mixed_site()=>
        #export_name
        unsafe extern "C" fn #function(
            _handle: *mut ::core::ffi::c_void,
            _arguments: *const __ffi::RawAny,
            _count: i32,
            result: *mut __ffi::RawAny,
        ) -> i32 {
            // SAFETY: the caller passes a slot for the result, as the packed call demands.
            unsafe { __ffi::#runtime(&__FFI_FUNCTION, result) }
        }
    }
}

fn export_name(symbol: &str) -> TokenStream {
    quote_spanned!(Span::mixed_site()=> #[unsafe(export_name = #symbol)])
}

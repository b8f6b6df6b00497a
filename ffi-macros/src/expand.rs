//! The generated code. Nothing can fail here: what is wrong has been reported by now.
//!
//! All of it is spelled at the mixed site: its local variables are invisible to what the user wrote, and the rest
//! resolves where the attribute stands. What the user wrote keeps the user's spans.
//!
//! The compiler reports a missing conversion wherever the generated code needs it, and leaves out a report that equals
//! an earlier one. So each type's first use has the same form in the static and in the call, and later uses in the same
//! body have the span of the type: one unsupported type is one error.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use crate::ast::{Annotation, DefaultValue, Function, Input, Kind, Lines, Parameter};
use crate::lifetimes::{ungrouped, with_static};
use crate::{contract, dispatch, runtime_path, symbols};

/// What stands beside the function: one block for each attribute.
pub(crate) fn registrations(function: &Function<'_>) -> TokenStream {
    function.annotations.iter().map(|annotation| registration(function, annotation)).collect()
}

fn registration(function: &Function<'_>, annotation: &Annotation) -> TokenStream {
    let site = Span::mixed_site();
    let conditions = &function.conditions;
    let allowed = allowed_lints();
    let import = runtime_path::import(annotation.runtime.as_ref());
    let name = annotation.name.as_ref().map_or(function.name.as_str(), |name| name.text.as_str());
    let path = &function.name;
    let target = Target {
        name: quote_spanned!(site=> #name),
        path: quote_spanned!(site=> #path),
        owner: None,
        invoke: quote_spanned!(site=> invoke),
    };
    let descriptor = descriptor(function, &target);
    let is_export = annotation.kind == Kind::Export;
    let export_name = is_export.then(|| export_name(&symbols::call(name)));
    let packed_call = packed_call(function, &target, export_name.as_ref());
    let rest = if is_export { export(function, name) } else { global() };
    quote_spanned! {site=>
        #(#conditions)*
        #allowed
        const _: () = {
            #import
            __ffi::require_unwinding!();
            #descriptor
            #packed_call
            #rest
        };
    }
}

/// The lints that generated code may break.
pub(crate) fn allowed_lints() -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
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
    }
}

/// What is called and how it is named: a function, or the method of a type.
pub(crate) struct Target<'a> {
    /// An expression: the name in messages.
    pub(crate) name: TokenStream,
    /// A string: the path behind the module's.
    pub(crate) path: TokenStream,
    /// The type that the method belongs to.
    pub(crate) owner: Option<&'a Type>,
    /// The runtime's function that runs the call.
    pub(crate) invoke: TokenStream,
}

pub(crate) fn descriptor(function: &Function<'_>, target: &Target<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let (name, path) = (&target.name, &target.path);
    let lines = lines(&function.lines);
    let doc = function.doc.clone().unwrap_or_else(|| quote_spanned!(site=> ""));
    let parameters = function.parameters.iter().map(|parameter| descriptor_of(function, parameter));
    let returns = returns(function);
    let dispatch = dispatch::descriptors(function);
    quote_spanned! {site=>
        static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
            name: #name,
            path: ::core::concat!(::core::module_path!(), "::", #path),
            file: ::core::file!(),
            lines: #lines,
            doc: #doc,
            parameters: &[#(#parameters),*],
            returns: #returns,
            dispatch: #dispatch,
        };
    }
}

/// First and last line. In an item that a `macro_rules` macro makes, spans lie in the macro's definition, while the
/// compiler locates errors at its call; `line!()` tells these cases apart.
pub(crate) fn lines(lines: &Lines) -> TokenStream {
    let site = Span::mixed_site();
    let [attribute, first, last] = [lines.attribute, lines.first, lines.last]
        .map(|line| Literal::u32_unsuffixed(u32::try_from(line).unwrap_or(u32::MAX)));
    quote_spanned! {site=>
        if ::core::line!() == #attribute { (#first, #last) } else { (::core::line!(), ::core::line!()) }
    }
}

fn returns(function: &Function<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let Some(ty) = function.returns else { return quote_spanned!(site=> __ffi::ReturnType::of::<()>()) };
    let returned = with_static(ty);
    let words = quote_spanned!(site=> __ffi::TypeWords::returned::<#returned>());
    match dispatch::for_each_type(function.dispatch.as_ref(), ty, &words) {
        Some(types) => quote_spanned!(site=> __ffi::ReturnType::of_any(const { &[#(#types),*] })),
        None => {
            let of = return_type(ty);
            quote_spanned!(site=> #of())
        }
    }
}

fn descriptor_of(function: &Function<'_>, parameter: &Parameter<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = &parameter.name;
    let ty = with_static(parameter.ty);
    let exclusive = exclusive(function, parameter);
    let default = match &parameter.default {
        Some(default) => {
            let text = &default.text;
            quote_spanned!(site=> ::core::option::Option::Some(#text))
        }
        None => quote_spanned!(site=> ::core::option::Option::None),
    };
    let words = quote_spanned! {site=>
        let _ = <#ty as __ffi::Argument>::EXCLUSIVE;
        __ffi::TypeWords::argument::<#ty>()
    };
    match dispatch::for_each_type(function.dispatch.as_ref(), parameter.ty, &words) {
        Some(types) => quote_spanned! {site=>
            __ffi::Parameter::of_any(#name, #default, const { &[#(#types),*] }, #exclusive)
        },
        None => quote_spanned! {site=>
            {
                let _ = #exclusive;
                __ffi::Parameter::of::<#ty>(#name, #default)
            }
        },
    }
}

/// The packed call. What the user wrote stands in a function of its own, a safe one, so it gets no licence for
/// `unsafe` operations.
pub(crate) fn packed_call(
    function: &Function<'_>,
    target: &Target<'_>,
    export_name: Option<&TokenStream>,
) -> TokenStream {
    let site = Span::mixed_site();
    let parameters = &function.parameters;
    let required = parameters.iter().filter(|parameter| parameter.default.is_none()).count();
    let [required, total] = [required, parameters.len()].map(Literal::usize_unsuffixed);
    let exclusive: Vec<_> = parameters.iter().map(|parameter| exclusive(function, parameter)).collect();
    let overlap = (!exclusive.is_empty()).then(|| {
        quote_spanned! {site=>
            __ffi::check_overlap(arguments, const { __ffi::writers(&[#(#exclusive),*]) })?;
        }
    });
    let return_type = function.returns.map(|ty| {
        let of = return_type(ty);
        quote_spanned!(site=> let _ = #of;)
    });
    let (prepared, call) = call(function, target);
    let instance = quote_spanned! {site=>
        #return_type
        #prepared
        __ffi::finish(arguments, #call)
    };
    let contracts = contract::statics(function);
    let instance = dispatch::choose(function, instance);
    let invoke = &target.invoke;
    quote_spanned! {site=>
        #contracts
        #[inline(always)]
        fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
            #overlap
            #instance
        }
        #export_name
        unsafe extern "C" fn __ffi_call(
            _handle: *mut ::core::ffi::c_void,
            arguments: *const __ffi::RawAny,
            count: ::core::primitive::i32,
            result: *mut __ffi::RawAny,
        ) -> ::core::primitive::i32 {
            // SAFETY: the caller passes `count` arguments and a slot for the result, as the packed call demands.
            unsafe {
                __ffi::#invoke::<#required, #total, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
            }
        }
    }
}

/// The call of the user's function, located at its return type, and what comes before it. Arguments are converted where
/// they are passed, unless something is demanded of them.
fn call(function: &Function<'_>, target: &Target<'_>) -> (TokenStream, TokenStream) {
    let site = Span::mixed_site();
    let owner = target.owner.map(|owner| quote_spanned!(site=> <#owner>::));
    let mut target = function.item.signature.ident.clone();
    let converted: Vec<TokenStream> = function.parameters.iter().enumerate().map(argument).collect();
    let has_contracts = function.parameters.iter().any(|parameter| !parameter.contract.is_empty());
    let values: Vec<Ident> = (0..converted.len()).map(|index| contract::variable("value", index)).collect();
    let prepared = has_contracts.then(|| {
        let checks = contract::checks(function, |index| contract_tensor(function, index, &values[index]));
        quote_spanned!(site=> #(let #values = #converted;)* #checks)
    });
    let arguments = function.inputs.iter().map(|input| match input {
        Input::Parameter(index) if has_contracts => values[*index].to_token_stream(),
        Input::Parameter(index) => converted[*index].clone(),
        Input::Symbol(index) => contract::symbol_value(function, &function.symbols[*index].name),
    });
    let arguments = quote_spanned!(site=> #(#arguments),*);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    if let Some(ty) = function.returns {
        let (first, last) = ends(ty);
        target.set_span(first.resolved_at(target.span()));
        arguments.set_span(last);
    }
    let types = function.dispatch.as_ref().map(|_| {
        let names = dispatch::type_parameters(&function.item.signature.generics);
        quote_spanned!(Span::mixed_site()=> ::<#(#names),*>)
    });
    (prepared.unwrap_or_default(), quote!(#owner #target #types #arguments))
}

/// The tensor in a converted argument, located at its type.
fn contract_tensor(function: &Function<'_>, index: usize, value: &Ident) -> TokenStream {
    let site = Span::mixed_site();
    let ty = with_static(function.parameters[index].ty);
    let (first, last) = ends(function.parameters[index].ty);
    let index = Literal::usize_unsuffixed(index);
    let start = quote_spanned!(first=> __ffi::contract_tensor::<#ty);
    let end = quote_spanned!(last=> >);
    quote_spanned!(site=> #start #end (arguments, #index, &#value))
}

/// The conversion of one argument, located at its type.
fn argument((index, parameter): (usize, &Parameter<'_>)) -> TokenStream {
    let site = Span::mixed_site();
    let ty = with_static(parameter.ty);
    let position = Literal::usize_unsuffixed(index);
    let (first, last) = ends(parameter.ty);
    let (function, arguments) = match &parameter.default {
        None => (quote_spanned!(last=> required), quote_spanned!(site=> arguments, #position)),
        Some(DefaultValue { value, .. }) => {
            (quote_spanned!(last=> defaulted), quote_spanned!(site=> arguments, #position, || #value))
        }
    };
    let start = quote_spanned!(first=> __ffi::#function::<#ty);
    let end = quote_spanned!(last=> >);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(last);
    quote_spanned!(site=> #start #end #arguments?)
}

/// Whether values of the type give write access to memory that no other argument may reach.
fn exclusive(function: &Function<'_>, parameter: &Parameter<'_>) -> TokenStream {
    let ty = with_static(parameter.ty);
    let exclusive = quote_spanned!(Span::mixed_site()=> <#ty as __ffi::Argument>::EXCLUSIVE);
    match dispatch::for_each_type(function.dispatch.as_ref(), parameter.ty, &exclusive) {
        Some(types) => quote_spanned!(Span::mixed_site()=> (#(#types)||*)),
        None => exclusive,
    }
}

fn return_type(ty: &Type) -> TokenStream {
    let ty = with_static(ty);
    quote_spanned!(Span::mixed_site()=> __ffi::ReturnType::of::<#ty>)
}

/// The spans of the first and the last token. An expression that begins with the one and ends with the other has the
/// span of the whole.
fn ends(ty: &Type) -> (Span, Span) {
    let tokens: Vec<TokenTree> = ungrouped(ty).to_token_stream().into_iter().collect();
    match &tokens[..] {
        [first, .., last] => (first.span(), last.span()),
        [only] => (only.span(), only.span()),
        [] => unreachable!("a type has tokens"),
    }
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
            _count: ::core::primitive::i32,
            result: *mut __ffi::RawAny,
        ) -> ::core::primitive::i32 {
            // SAFETY: the caller passes a slot for the result, as the packed call demands.
            unsafe { __ffi::#runtime(&__FFI_FUNCTION, result) }
        }
    }
}

fn export_name(symbol: &str) -> TokenStream {
    quote_spanned!(Span::mixed_site()=> #[unsafe(export_name = #symbol)])
}

//! The model of a class's methods.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{
    Attribute, FnArg, Ident, ImplItem, ImplItemFn, ItemImpl, Meta, Pat, PatIdent, PatType, Path, Receiver,
    ReceiverKind, Token, Type,
};

use crate::ast::{Function, Kind};
use crate::attr::{Name, Setting, path_value, settings, string_value, unknown};
use crate::ctxt::Ctxt;
use crate::item::{AnnotatedFunction, FunctionItem, RawAnnotation, attributes_mut, is_option};
use crate::self_type;

/// What the `#[ffi(…)]` attributes of a method say. Flags are the places where they stand.
pub(super) struct MethodOptions {
    pub(super) init: Option<Span>,
    pub(super) method: Option<Span>,
    pub(super) skip: Option<Span>,
    pub(super) name: Option<Name>,
}

/// A function of the `impl`, its receiver an ordinary parameter and `Self` replaced.
pub(super) struct MethodItem {
    annotated: AnnotatedFunction,
    options: MethodOptions,
    /// As the user wrote it.
    receiver: Option<Receiver>,
    /// The type of the first parameter as the user wrote it.
    first_type: Option<Type>,
}

/// An `impl` with `#[ffi_methods]`.
pub(super) struct Methods<'a> {
    pub(super) item: &'a ItemImpl,
    pub(super) runtime: Option<Path>,
    pub(super) methods: Vec<Method<'a>>,
}

/// A function that other languages call.
pub(super) struct Method<'a> {
    pub(super) function: Function<'a>,
    pub(super) options: &'a MethodOptions,
    pub(super) receiver: Option<&'a Receiver>,
    pub(super) first_type: Option<&'a Type>,
}

/// Parses the arguments of `#[ffi_methods]`.
pub(super) fn runtime(ctxt: &Ctxt, arguments: &TokenStream) -> Option<Path> {
    let mut runtime = Setting::new("crate");
    let parser = |input: ParseStream<'_>| {
        settings(input, |meta| {
            if runtime.matches(&meta) {
                let path = path_value(&meta)?;
                runtime.set(ctxt, &meta, path);
            } else {
                unknown(ctxt, &meta, "#[ffi_methods]", &["crate"])?;
            }
            Ok(())
        })
    };
    if let Err(error) = parser.parse2(arguments.clone()) {
        ctxt.syn_error(error);
    }
    runtime.value
}

/// Takes our attributes off the functions of the `impl`, and makes a copy of each for the generated code.
pub(super) fn take_methods(ctxt: &Ctxt, span: Span, item: &mut ItemImpl) -> Vec<MethodItem> {
    let self_type = (*item.self_ty).clone();
    let functions = item.items.iter_mut().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    functions.filter_map(|function| take_method(ctxt, span, function, &self_type)).collect()
}

fn take_method(ctxt: &Ctxt, span: Span, function: &mut ImplItemFn, self_type: &Type) -> Option<MethodItem> {
    let own: Vec<Attribute> = function.attrs.extract_if(.., |attribute| is_option(attribute)).collect();
    let options = method_options(ctxt, &own);
    refuse_other_attributes(ctxt, function);
    let mut item = FunctionItem {
        attributes: function.attrs.clone(),
        visibility: function.vis.clone(),
        signature: function.sig.clone(),
        body: body(function)?,
    };
    for input in &mut function.sig.inputs {
        attributes_mut(input).retain(|attribute| !is_option(attribute));
    }
    let receiver = function.sig.receiver().cloned();
    let first_type = function.sig.inputs.first().and_then(|input| match input {
        FnArg::Typed(parameter) => Some((*parameter.ty).clone()),
        FnArg::Receiver(_) => None,
    });
    // Nothing is called on one that is left out, so nothing is generated for it.
    if options.skip.is_some() && options.init.is_none() && options.method.is_none() && options.name.is_none()
    {
        return None;
    }
    for input in &mut item.signature.inputs {
        if let FnArg::Receiver(receiver) = input {
            for attribute in receiver.attrs.extract_if(.., |attribute| is_option(attribute)) {
                ctxt.error(attribute, "the object is there in every call; remove `#[ffi(…)]`");
            }
            *input = as_parameter(receiver, self_type);
        }
    }
    self_type::replace(&mut item.signature, self_type);
    let annotation = RawAnnotation { kind: Kind::Methods, span, arguments: TokenStream::new() };
    let annotated = AnnotatedFunction::new(ctxt, annotation, item);
    Some(MethodItem { annotated, options, receiver, first_type })
}

/// Attributes of free functions, which would expand to what cannot stand in an `impl`.
fn refuse_other_attributes(ctxt: &Ctxt, function: &mut ImplItemFn) {
    for attribute in function.attrs.extract_if(.., |attribute| Kind::of_attribute(attribute).is_some()) {
        ctxt.error(
            attribute,
            "it belongs on a free function, and others call every function of this block anyway; remove this attribute",
        );
    }
}

/// The object as a parameter that borrows it.
fn as_parameter(receiver: &Receiver, self_type: &Type) -> FnArg {
    let span = receiver.self_token.span;
    let lifetime = match &receiver.kind {
        ReceiverKind::Reference(_, lifetime, _) => lifetime.as_ref(),
        ReceiverKind::Typed(_, ty) => match &**ty {
            Type::Reference(reference) => reference.lifetime.as_ref(),
            _ => None,
        },
        _ => None,
    };
    let name = PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: None,
        ident: Ident::new("self", span),
        subpat: None,
    };
    FnArg::Typed(PatType {
        attrs: receiver.attrs.clone(),
        pat: Box::new(Pat::Ident(name)),
        colon_token: Token![:](span),
        ty: Box::new(syn::parse_quote_spanned!(span=> &#lifetime #self_type)),
    })
}

fn body(function: &ImplItemFn) -> Option<Group> {
    function.block.to_token_stream().into_iter().find_map(|token| match token {
        TokenTree::Group(group) => Some(group),
        _ => None,
    })
}

fn method_options(ctxt: &Ctxt, attributes: &[Attribute]) -> MethodOptions {
    let mut init = Setting::new("init");
    let mut method = Setting::new("method");
    let mut skip = Setting::new("skip");
    let mut name = Setting::new("name");
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else {
            ctxt.error(
                attribute,
                "write `#[ffi(init)]`, `#[ffi(method)]`, `#[ffi(name = \"…\")]` or `#[ffi(skip)]`",
            );
            continue;
        };
        let result = list.parse_args_with(|input: ParseStream<'_>| {
            settings(input, |meta| {
                if name.matches(&meta) {
                    let literal = string_value(&meta)?;
                    name.set(ctxt, &meta, Name::from(&literal));
                } else if let Some(flag) =
                    [&mut init, &mut method, &mut skip].into_iter().find(|flag| flag.matches(&meta))
                {
                    flag.set_flag(ctxt, &meta);
                } else {
                    unknown(ctxt, &meta, "#[ffi(…)]", &["init", "method", "name", "skip"])?;
                }
                Ok(())
            })
        });
        if let Err(error) = result {
            ctxt.syn_error(error);
        }
    }
    MethodOptions { init: init.value, method: method.value, skip: skip.value, name: name.value }
}

impl<'a> Methods<'a> {
    pub(super) fn new(
        ctxt: &Ctxt,
        item: &'a ItemImpl,
        runtime: Option<Path>,
        items: &'a [MethodItem],
    ) -> Self {
        let methods = items.iter().map(|method| Method {
            function: Function::from_item(ctxt, &method.annotated),
            options: &method.options,
            receiver: method.receiver.as_ref(),
            first_type: method.first_type.as_ref(),
        });
        Methods { item, runtime, methods: methods.collect() }
    }
}

impl Method<'_> {
    pub(super) fn ident(&self) -> &Ident {
        &self.function.item.signature.ident
    }

    /// The name that other languages call it by; the constructor has none.
    pub(super) fn exposed_name(&self) -> String {
        match &self.options.name {
            Some(name) => name.text.clone(),
            None => self.ident().unraw().to_string(),
        }
    }

    /// Whether it is called on an object.
    pub(super) fn is_instance(&self) -> bool {
        self.receiver.is_some() || self.options.method.is_some()
    }
}

//! What stands in the parentheses of our attributes.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitStr, Meta, Path, Token};

use crate::ast::{Annotation, Kind};
use crate::contract::{Contract, ContractOptions};
use crate::ctxt::Ctxt;
use crate::dispatch::{self, Dispatch};
use crate::item::RawAnnotation;

/// The name of an export or a global.
pub(crate) struct Name {
    pub(crate) text: String,
    /// The literal, or the function's identifier where there is none.
    pub(crate) span: Span,
}

/// Parses the arguments of `#[ffi_export]` or `#[ffi_global]`.
pub(crate) fn annotation(
    ctxt: &Ctxt,
    raw: &RawAnnotation,
    function: &Ident,
    function_name: &str,
) -> Annotation {
    match raw.kind {
        Kind::Export => export(ctxt, raw, function, function_name),
        Kind::Global => global(ctxt, raw, function_name),
        Kind::Class | Kind::Methods => {
            Annotation { kind: raw.kind, span: raw.span, name: None, runtime: None, dispatch: None }
        }
    }
}

fn export(ctxt: &Ctxt, raw: &RawAnnotation, function: &Ident, function_name: &str) -> Annotation {
    let mut name = Setting::new("name");
    let mut runtime = Setting::new("crate");
    let mut dispatch = Setting::new("dispatch");
    let mut malformed = false;
    let parser = |input: ParseStream<'_>| {
        if input.peek(LitStr) {
            let literal: LitStr = input.parse()?;
            return Err(syn::Error::new_spanned(
                &literal,
                format!("write `name = {}`", literal.to_token_stream()),
            ));
        }
        settings(input, |meta| {
            if name.matches(&meta) {
                malformed = true;
                let literal = string_value(&meta)?;
                malformed = false;
                name.set(ctxt, &meta, literal);
            } else if runtime.matches(&meta) {
                let path = path_value(&meta)?;
                runtime.set(ctxt, &meta, path);
            } else if dispatch.matches(&meta) {
                set_dispatch(ctxt, &meta, &mut dispatch)?;
            } else {
                unknown(ctxt, &meta, "#[ffi_export]", &["name", "dispatch", "crate"])?;
            }
            Ok(())
        })
    };
    if let Err(error) = parser.parse2(raw.arguments.clone()) {
        ctxt.syn_error(error);
    }
    let name = match name.value {
        Some(literal) => Some(Name::from(&literal)),
        None if malformed => None,
        None => Some(Name { text: function_name.to_owned(), span: function.span() }),
    };
    Annotation { kind: Kind::Export, span: raw.span, name, runtime: runtime.value, dispatch: dispatch.value }
}

fn global(ctxt: &Ctxt, raw: &RawAnnotation, function_name: &str) -> Annotation {
    let mut name = None;
    let mut runtime = Setting::new("crate");
    let mut dispatch = Setting::new("dispatch");
    let example = format!("`#[ffi_global(\"package.{function_name}\")]`");
    let parser = |input: ParseStream<'_>| {
        if input.is_empty() {
            ctxt.error_at(raw.span, format!("the global's name is missing; write {example}"));
            return Ok(());
        }
        if input.peek(LitStr) {
            name = Some(Name::from(&input.parse::<LitStr>()?));
            if input.is_empty() {
                return Ok(());
            }
            input.parse::<Token![,]>()?;
        } else {
            ctxt.error_at(
                input.span(),
                format!("the global's name comes first, as a string; write {example}"),
            );
            input.parse::<TokenStream>()?;
            return Ok(());
        }
        settings(input, |meta| {
            if runtime.matches(&meta) {
                let path = path_value(&meta)?;
                runtime.set(ctxt, &meta, path);
            } else if dispatch.matches(&meta) {
                set_dispatch(ctxt, &meta, &mut dispatch)?;
            } else {
                unknown(ctxt, &meta, "#[ffi_global]", &["dispatch", "crate"])?;
            }
            Ok(())
        })
    };
    if let Err(error) = parser.parse2(raw.arguments.clone()) {
        ctxt.syn_error(error);
    }
    Annotation { kind: Kind::Global, span: raw.span, name, runtime: runtime.value, dispatch: dispatch.value }
}

/// Takes `dispatch(…)`; a malformed one counts as given, so that its type parameters are not missed.
fn set_dispatch(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>, setting: &mut Setting<Dispatch>) -> syn::Result<()> {
    let parsed = dispatch::parse(meta);
    let (dispatch, error) = match parsed {
        Ok(dispatch) => (dispatch, None),
        Err(error) => (Dispatch { malformed: true, ..Dispatch::default() }, Some(error)),
    };
    setting.set(ctxt, meta, dispatch);
    error.map_or(Ok(()), Err)
}

/// What the `#[ffi(…)]` attributes of one parameter say.
pub(crate) struct ParameterOptions {
    pub(crate) default: Option<TokenStream>,
    pub(crate) contract: Contract,
    /// The place of `symbol`.
    pub(crate) symbol: Option<Span>,
    /// Whether something could not be parsed, which has been reported.
    pub(crate) malformed: bool,
}

/// Parses the `#[ffi(…)]` attributes of a parameter.
pub(crate) fn parameter_options(ctxt: &Ctxt, attributes: &[Attribute]) -> ParameterOptions {
    let mut default = Setting::new("default");
    let mut symbol = Setting::new("symbol");
    let mut contract = ContractOptions::new();
    let mut malformed = false;
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else {
            ctxt.error(attribute, "write `#[ffi(default = …)]`");
            malformed = true;
            continue;
        };
        let result = list.parse_args_with(|input: ParseStream<'_>| {
            settings(input, |meta| {
                if default.matches(&meta) {
                    let value = value(&meta, "default = 1")?.parse::<Expr>()?;
                    default.set(ctxt, &meta, value.into_token_stream());
                } else if symbol.matches(&meta) {
                    symbol.set_flag(ctxt, &meta);
                } else if !contract.take(ctxt, &meta)? {
                    let [shape, device, same_device, contiguous, aligned] = ContractOptions::KEYS;
                    let known = ["default", shape, device, same_device, contiguous, aligned, "symbol"];
                    unknown(ctxt, &meta, "#[ffi(…)]", &known)?;
                }
                Ok(())
            })
        });
        if let Err(error) = result {
            ctxt.syn_error(error);
            malformed = true;
        }
    }
    ParameterOptions { default: default.value, contract: contract.finish(), symbol: symbol.value, malformed }
}

impl From<&LitStr> for Name {
    fn from(literal: &LitStr) -> Self {
        Name { text: literal.value(), span: literal.span() }
    }
}

/// A key that may be given once.
pub(crate) struct Setting<T> {
    key: &'static str,
    pub(crate) value: Option<T>,
}

impl Setting<Span> {
    /// Takes a key without a value.
    pub(crate) fn set_flag(&mut self, ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) {
        if meta.input.peek(Token![=]) {
            ctxt.error(&meta.path, format!("`{}` takes no value", self.key));
            skip_value(meta);
        }
        self.set(ctxt, meta, meta.path.span());
    }
}

impl<T> Setting<T> {
    pub(crate) fn new(key: &'static str) -> Self {
        Setting { key, value: None }
    }

    pub(crate) fn matches(&self, meta: &ParseNestedMeta<'_>) -> bool {
        meta.path.is_ident(self.key)
    }

    pub(crate) fn set(&mut self, ctxt: &Ctxt, meta: &ParseNestedMeta<'_>, value: T) {
        if self.value.is_some() {
            ctxt.error(&meta.path, format!("`{}` is given twice", self.key));
        } else {
            self.value = Some(value);
        }
    }
}

/// Parses `key = value` pairs, each by `one`.
pub(crate) fn settings(
    input: ParseStream<'_>,
    one: impl FnMut(ParseNestedMeta<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    // Parses what is left of `input`.
    syn::meta::parser(one).parse2(input.parse()?)
}

/// Reports an unknown key and goes on behind its value.
pub(crate) fn unknown(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
    attribute: &str,
    known: &[&str],
) -> syn::Result<()> {
    let key = meta.path.to_token_stream();
    let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
    let known = match &known[..] {
        [only] => format!("the only key is {only}"),
        [firsts @ .., last] => format!("the keys are {} and {last}", firsts.join(", ")),
        [] => unreachable!("every attribute has keys"),
    };
    ctxt.error(&meta.path, format!("`{attribute}` has no key `{key}`; {known}"));
    skip_value(meta);
    Ok(())
}

/// Goes on behind what stands after a key.
fn skip_value(meta: &ParseNestedMeta<'_>) {
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        // There is a token, since the input is not empty.
        let _ = meta.input.parse::<TokenTree>();
    }
}

pub(crate) fn value<'a>(meta: &ParseNestedMeta<'a>, example: &str) -> syn::Result<ParseStream<'a>> {
    match meta.value() {
        Ok(value) if !value.is_empty() && !value.peek(Token![,]) => Ok(value),
        _ => Err(syn::Error::new_spanned(&meta.path, format!("give it a value: `{example}`"))),
    }
}

pub(crate) fn string_value(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    let value = value(meta, "name = \"…\"")?;
    let span = value.span();
    value.parse().map_err(|_| syn::Error::new(span, "write the name as a string: `name = \"…\"`"))
}

pub(crate) fn path_value(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    let value = value(meta, "crate = path::to::ffi_runtime")?;
    let span = value.span();
    value
        .call(Path::parse_mod_style)
        .map_err(|_| syn::Error::new(span, "write a path without quotes: `crate = path::to::ffi_runtime`"))
}

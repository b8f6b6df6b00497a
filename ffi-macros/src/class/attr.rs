//! What stands in `#[ffi_class(…)]`, and in `#[ffi(…)]` on a field.

use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, LitBool, LitStr, Meta, Path, Token, Type};

use crate::attr::{Name, Setting, path_value, settings, string_value, unknown, value};
use crate::ctxt::Ctxt;

/// The arguments of `#[ffi_class]`. Flags are the places where they stand.
pub(super) struct ClassOptions {
    /// `None` where it is missing, which has been reported.
    pub(super) type_key: Option<Name>,
    pub(super) extends: Option<Type>,
    pub(super) equality: Option<Span>,
    pub(super) hash: Option<Span>,
    pub(super) foreign: Option<Span>,
    pub(super) rebuild: Option<LitBool>,
    pub(super) runtime: Option<Path>,
}

/// Parses the arguments of `#[ffi_class]`, which stands at `span`.
pub(super) fn class_options(ctxt: &Ctxt, span: Span, arguments: &TokenStream) -> ClassOptions {
    let mut type_key = None;
    let mut extends = Setting::new("extends");
    let mut equality = Setting::new("eq");
    let mut hash = Setting::new("hash");
    let mut foreign = Setting::new("foreign");
    let mut rebuild = Setting::new("rebuild");
    let mut runtime = Setting::new("crate");
    let parser = |input: ParseStream<'_>| {
        if input.is_empty() {
            ctxt.error_at(span, "the class's type key is missing; write `#[ffi_class(\"package.Name\")]`");
            return Ok(());
        }
        if !input.peek(LitStr) {
            let message = "the type key comes first, as a string; write `#[ffi_class(\"package.Name\")]`";
            ctxt.error_at(input.span(), message);
            input.parse::<TokenStream>()?;
            return Ok(());
        }
        type_key = Some(Name::from(&input.parse::<LitStr>()?));
        if input.is_empty() {
            return Ok(());
        }
        input.parse::<Token![,]>()?;
        settings(input, |meta| {
            if extends.matches(&meta) {
                let base = value(&meta, "extends = Base")?.parse::<Type>()?;
                extends.set(ctxt, &meta, base);
            } else if rebuild.matches(&meta) {
                let may = value(&meta, "rebuild = false")?.parse::<LitBool>()?;
                rebuild.set(ctxt, &meta, may);
            } else if runtime.matches(&meta) {
                let path = path_value(&meta)?;
                runtime.set(ctxt, &meta, path);
            } else if let Some(flag) =
                [&mut equality, &mut hash, &mut foreign].into_iter().find(|flag| flag.matches(&meta))
            {
                flag.set_flag(ctxt, &meta);
            } else {
                let known = ["extends", "eq", "hash", "rebuild", "foreign", "crate"];
                unknown(ctxt, &meta, "#[ffi_class]", &known)?;
            }
            Ok(())
        })
    };
    if let Err(error) = parser.parse2(arguments.clone()) {
        ctxt.syn_error(error);
    }
    ClassOptions {
        type_key,
        extends: extends.value,
        equality: equality.value,
        hash: hash.value,
        foreign: foreign.value,
        rebuild: rebuild.value,
        runtime: runtime.value,
    }
}

/// What the `#[ffi(…)]` attributes of a field say. Flags are the places where they stand.
pub(super) struct FieldOptions {
    pub(super) get: Option<Span>,
    pub(super) set: Option<Span>,
    pub(super) skip: Option<Span>,
    pub(super) name: Option<Name>,
    pub(super) default: Option<Expr>,
    /// Of a foreign class's handle: the field stands for a method.
    pub(super) method: Option<Span>,
    pub(super) static_method: Option<Span>,
    pub(super) init: Option<Span>,
    /// Whether something is not known or could not be parsed, which has been reported.
    pub(super) malformed: bool,
}

/// Parses the `#[ffi(…)]` attributes of a field, of a handle's if `is_foreign`.
pub(super) fn field_options(ctxt: &Ctxt, attributes: &[Attribute], is_foreign: bool) -> FieldOptions {
    let known: &[&str] = if is_foreign {
        &["get", "set", "method", "static_method", "init", "name"]
    } else {
        &["get", "set", "default", "name", "skip"]
    };
    let mut get = Setting::new("get");
    let mut set = Setting::new("set");
    let mut skip = Setting::new("skip");
    let mut method = Setting::new("method");
    let mut static_method = Setting::new("static_method");
    let mut init = Setting::new("init");
    let mut name = Setting::new("name");
    let mut default = Setting::new("default");
    let mut malformed = false;
    let mut has_unknown = false;
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else {
            ctxt.error(attribute, "write `#[ffi(get)]` or `#[ffi(get, set)]`");
            malformed = true;
            continue;
        };
        let result = list.parse_args_with(|input: ParseStream<'_>| {
            settings(input, |meta| {
                if name.matches(&meta) {
                    let literal = string_value(&meta)?;
                    name.set(ctxt, &meta, Name::from(&literal));
                } else if default.matches(&meta) {
                    let value = value(&meta, "default = 1")?.parse::<Expr>()?;
                    default.set(ctxt, &meta, value);
                } else if let Some(flag) =
                    [&mut get, &mut set, &mut skip, &mut method, &mut static_method, &mut init]
                        .into_iter()
                        .find(|flag| flag.matches(&meta))
                {
                    flag.set_flag(ctxt, &meta);
                } else {
                    has_unknown = true;
                    unknown(ctxt, &meta, "#[ffi(…)]", known)?;
                }
                Ok(())
            })
        });
        if let Err(error) = result {
            ctxt.syn_error(error);
            malformed = true;
        }
    }
    FieldOptions {
        get: get.value,
        set: set.value,
        skip: skip.value,
        name: name.value,
        default: default.value,
        method: method.value,
        static_method: static_method.value,
        init: init.value,
        malformed: malformed || has_unknown,
    }
}

//! Rules about a class as a whole. Every broken rule is reported, at the tokens that break it.

use std::collections::BTreeMap;

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Fields, Type};

use super::ast::{Class, Field};
use crate::ast::Kind;
use crate::check::check_dotted_name;
use crate::ctxt::Ctxt;
use crate::duplicates::{self, NameTable, Place};
use crate::lifetimes::ungrouped;

/// Checks `class`. `names` holds the names used so far.
pub(super) fn check(ctxt: &Ctxt, names: &NameTable, class: &Class<'_>) {
    check_shape(ctxt, class);
    check_type_key(ctxt, names, class);
    check_fields(ctxt, class);
    if class.options.foreign.is_some() {
        check_foreign(ctxt, class);
    } else {
        check_names(ctxt, class);
        check_base(ctxt, class);
        check_layout(ctxt, class);
        check_comparison(ctxt, class);
    }
}

fn check_shape(ctxt: &Ctxt, class: &Class<'_>) {
    let item = class.item;
    if !item.generics.params.is_empty() {
        ctxt.error(
            &item.generics,
            "a class needs concrete types: other languages know it by one key; leave the parameters out, and own what \
             would be borrowed",
        );
    }
    if let Fields::Unnamed(fields) = &item.fields {
        ctxt.error(fields, "a class has named fields; write `struct Name { field: Type }`");
    }
}

fn check_type_key(ctxt: &Ctxt, names: &NameTable, class: &Class<'_>) {
    let Some(key) = &class.options.type_key else { return };
    check_dotted_name(ctxt, "a type key", "package.Name", key);
    if key.text.contains(['"', '\\']) || key.text.chars().any(|it| it.is_control() && it != '\0') {
        ctxt.error_at(
            key.span,
            "a type key holds no quotes, backslashes and control characters; write `package.Name`",
        );
    }
    if key.text.starts_with('.') || key.text.ends_with('.') {
        ctxt.error_at(key.span, "a type key begins and ends with a name; write `package.Name`");
    }
    // Handles of foreign classes may be many, and of items with conditions only one may be compiled.
    let is_compared = class.options.foreign.is_none() && class.conditions.is_empty();
    if is_compared
        && !duplicates::expanded_by_language_server()
        && let Some(first) = names.record(Kind::Class, &key.text, Place::of(key.span))
    {
        ctxt.error_at(
            key.span,
            format!(
                "the class `{}` is already defined by this crate, at {first}; give another type key",
                key.text
            ),
        );
    }
}

fn check_fields(ctxt: &Ctxt, class: &Class<'_>) {
    let is_foreign = class.options.foreign.is_some();
    // The base too: a class whose base is not compiled would begin with something else.
    for field in &class.fields {
        for attribute in &field.attributes {
            if attribute.path().is_ident("cfg") {
                ctxt.error(
                    attribute,
                    "`#[ffi_class]` takes no conditional field; write two structs with `#[cfg]`",
                );
            }
        }
    }
    for field in class.own_fields() {
        let options = &field.options;
        if let (Some(set), None) = (options.set, options.get) {
            ctxt.error_at(set, "a field that can be set can be read too; write `#[ffi(get, set)]`");
        }
        if !is_foreign {
            check_own_field(ctxt, field);
        }
    }
}

fn check_own_field(ctxt: &Ctxt, field: &Field) {
    let options = &field.options;
    if options.get.is_none() && options.set.is_none() && !options.malformed {
        if let Some(default) = &options.default {
            ctxt.error(
                default,
                "only a field that others see has a default; write `#[ffi(get, default = …)]`",
            );
        }
        if let Some(name) = &options.name {
            ctxt.error_at(
                name.span,
                "only a field that others see has a name; write `#[ffi(get, name = \"…\")]`",
            );
        }
    }
    if let (Some(skip), Some(_)) = (options.skip, options.get) {
        ctxt.error_at(skip, "`skip` is for a field that others do not see; leave it out, or `get`");
    }
    for (span, what) in
        [(options.method, "method"), (options.static_method, "static_method"), (options.init, "init")]
    {
        if let Some(span) = span {
            ctxt.error_at(
                span,
                format!(
                    "`{what}` on a field is for handles of foreign classes; write methods in an `impl` with \
                     `#[ffi_methods]`"
                ),
            );
        }
    }
}

fn check_name(ctxt: &Ctxt, field: &Field, what: &str) {
    let name = field.exposed_name();
    if name.is_empty() || name.contains('\0') {
        ctxt.error_at(field.name_span(), format!("the name of a {what} is not empty and holds no NUL"));
    }
}

fn check_names(ctxt: &Ctxt, class: &Class<'_>) {
    let mut first_places = BTreeMap::new();
    for field in class.exposed() {
        check_name(ctxt, field, "field");
        let name = field.exposed_name();
        let span = field.name_span();
        if name.starts_with("__ffi_") {
            ctxt.error_at(span, "names that begin with `__ffi_` belong to the hosts; give another one");
        } else if let Some(first) = first_places.insert(name.clone(), Place::of(span)) {
            ctxt.error_at(
                span,
                format!("others see two fields `{name}`, the first at {first}; give another name"),
            );
        }
    }
}

fn check_base(ctxt: &Ctxt, class: &Class<'_>) {
    let Some(base) = &class.options.extends else { return };
    let name = &class.item.ident;
    let text = |ty: &Type| ungrouped(ty).to_token_stream().to_string();
    let base_text = text(base).replace(' ', "");
    let advice = format!(
        "`{name}` extends `{base_text}`, so its first field must be of that type; write `base: {base_text},` first"
    );
    match class.fields.first() {
        None => ctxt.error(name, advice),
        Some(first) if text(&first.ty) != text(base) => ctxt.error(&first.ident, advice),
        Some(first) => {
            if let Some(span) = first.options_span {
                ctxt.error_at(
                    span,
                    "the base is no field that others see: they see its fields; remove `#[ffi(…)]`",
                );
            }
        }
    }
}

/// Fields are read where they stand, and a base stands first.
fn check_layout(ctxt: &Ctxt, class: &Class<'_>) {
    for (attribute, layout) in class.layouts() {
        if layout == "packed" {
            ctxt.error(
                attribute,
                "a class is not packed: others read its fields where they stand, and these may stand askew; remove \
                 this `repr`",
            );
        } else if class.options.extends.is_some() && (layout == "transparent" || layout == "Rust") {
            ctxt.error(attribute, "a class that extends another one is `repr(C)`; remove this `repr`");
        }
    }
}

fn check_comparison(ctxt: &Ctxt, class: &Class<'_>) {
    if let (Some(hash), None) = (class.options.hash, class.options.equality) {
        ctxt.error_at(hash, "objects that are hashed are compared too; write `eq, hash`");
    }
}

fn check_foreign(ctxt: &Ctxt, class: &Class<'_>) {
    let options = &class.options;
    let belongs = "is for a class that is defined here, and a foreign one is defined elsewhere; leave it out";
    for (span, what) in [(options.equality, "eq"), (options.hash, "hash")] {
        if let Some(span) = span {
            ctxt.error_at(span, format!("`{what}` {belongs}"));
        }
    }
    if let Some(rebuild) = &options.rebuild {
        ctxt.error(rebuild, format!("`rebuild` {belongs}"));
    }
    for attribute in &class.item.attrs {
        if attribute.path().is_ident("derive") || attribute.path().is_ident("repr") {
            ctxt.error(
                attribute,
                "the struct becomes a handle, which is `Clone` and `Debug`; remove this attribute",
            );
        }
    }
    for field in &class.fields {
        check_foreign_member(ctxt, field);
    }
}

fn check_foreign_member(ctxt: &Ctxt, field: &Field) {
    check_name(ctxt, field, "member");
    let options = &field.options;
    let kinds = [options.get, options.method, options.static_method, options.init];
    let given: Vec<Span> = kinds.into_iter().flatten().collect();
    if given.is_empty() && options.set.is_none() && !options.malformed {
        ctxt.error(
            &field.ident,
            "say what it is in the foreign class: `#[ffi(get)]`, `#[ffi(get, set)]`, `#[ffi(method)]`, \
             `#[ffi(static_method)]` or `#[ffi(init)]`",
        );
    }
    if let [_, second, ..] = given[..] {
        ctxt.error_at(second, "it is a field or a method; write one of them");
    }
    let is_method = options.get.is_none() && !given.is_empty();
    if is_method && !matches!(field.ty, Type::FnPtr(_)) {
        ctxt.error(&field.ty, "write the method's type: `fn(i64) -> i64`, without the object");
    }
    if let Some(default) = &options.default {
        ctxt.error(default, "a default is for a class that is defined here; leave it out");
    }
    if let Some(skip) = options.skip {
        ctxt.error_at(skip, "`skip` is for a class that is defined here; leave the field out");
    }
}

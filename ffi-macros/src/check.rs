//! Rules about a function as a whole. Every broken rule is reported, at the tokens that break it.

use syn::visit_mut::VisitMut;
use syn::{GenericParam, Ident, Lifetime, Receiver, Safety, Type, TypeImplTrait};

use crate::ast::{Annotation, Function, Kind};
use crate::attr::Name;
use crate::ctxt::Ctxt;
use crate::duplicates::{self, NameTable, Place};
use crate::item::AnnotatedFunction;
use crate::symbols;
use crate::{contract, dispatch};

/// Checks `function`, which was made from `annotated`. `names` holds the names used so far.
pub(crate) fn check(ctxt: &Ctxt, names: &NameTable, annotated: &AnnotatedFunction, function: &Function<'_>) {
    check_receiver(ctxt, function);
    check_signature(ctxt, function);
    check_repetition(ctxt, function);
    dispatch::check(ctxt, function);
    check_options(ctxt, annotated, function);
    for annotation in &function.annotations {
        if let Some(name) = &annotation.name {
            check_name(ctxt, annotation, name);
            check_duplicates(ctxt, names, function, annotation, name);
        }
    }
}

/// Checks what holds for methods as well.
pub(crate) fn check_signature(ctxt: &Ctxt, function: &Function<'_>) {
    check_qualifiers(ctxt, function);
    check_generics(ctxt, function);
    check_types(ctxt, function);
    check_identifier(ctxt, function);
    check_attributes(ctxt, function);
    check_defaults(ctxt, function);
    contract::check(ctxt, function);
}

fn check_qualifiers(ctxt: &Ctxt, function: &Function<'_>) {
    let kind = function.kind();
    let signature = &function.item.signature;
    if let Some(keyword) = &signature.asyncness {
        ctxt.error(
            keyword,
            format!(
                "`#[{kind}]` takes no `async fn`: the caller gets the result when the call returns; write a plain `fn` \
                 that blocks on the future"
            ),
        );
    }
    if let Safety::Unsafe(keyword) = &signature.safety {
        ctxt.error(
            keyword,
            format!(
                "`#[{kind}]` takes no `unsafe fn`: any language may call it, with any values; write a safe function \
                 that checks its arguments and has an `unsafe` block in it"
            ),
        );
    }
    if let Some(variadic) = &signature.variadic {
        ctxt.error(
            variadic,
            format!("`#[{kind}]` takes no variadic function; write one parameter for each argument"),
        );
    }
}

fn check_receiver(ctxt: &Ctxt, function: &Function<'_>) {
    if let Some(receiver) = function.item.signature.receiver() {
        let kind = function.kind();
        // Without the attributes on it.
        let receiver = Receiver { attrs: Vec::new(), ..receiver.clone() };
        ctxt.error(
            receiver,
            format!(
                "`#[{kind}]` takes no `self`: it belongs on a free function; move the function out of the `impl` block \
                 and take the value as an ordinary parameter"
            ),
        );
    }
}

fn check_generics(ctxt: &Ctxt, function: &Function<'_>) {
    let kind = function.kind();
    for parameter in &function.item.signature.generics.params {
        match parameter {
            GenericParam::Lifetime(_) => {}
            GenericParam::Type(parameter) => check_type_parameter(ctxt, function, &parameter.ident),
            GenericParam::Const(parameter) => ctxt.error(
                &parameter.ident,
                format!(
                    "`#[{kind}]` needs a concrete value in place of the const parameter `{}`; write one exported \
                     function for each value",
                    parameter.ident
                ),
            ),
        }
    }
}

fn check_type_parameter(ctxt: &Ctxt, function: &Function<'_>, name: &Ident) {
    let kind = function.kind();
    if function.dispatch.as_ref().is_some_and(|dispatch| dispatch.covers(name)) {
        return;
    }
    let instead = match kind {
        Kind::Export => format!(", or list the types: `#[ffi_export(dispatch({name} = [f32, f64]))]`"),
        Kind::Global => format!(", or list the types: `#[ffi_global(\"…\", dispatch({name} = [f32, f64]))]`"),
        Kind::Class | Kind::Methods => String::new(),
    };
    ctxt.error(
        name,
        format!(
            "`#[{kind}]` needs a concrete type in place of the type parameter `{name}`; write one exported function for \
             each type{instead}"
        ),
    );
}

fn check_types(ctxt: &Ctxt, function: &Function<'_>) {
    let kind = function.kind();
    let types = function.parameters.iter().map(|parameter| parameter.ty);
    for ty in types.chain(function.returns) {
        ImplTraits { ctxt, kind }.visit_type_mut(&mut ty.clone());
    }
    for parameter in &function.parameters {
        StaticLifetimes { ctxt, kind }.visit_type_mut(&mut parameter.ty.clone());
    }
    if let Some(never @ Type::Never(_)) = function.returns {
        ctxt.error(
            never,
            format!("`#[{kind}]` takes no function that never returns; leave the return type out"),
        );
    }
}

/// Reports each `impl Trait` in a type. It changes nothing, and works on a copy.
struct ImplTraits<'c> {
    ctxt: &'c Ctxt,
    kind: Kind,
}

impl VisitMut for ImplTraits<'_> {
    fn visit_type_impl_trait_mut(&mut self, ty: &mut TypeImplTrait) {
        self.ctxt.error(
            ty,
            format!(
                "`#[{}]` needs a concrete type in place of `impl …`; write one exported function for each type",
                self.kind
            ),
        );
    }
}

/// Reports each `'static` in a parameter's type. It changes nothing, and works on a copy.
struct StaticLifetimes<'c> {
    ctxt: &'c Ctxt,
    kind: Kind,
}

impl VisitMut for StaticLifetimes<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "static" {
            self.ctxt.error(
                lifetime,
                format!(
                    "`#[{}]` lends its arguments for the call, so none is `'static`; leave the lifetime out or write `'_`, and copy what must last",
                    self.kind
                ),
            );
        }
    }
}

/// The generated items have such names, and would be found in the function's place.
fn check_identifier(ctxt: &Ctxt, function: &Function<'_>) {
    if function.name.starts_with("__ffi") || function.name.starts_with("__FFI") {
        ctxt.error(
            &function.item.signature.ident,
            format!(
                "names that begin with `__ffi` belong to `#[{}]`; give the function another one",
                function.kind()
            ),
        );
    }
}

/// The same attribute may stand twice on a function, but not with the same name.
fn check_repetition(ctxt: &Ctxt, function: &Function<'_>) {
    let annotations = &function.annotations;
    for (index, annotation) in annotations.iter().enumerate() {
        let Some(name) = &annotation.name else { continue };
        let is_same = |earlier: &Annotation| {
            earlier.kind == annotation.kind
                && earlier.name.as_ref().is_some_and(|other| other.text == name.text)
        };
        if annotations[..index].iter().any(is_same) {
            ctxt.error_at(
                name.span,
                format!(
                    "`#[{}]` with the name `{}` stands here twice; remove one",
                    annotation.kind, name.text
                ),
            );
        }
    }
}

fn check_options(ctxt: &Ctxt, annotated: &AnnotatedFunction, function: &Function<'_>) {
    let kind = function.kind();
    for attribute in &annotated.misplaced_options {
        ctxt.error(
            attribute,
            format!(
                "`#[ffi(…)]` belongs on a parameter; what is about the function goes into `#[{kind}(…)]`"
            ),
        );
    }
}

fn check_attributes(ctxt: &Ctxt, function: &Function<'_>) {
    let kind = function.kind();
    for attribute in &function.item.attributes {
        if attribute.path().is_ident("target_feature") {
            ctxt.error(
                attribute,
                format!(
                    "`#[{kind}]` takes no function with `#[target_feature]`: any processor may call it; write an exported \
                     function that asks for the feature and then calls this one"
                ),
            );
        }
    }
    for parameter in &function.parameters {
        for attribute in parameter.attributes {
            if attribute.path().is_ident("cfg") {
                ctxt.error(
                    attribute,
                    format!("`#[{kind}]` takes no conditional parameter; write two functions with `#[cfg]`"),
                );
            }
        }
    }
}

fn check_defaults(ctxt: &Ctxt, function: &Function<'_>) {
    let parameters = &function.parameters;
    for (index, parameter) in parameters.iter().enumerate() {
        let Some(default) = &parameter.default else {
            continue;
        };
        let required = parameters[index + 1..].iter().find(|later| later.required);
        if let Some(required) = required {
            ctxt.error(
                &default.value,
                format!(
                    "`{}` has a default and stands before `{}`, which has none; move it behind or give `{1}` a default \
                     too",
                    parameter.name, required.name
                ),
            );
        }
    }
}

fn check_name(ctxt: &Ctxt, annotation: &Annotation, name: &Name) {
    match annotation.kind {
        Kind::Export => {
            if let Some(refusal) = symbols::refusal(&name.text) {
                ctxt.error_at(
                    name.span,
                    format!("{refusal}; give another one: `#[ffi_export(name = \"…\")]`"),
                );
            }
        }
        Kind::Global | Kind::Class | Kind::Methods => {
            check_dotted_name(ctxt, "a global's name", "package.function", name)
        }
    }
}

/// Checks the name of a global or the key of a class; `example` is how one looks.
pub(crate) fn check_dotted_name(ctxt: &Ctxt, what: &str, example: &str, name: &Name) {
    if name.text.is_empty() {
        ctxt.error_at(name.span, format!("{what} is not empty; write `{example}`"));
    } else if name.text.contains('\0') {
        ctxt.error_at(name.span, format!("{what} holds no NUL; write `{example}`"));
    }
}

fn check_duplicates(
    ctxt: &Ctxt,
    names: &NameTable,
    function: &Function<'_>,
    annotation: &Annotation,
    name: &Name,
) {
    // Of functions with conditions only one may be compiled.
    if !function.conditions.is_empty() || duplicates::expanded_by_language_server() {
        return;
    }
    let Some(first) = names.record(annotation.kind, &name.text, Place::of(name.span)) else {
        return;
    };
    let text = &name.text;
    ctxt.error_at(
        name.span,
        match annotation.kind {
            Kind::Export => format!(
                "`{text}` is already exported by this crate, at {first}; give another name: `#[ffi_export(name = \"…\")]`"
            ),
            Kind::Global | Kind::Class | Kind::Methods => format!(
                "the global `{text}` is already registered by this crate, at {first}; give another name"
            ),
        },
    );
}

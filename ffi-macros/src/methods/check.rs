//! Rules about methods. Every broken rule is reported, at the tokens that break it.

use std::collections::BTreeMap;

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Receiver, ReceiverKind, Type};

use super::ast::{Method, Methods};
use crate::check::check_signature;
use crate::ctxt::Ctxt;
use crate::duplicates::Place;

/// Checks `methods`.
pub(super) fn check(ctxt: &Ctxt, methods: &Methods<'_>) {
    let item = methods.item;
    if let Some((path, _)) = &item.trait_ {
        ctxt.error(
            path,
            "`#[ffi_methods]` belongs on the class's own `impl`; call the trait's methods from methods there",
        );
    }
    if !item.generics.params.is_empty() {
        ctxt.error(&item.generics, "a class has no parameters; leave them out");
    }
    let mut names: BTreeMap<String, Place> = BTreeMap::new();
    let mut init: Option<Place> = None;
    for method in &methods.methods {
        check_signature(ctxt, &method.function);
        if let Some(receiver) = method.receiver {
            check_receiver(ctxt, receiver);
        }
        check_options(ctxt, method);
        if let Some(span) = method.options.init {
            let place = Place::of(span);
            if let Some(first) = init.replace(place) {
                ctxt.error_at(
                    span,
                    format!("a class has one constructor, and the first is at {first}; make this one a static method"),
                );
            }
            check_init(ctxt, method, span);
            continue;
        }
        check_name(ctxt, method, &mut names);
    }
}

/// Objects are shared: a method may look at one, and change what allows that.
fn check_receiver(ctxt: &Ctxt, receiver: &Receiver) {
    let shown = Receiver { attrs: Vec::new(), ..receiver.clone() };
    let is_reference = |ty: &Type| matches!(ty, Type::Reference(reference) if reference.mutability.is_none());
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => {}
        ReceiverKind::Typed(_, ty) if is_reference(ty) => {}
        ReceiverKind::Reference(_, _, Some(_)) => ctxt.error(
            shown,
            "objects are shared, so a method takes `&self`; make what it changes a `Field<T>`, a `Mutex` or an atomic",
        ),
        _ => ctxt.error(
            shown,
            "an object belongs to all who hold it, so a method takes `&self`; to keep or return the object itself write \
             `#[ffi(method)] fn name(this: Ref<Self>)`",
        ),
    }
}

fn check_options(ctxt: &Ctxt, method: &Method<'_>) {
    let options = method.options;
    if let Some(skip) = options.skip {
        ctxt.error_at(
            skip,
            "a function that is left out has no other option; remove `skip` or the other one",
        );
    }
    let Some(span) = options.method else { return };
    if method.receiver.is_some() {
        ctxt.error_at(span, "a function with `&self` is a method anyway; remove `method`");
        return;
    }
    let is_reference = method.first_type.is_some_and(|ty| {
        let text = ty.to_token_stream().to_string().replace(' ', "");
        text.contains("Ref<")
    });
    if !is_reference {
        ctxt.error_at(span, "a method without `&self` takes the object first; write `this: Ref<Self>`");
    }
}

fn check_init(ctxt: &Ctxt, method: &Method<'_>, span: Span) {
    if method.is_instance() {
        ctxt.error_at(span, "a constructor is not called on an object; write `fn new(…) -> Self`");
    }
    if method.function.returns.is_none() {
        ctxt.error(method.ident(), "a constructor returns the object; write `-> Self` or `-> Result<Self>`");
    }
    if let Some(name) = &method.options.name {
        ctxt.error_at(name.span, "a constructor is called by the class's name; remove `name`");
    }
}

fn check_name(ctxt: &Ctxt, method: &Method<'_>, names: &mut BTreeMap<String, Place>) {
    let name = method.exposed_name();
    let span = method.options.name.as_ref().map_or(method.ident().span(), |name| name.span);
    if name.is_empty() || name.contains('\0') {
        ctxt.error_at(span, "the name of a method is not empty and holds no NUL");
    } else if name.starts_with("__ffi_") {
        ctxt.error_at(span, "names that begin with `__ffi_` belong to the hosts; give another one");
    } else if !method.function.conditions.is_empty() {
        // Of items with conditions only one may be compiled.
    } else if let Some(first) = names.insert(name.clone(), Place::of(span)) {
        ctxt.error_at(
            span,
            format!("others see two methods `{name}`, the first at {first}; give another name"),
        );
    }
}

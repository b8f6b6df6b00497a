//! Rules about methods. Every broken rule is reported, at the tokens that break it.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::{Receiver, ReceiverKind, Type};

use super::ast::{Method, Methods};
use crate::check::check_signature;
use crate::ctxt::Ctxt;
use crate::duplicates::Place;
use crate::self_type;

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
            check_receiver(ctxt, receiver, &item.self_ty);
        }
        check_options(ctxt, method, &item.self_ty);
        if let Some(span) = method.options.init {
            // Of items with conditions only one may be compiled.
            if !method.function.conditions.is_empty() {
            } else if let Some(first) = init.replace(Place::of(span)) {
                ctxt.error_at(
                    span,
                    format!("a class has one constructor, and the first is at {first}; make this one a static method"),
                );
            }
            check_init(ctxt, method, span, &item.self_ty);
            continue;
        }
        check_name(ctxt, method, &mut names);
    }
}

/// Objects are shared: a method may look at one, and change what allows that.
fn check_receiver(ctxt: &Ctxt, receiver: &Receiver, self_type: &Type) {
    let shown = Receiver { attrs: Vec::new(), ..receiver.clone() };
    let of_class = |ty: &Type| self_type::names_class(ty, self_type);
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => {}
        ReceiverKind::Typed(_, ty)
            if matches!(&**ty, Type::Reference(it) if it.mutability.is_none() && of_class(&it.elem)) => {}
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

fn check_options(ctxt: &Ctxt, method: &Method<'_>, self_type: &Type) {
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
    if !method.first_type.is_some_and(|ty| self_type::is_reference(ty, self_type)) {
        ctxt.error_at(span, "a method without `&self` takes the object first; write `this: Ref<Self>`");
    }
}

fn check_init(ctxt: &Ctxt, method: &Method<'_>, span: Span, self_type: &Type) {
    if method.is_instance() {
        ctxt.error_at(span, "a constructor is not called on an object; write `fn new(…) -> Self`");
    }
    let advice = "a constructor returns the object; write `-> Self` or `-> Result<Self>`";
    match method.function.returns {
        None => ctxt.error(method.ident(), advice),
        Some(ty) if !self_type::is_object(ty, self_type) => ctxt.error(ty, advice),
        Some(_) => {}
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

//! Rules about contracts and symbols.

use syn::{Ident, Type};

use super::{Rest, Shape, SymbolParameter};
use crate::ast::{Function, Parameter};
use crate::ctxt::Ctxt;
use crate::dispatch::is_optional;
use crate::lifetimes::ungrouped;

/// Checks the contracts of `function`.
pub(crate) fn check(ctxt: &Ctxt, function: &Function<'_>) {
    for parameter in &function.parameters {
        check_type(ctxt, function, parameter);
        if let Some(shape) = &parameter.contract.shape {
            check_shape(ctxt, function, shape);
        }
    }
    check_same_device(ctxt, function);
    for symbol in &function.symbols {
        check_symbol(ctxt, function, symbol);
    }
}

/// What is plainly no tensor; the compiler says the rest.
fn check_type(ctxt: &Ctxt, function: &Function<'_>, parameter: &Parameter<'_>) {
    let Some(what) = scalar(function, parameter.ty) else { return };
    for (key, span) in &parameter.contract.keys {
        ctxt.error_at(
            *span,
            format!(
                "`{key}` is about a tensor, and `{}` is {what}; remove it, or take a `TensorView`",
                parameter.name
            ),
        );
    }
}

fn scalar(function: &Function<'_>, ty: &Type) -> Option<String> {
    const SCALARS: [&str; 16] = [
        "bool", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
        "f32", "f64", "String",
    ];
    let text = match ungrouped(ty) {
        Type::Path(path) => path.path.get_ident()?.to_string(),
        Type::Reference(reference) => match ungrouped(&reference.elem) {
            Type::Path(path) if path.path.is_ident("str") => return Some("a string".to_owned()),
            _ => return None,
        },
        _ => return None,
    };
    let dispatch = function.dispatch.iter().flat_map(|dispatch| &dispatch.parameters);
    let is_parameter = dispatch.into_iter().any(|parameter| parameter.name == text);
    match &*text {
        "String" => Some("a string".to_owned()),
        text if is_parameter || SCALARS.contains(&text) => Some(format!("a single `{text}`")),
        _ => None,
    }
}

fn check_shape(ctxt: &Ctxt, function: &Function<'_>, shape: &Shape) {
    for size in shape.sizes().filter(|size| size.is_operation()) {
        for name in size.symbols() {
            if !is_bound(function, name) {
                ctxt.error(
                    name,
                    format!(
                        "nothing says what `{name}` is: a symbol has the value of a dimension where it stands alone, as \
                         in `shape = [{name}]`"
                    ),
                );
            }
        }
    }
    let Rest::Named(rest) = &shape.rest else { return };
    let is_size = |shape: &Shape| shape.sizes().any(|size| size.symbols().contains(&rest));
    if shapes(function).any(|(_, shape)| is_size(shape)) {
        ctxt.error(
            rest,
            format!("`{rest}` is a single size elsewhere; give the sizes behind `..` another name"),
        );
    }
}

fn check_same_device(ctxt: &Ctxt, function: &Function<'_>) {
    let mut spans = function.parameters.iter().filter_map(|parameter| parameter.contract.same_device);
    if let (Some(only), None) = (spans.next(), spans.next()) {
        ctxt.error_at(
            only,
            "`same_device` compares the arguments that have it; write it on the others too, or `device = …`",
        );
    }
}

fn check_symbol(ctxt: &Ctxt, function: &Function<'_>, symbol: &SymbolParameter<'_>) {
    let name = &symbol.name;
    if !matches!(ungrouped(symbol.ty), Type::Path(path) if path.path.is_ident("usize")) {
        ctxt.error(symbol.ty, format!("a symbol is a `usize`; write `{name}: usize`"));
    }
    let mut binding = shapes(function)
        .filter(|(_, shape)| shape.binding_symbols().any(|binding| binding == name.as_str()))
        .peekable();
    if binding.peek().is_none() {
        ctxt.error_at(
            symbol.span,
            format!(
                "no shape has the symbol `{name}`; write it in a tensor's: `#[ffi(shape = [{name}])]`, or remove \
                 `symbol` and let callers pass `{name}`"
            ),
        );
    } else if binding.all(|(parameter, _)| is_optional(parameter.ty)) {
        ctxt.error_at(
            symbol.span,
            format!("`{name}` stands in optional arguments alone, so it may have no value; ask the tensor for its shape"),
        );
    }
}

/// Whether the symbol stands alone in a dimension.
fn is_bound(function: &Function<'_>, name: &Ident) -> bool {
    shapes(function).any(|(_, shape)| shape.binding_symbols().any(|binding| binding == name))
}

fn shapes<'f, 'a>(function: &'f Function<'a>) -> impl Iterator<Item = (&'f Parameter<'a>, &'f Shape)> {
    function
        .parameters
        .iter()
        .filter_map(|parameter| parameter.contract.shape.as_ref().map(|shape| (parameter, shape)))
}

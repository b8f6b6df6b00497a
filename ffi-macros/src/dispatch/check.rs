//! Rules about type parameters and the types that they stand for.

use quote::ToTokens;
use syn::Ident;

use super::{Dispatch, TypeParameter, type_parameters};
use crate::ast::Function;
use crate::ctxt::Ctxt;

/// Checks what `dispatch(…)` says about `function`.
pub(crate) fn check(ctxt: &Ctxt, function: &Function<'_>) {
    let Some(dispatch) = &function.dispatch else { return };
    if dispatch.parameters.is_empty() && !dispatch.malformed {
        ctxt.error_at(
            function.annotations[0].span,
            "`dispatch` names no type parameter; list the types of each: `dispatch(T = [f32, f64])`",
        );
    }
    for (index, parameter) in dispatch.parameters.iter().enumerate() {
        let name = &parameter.name;
        check_types(ctxt, parameter);
        if dispatch.parameters[..index].iter().any(|earlier| earlier.name == *name) {
            ctxt.error(name, format!("`{name}` is given twice; write all of its types in one list"));
        } else if !names(function).any(|known| known == name) {
            ctxt.error(name, unknown(function, name));
        } else if parameter.tensors(&function.parameters).is_empty() {
            ctxt.error(
                name,
                format!(
                    "no tensor argument mentions `{name}`, so nothing chooses its type; take a `TensorView<'_, {name}>`, or \
                     write one exported function for each type"
                ),
            );
        }
    }
}

fn check_types(ctxt: &Ctxt, parameter: &TypeParameter) {
    let name = &parameter.name;
    if parameter.types.is_empty() {
        ctxt.error(name, format!("`{name}` has no types; write `{name} = [f32, f64]`"));
    }
    let texts: Vec<String> = parameter.types.iter().map(|ty| ty.to_token_stream().to_string()).collect();
    for (index, text) in texts.iter().enumerate() {
        if texts[..index].contains(text) {
            ctxt.error(&parameter.types[index], format!("`{text}` is listed twice; remove one"));
        }
    }
}

fn unknown(function: &Function<'_>, name: &Ident) -> String {
    let known: Vec<String> = names(function).map(|known| format!("`{known}`")).collect();
    let function = &function.name;
    match &known[..] {
        [] => format!("`{function}` has no type parameter `{name}`; it has none"),
        [only] => format!("`{function}` has no type parameter `{name}`; the only one is {only}"),
        [firsts @ .., last] => {
            format!("`{function}` has no type parameter `{name}`; it has {} and {last}", firsts.join(", "))
        }
    }
}

fn names<'a>(function: &Function<'a>) -> impl Iterator<Item = &'a Ident> {
    type_parameters(&function.item.signature.generics)
}

impl Dispatch {
    /// Whether the types of this type parameter are listed, or may have been meant to be.
    pub(crate) fn covers(&self, name: &Ident) -> bool {
        self.malformed || self.parameters.iter().any(|parameter| parameter.name == *name)
    }
}

//! How a type mentions a type parameter.

use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Ident, Path, PathArguments, PathSegment, Type};

use crate::lifetimes::ungrouped;

/// The types of arguments that are tensors with elements of their type parameter.
pub(super) const TENSORS: [&str; 5] =
    ["TensorView", "TensorViewMut", "TensorViewInOut", "ArrayView", "ArrayViewMut"];

/// Whether the type mentions the parameter anywhere.
pub(crate) fn mentions(ty: &Type, name: &Ident) -> bool {
    let mut mentions = Mentions { name, found: false };
    mentions.visit_type_mut(&mut ty.clone());
    mentions.found
}

/// Looks for paths that begin with the parameter. It changes nothing, and works on a copy.
struct Mentions<'a> {
    name: &'a Ident,
    found: bool,
}

impl VisitMut for Mentions<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        let first = path.segments.first();
        self.found |= path.leading_colon.is_none() && first.is_some_and(|first| first.ident == *self.name);
        visit_mut::visit_path_mut(self, path);
    }
}

/// Whether the type is a tensor, or an optional one, with elements of the parameter.
pub(super) fn is_tensor_of(ty: &Type, name: &Ident) -> bool {
    let Some(segment) = last_segment(ty) else { return false };
    if segment.ident == "Option" {
        return types_in(segment).any(|inner| is_tensor_of(inner, name));
    }
    TENSORS.iter().any(|tensor| segment.ident == tensor) && types_in(segment).any(|inner| is(inner, name))
}

/// Whether the type is an `Option`.
pub(crate) fn is_optional(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|segment| segment.ident == "Option")
}

/// Whether the type is the parameter itself.
fn is(ty: &Type, name: &Ident) -> bool {
    matches!(ungrouped(ty), Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ungrouped(ty) {
        Type::Path(path) => path.path.segments.last(),
        Type::Paren(inner) => last_segment(&inner.elem),
        _ => None,
    }
}

fn types_in(segment: &PathSegment) -> impl Iterator<Item = &Type> {
    let arguments = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    arguments.into_iter().flatten().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

//! `dispatch(T = […])`: generic functions, one instance of which is chosen at run time by the dtypes of tensors.

mod attr;
mod check;
mod expand;
mod mentions;

use syn::{GenericParam, Generics, Ident, Type};

pub(crate) use attr::parse;
pub(crate) use check::check;
pub(crate) use expand::{choose, descriptors, for_each_type};
pub(crate) use mentions::{is_optional, mentions};

use crate::ast::Parameter;
use mentions::is_tensor_of;

/// What `dispatch(…)` says.
#[derive(Default)]
pub(crate) struct Dispatch {
    pub(crate) parameters: Vec<TypeParameter>,
    /// Whether something could not be parsed, which has been reported.
    pub(crate) malformed: bool,
}

/// A type parameter with the types that it stands for.
pub(crate) struct TypeParameter {
    pub(crate) name: Ident,
    pub(crate) types: Vec<Type>,
}

impl Dispatch {
    /// The type parameters that a type mentions.
    fn mentioned_by<'a>(&'a self, ty: &Type) -> Vec<&'a TypeParameter> {
        self.parameters.iter().filter(|parameter| mentions(ty, &parameter.name)).collect()
    }
}

impl TypeParameter {
    /// The positions of the tensor arguments with such elements.
    fn tensors(&self, parameters: &[Parameter<'_>]) -> Vec<usize> {
        let is_tensor = |(_, parameter): &(usize, &Parameter<'_>)| is_tensor_of(parameter.ty, &self.name);
        parameters.iter().enumerate().filter(is_tensor).map(|(index, _)| index).collect()
    }
}

/// The names of a function's type parameters.
pub(crate) fn type_parameters(generics: &Generics) -> impl Iterator<Item = &Ident> {
    generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(&parameter.ident),
        _ => None,
    })
}

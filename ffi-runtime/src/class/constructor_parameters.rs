//! The fields that are parameters of a class's constructor, as Python is told them.
//!
//! Python and its stub generator know a constructor by the fields of the class alone: those of its bases first, then its
//! own, and of all these the ones without a default first. Where that is not the order of the parameters, the rest of the
//! class's fields are to be given by name.

use super::{ClassDescriptor, MethodDescriptor, MethodKind, MethodsDescriptor};

/// What a field is to the constructor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// No parameter.
    None,
    /// The parameter that stands in the field's place.
    Positional { optional: bool },
    /// A parameter that is given by name.
    Keyword { optional: bool },
}

impl Role {
    /// Whether the field is a parameter that can be left out.
    pub(super) fn is_optional(self) -> bool {
        matches!(self, Self::Positional { optional: true } | Self::Keyword { optional: true })
    }
}

/// A field, as a parameter.
#[derive(Clone, Copy)]
struct Parameter {
    name: &'static str,
    /// Whether the constructor has a default for it.
    optional: bool,
    /// Whether it stands behind those without a default in Python's signature.
    shown_as_optional: bool,
}

/// The fields of a class that are parameters of its constructor.
pub(super) struct ConstructorParameters {
    own: Vec<Parameter>,
    /// Which of them stand in their places.
    positional: Vec<&'static str>,
    /// Whether there is a constructor at all.
    pub(super) exists: bool,
}

impl ConstructorParameters {
    /// Finds the constructors among `methods`.
    pub(super) fn of(class: &'static ClassDescriptor, methods: &[MethodsDescriptor]) -> Self {
        let own = parameters(class, methods);
        let inherited = inherited(class, methods);
        let all = || inherited.iter().chain(&own);
        let required = all().filter(|parameter| !parameter.shown_as_optional);
        let in_order = required.chain(all().filter(|parameter| parameter.shown_as_optional));
        let constructor = constructor(class, methods);
        let given = constructor.map(names).unwrap_or_default();
        let matching = in_order.zip(given).take_while(|(shown, given)| shown.name == *given);
        let positional = matching.map(|(shown, _)| shown.name).collect();
        Self { own, positional, exists: constructor.is_some() }
    }

    pub(super) fn role(&self, field: &str) -> Role {
        let Some(parameter) = self.own.iter().find(|parameter| parameter.name == field) else {
            return Role::None;
        };
        let optional = parameter.optional;
        if self.positional.contains(&field) {
            Role::Positional { optional }
        } else {
            Role::Keyword { optional }
        }
    }
}

fn inherited(class: &'static ClassDescriptor, methods: &[MethodsDescriptor]) -> Vec<Parameter> {
    let Some(base) = class.base() else { return Vec::new() };
    let mut all = inherited(base, methods);
    all.extend(parameters(base, methods));
    all
}

/// The class's own fields that are parameters of its constructor.
fn parameters(class: &'static ClassDescriptor, methods: &[MethodsDescriptor]) -> Vec<Parameter> {
    let Some(init) = constructor(class, methods) else { return Vec::new() };
    let given = names(init);
    let fields = class.fields().iter().filter(|field| !PYTHON_KEYWORDS.contains(&field.name));
    let parameter = |field: &super::FieldDescriptor| {
        let place = given.iter().position(|name| *name == field.name)?;
        let optional = init.function.has_default(place);
        Some(Parameter { name: field.name, optional, shown_as_optional: optional || field.default.is_some() })
    };
    fields.filter_map(parameter).collect()
}

fn constructor<'a>(
    class: &'static ClassDescriptor,
    methods: &'a [MethodsDescriptor],
) -> Option<&'a MethodDescriptor> {
    let own = methods.iter().filter(|block| core::ptr::eq((block.class)(), class));
    own.flat_map(|block| block.methods).find(|method| method.kind == MethodKind::Init)
}

fn names(init: &MethodDescriptor) -> Vec<&'static str> {
    (0..init.function.parameters.len()).map(|index| init.function.parameter_name(index)).collect()
}

/// Python makes the signature of a class of the names of its fields, and fails at these.
const PYTHON_KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

//! What a parameter's options demand of a tensor: `shape = […]`, `device = …`, `same_device`, `contiguous`, `aligned = …`.

mod attr;
mod check;
mod expand;
mod shape;

use proc_macro2::Span;
use syn::{Ident, Type};

pub(crate) use attr::ContractOptions;
pub(crate) use check::check;
pub(crate) use expand::{checks, statics, symbol_value, variable};
pub(crate) use shape::{Dimension, Rest, Shape, Size};

/// What is demanded of one argument. Spans are the places of the keys.
#[derive(Default)]
pub(crate) struct Contract {
    pub(crate) shape: Option<Shape>,
    pub(crate) device: Option<Ident>,
    pub(crate) same_device: Option<Span>,
    pub(crate) contiguous: Option<Span>,
    /// A power of two.
    pub(crate) aligned: Option<usize>,
    /// The keys with their places, for messages.
    pub(crate) keys: Vec<(&'static str, Span)>,
}

/// A parameter that the caller does not pass: it takes the value of the symbol with its name.
pub(crate) struct SymbolParameter<'a> {
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    pub(crate) span: Span,
}

impl Contract {
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

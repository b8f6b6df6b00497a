//! The model of an exported function. It borrows from the annotated item and is made without judging it: what is
//! malformed goes to the [`Ctxt`], what is well-formed and wrong is for `check`.

use std::fmt;

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::{Attribute, FnArg, Pat, Path, ReturnType, Signature, Type};

use crate::attr::{self, Name};
use crate::contract::{Contract, SymbolParameter};
use crate::ctxt::Ctxt;
use crate::dispatch::Dispatch;
use crate::doc;
use crate::item::{AnnotatedFunction, FunctionItem};
use crate::source_text::source_text;

/// Which attribute it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// `#[ffi_export]`
    Export,
    /// `#[ffi_global]`
    Global,
    /// `#[ffi_class]`
    Class,
    /// `#[ffi_methods]`
    Methods,
}

/// An annotated function.
pub(crate) struct Function<'a> {
    pub(crate) item: &'a FunctionItem,
    /// The function's name, without `r#`.
    pub(crate) name: String,
    pub(crate) annotations: Vec<Annotation>,
    /// The types that the type parameters stand for.
    pub(crate) dispatch: Option<Dispatch>,
    /// What the Rust function takes, in order.
    pub(crate) inputs: Vec<Input>,
    /// What callers pass.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// What is taken from the shapes.
    pub(crate) symbols: Vec<SymbolParameter<'a>>,
    /// The written return type.
    pub(crate) returns: Option<&'a Type>,
    /// A string constant.
    pub(crate) doc: Option<TokenStream>,
    /// The `#[cfg]` attributes.
    pub(crate) conditions: Vec<&'a Attribute>,
    pub(crate) lines: Lines,
}

/// One `#[ffi_export]` or `#[ffi_global]`.
pub(crate) struct Annotation {
    pub(crate) kind: Kind,
    /// The attribute, or its path.
    pub(crate) span: Span,
    /// `None` where the attribute gave none or a malformed one, which has been reported.
    pub(crate) name: Option<Name>,
    /// The user's `crate = path`.
    pub(crate) runtime: Option<Path>,
    /// Moved to the function.
    pub(crate) dispatch: Option<Dispatch>,
}

/// What a parameter of the Rust function is, by its position in the other lists.
pub(crate) enum Input {
    Parameter(usize),
    Symbol(usize),
}

/// A parameter of a function; receivers are not among them.
pub(crate) struct Parameter<'a> {
    /// The name in messages and metadata.
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    pub(crate) default: Option<DefaultValue>,
    /// What is demanded of the tensor.
    pub(crate) contract: Contract,
    /// Whether callers must give the argument: there is no default, not even a malformed one.
    pub(crate) required: bool,
    /// The attributes that are not ours.
    pub(crate) attributes: &'a [Attribute],
}

/// `default = …` of a parameter.
pub(crate) struct DefaultValue {
    pub(crate) value: TokenStream,
    /// The expression as the user wrote it.
    pub(crate) text: String,
}

/// Where the item stands.
pub(crate) struct Lines {
    /// The line of the attribute that is being expanded.
    pub(crate) attribute: usize,
    /// The line of its keyword.
    pub(crate) first: usize,
    /// The line of its end.
    pub(crate) last: usize,
}

impl Kind {
    /// The attributes of functions, which stack.
    const OF_FUNCTIONS: [Kind; 2] = [Kind::Export, Kind::Global];

    fn name(self) -> &'static str {
        match self {
            Kind::Export => "ffi_export",
            Kind::Global => "ffi_global",
            Kind::Class => "ffi_class",
            Kind::Methods => "ffi_methods",
        }
    }

    /// Recognises the attributes of functions by the last segment of their path.
    pub(crate) fn of_attribute(attribute: &Attribute) -> Option<Self> {
        let name = &attribute.path().segments.last()?.ident;
        Kind::OF_FUNCTIONS.into_iter().find(|kind| name == kind.name())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<'a> Function<'a> {
    pub(crate) fn from_item(ctxt: &Ctxt, annotated: &'a AnnotatedFunction) -> Self {
        let item = &annotated.item;
        let signature = &item.signature;
        let name = signature.ident.unraw().to_string();
        let mut annotations: Vec<Annotation> = annotated
            .annotations
            .iter()
            .map(|raw| attr::annotation(ctxt, raw, &signature.ident, &name))
            .collect();
        share_runtime(&mut annotations);
        let dispatch = take_dispatch(ctxt, &mut annotations);
        let Inputs { order, parameters, symbols } = inputs(ctxt, signature, &annotated.parameter_options);
        Function {
            item,
            name,
            annotations,
            dispatch,
            inputs: order,
            parameters,
            symbols,
            returns: match &signature.output {
                ReturnType::Default => None,
                ReturnType::Type(_, ty) => Some(ty),
            },
            doc: doc::docstring(&item.attributes),
            conditions: conditions(&item.attributes),
            lines: Lines::new(annotated.annotations[0].span, item),
        }
    }

    /// The attribute that is being expanded.
    pub(crate) fn kind(&self) -> Kind {
        self.annotations[0].kind
    }
}

/// The `#[cfg]` attributes of an item.
pub(crate) fn conditions(attributes: &[Attribute]) -> Vec<&Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect()
}

/// Of stacked attributes it is enough that one says `crate = path`.
fn share_runtime(annotations: &mut [Annotation]) {
    let given = annotations.iter().find_map(|annotation| annotation.runtime.clone());
    for annotation in annotations {
        if annotation.runtime.is_none() {
            annotation.runtime.clone_from(&given);
        }
    }
}

/// Stacked attributes export the same instances, so one of them lists the types.
fn take_dispatch(ctxt: &Ctxt, annotations: &mut [Annotation]) -> Option<Dispatch> {
    let mut taken = None;
    for annotation in annotations {
        let Some(dispatch) = annotation.dispatch.take() else { continue };
        if taken.is_some() {
            ctxt.error_at(
                annotation.span,
                "another attribute of the function has `dispatch`, which holds for both; remove one",
            );
        } else {
            taken = Some(dispatch);
        }
    }
    taken
}

struct Inputs<'a> {
    order: Vec<Input>,
    parameters: Vec<Parameter<'a>>,
    symbols: Vec<SymbolParameter<'a>>,
}

fn inputs<'a>(ctxt: &Ctxt, signature: &'a Signature, options: &[Vec<Attribute>]) -> Inputs<'a> {
    let mut inputs = Inputs { order: Vec::new(), parameters: Vec::new(), symbols: Vec::new() };
    for (input, options) in signature.inputs.iter().zip(options) {
        let FnArg::Typed(input) = input else { continue };
        let options = attr::parameter_options(ctxt, options);
        let name = parameter_name(&input.pat, inputs.parameters.len());
        if let Some(span) = options.symbol {
            if options.default.is_some() || !options.contract.is_empty() {
                ctxt.error_at(
                    span,
                    "callers do not pass a symbol, so it has no other option; remove the others",
                );
            }
            inputs.order.push(Input::Symbol(inputs.symbols.len()));
            inputs.symbols.push(SymbolParameter { name, ty: &input.ty, span });
            continue;
        }
        inputs.order.push(Input::Parameter(inputs.parameters.len()));
        inputs.parameters.push(Parameter {
            name,
            ty: &input.ty,
            required: options.default.is_none() && !options.malformed,
            default: options.default.map(|value| DefaultValue { text: source_text(value.clone()), value }),
            contract: options.contract,
            attributes: &input.attrs,
        });
    }
    inputs
}

/// The name that a pattern binds its whole value to. Other patterns, `_` among them, are named by position.
fn parameter_name(pattern: &Pat, index: usize) -> String {
    match pattern {
        Pat::Ident(pattern) => pattern.ident.unraw().to_string(),
        Pat::Paren(pattern) => parameter_name(&pattern.pat, index),
        _ => format!("arg{index}"),
    }
}

impl Lines {
    fn new(attribute: Span, item: &FunctionItem) -> Self {
        Lines::between(attribute, item.signature.fn_token.span, item.body.span_close())
    }

    /// The lines from the token at `first` to the one at `last`.
    pub(crate) fn between(attribute: Span, first: Span, last: Span) -> Self {
        Lines { attribute: attribute.start().line, first: first.start().line, last: last.end().line }
    }
}

//! A shape as it is written: `[n, 2 * n, 3, _, ..]`.

use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitInt, Token, bracketed, parenthesized, token};

use crate::ctxt::Ctxt;

/// The shape of an argument.
pub(crate) struct Shape {
    pub(crate) dimensions: Vec<Dimension>,
    pub(crate) rest: Rest,
}

/// One dimension.
pub(crate) enum Dimension {
    /// `_`
    Any,
    Size(Size),
}

/// What follows the dimensions that are written out.
pub(crate) enum Rest {
    Nothing,
    /// `..`
    Any,
    /// `..name`
    Named(Ident),
}

/// A number, a symbol, or arithmetic on them.
pub(crate) enum Size {
    Literal(i64),
    Symbol(Ident),
    Operation(Box<Size>, char, Box<Size>),
}

impl Shape {
    pub(crate) fn parse(ctxt: &Ctxt, input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(token::Bracket) {
            return Err(input.error("write the sizes in brackets: `shape = [n, 3]`"));
        }
        let content;
        bracketed!(content in input);
        let mut shape = Shape { dimensions: Vec::new(), rest: Rest::Nothing };
        while !content.is_empty() {
            if content.peek(Token![..]) {
                let dots: Token![..] = content.parse()?;
                let name: Option<Ident> = if content.peek(Ident) { Some(content.parse()?) } else { None };
                shape.rest = name.map_or(Rest::Any, Rest::Named);
                if !content.is_empty() {
                    content.parse::<Token![,]>()?;
                }
                if !content.is_empty() {
                    ctxt.error(dots, "`..` stands for all sizes from there on, so it comes last");
                }
                continue;
            }
            shape.dimensions.push(content.parse()?);
            if !content.is_empty() {
                content.parse::<Token![,]>().map_err(|error| {
                    syn::Error::new(error.span(), "expected `,` or one of `+`, `-`, `*`, `/`")
                })?;
            }
        }
        Ok(shape)
    }

    /// The sizes that are written out.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = &Size> {
        self.dimensions.iter().filter_map(|dimension| match dimension {
            Dimension::Any => None,
            Dimension::Size(size) => Some(size),
        })
    }

    /// The symbols that take their values from the shape.
    pub(crate) fn binding_symbols(&self) -> impl Iterator<Item = &Ident> {
        self.sizes().filter_map(|size| match size {
            Size::Symbol(name) => Some(name),
            _ => None,
        })
    }
}

impl Size {
    /// Whether it needs the values of symbols.
    pub(crate) fn is_operation(&self) -> bool {
        matches!(self, Size::Operation(..))
    }

    /// Every symbol in it, in order.
    pub(crate) fn symbols(&self) -> Vec<&Ident> {
        match self {
            Size::Literal(_) => Vec::new(),
            Size::Symbol(name) => vec![name],
            Size::Operation(left, _, right) => {
                let mut all = left.symbols();
                all.extend(right.symbols());
                all
            }
        }
    }
}

impl Parse for Dimension {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![_]) {
            input.parse::<Token![_]>()?;
            return Ok(Dimension::Any);
        }
        sum(input).map(Dimension::Size)
    }
}

fn sum(input: ParseStream<'_>) -> syn::Result<Size> {
    let mut left = product(input)?;
    loop {
        let sign = if input.peek(Token![+]) {
            input.parse::<Token![+]>()?;
            '+'
        } else if input.peek(Token![-]) {
            input.parse::<Token![-]>()?;
            '-'
        } else {
            return Ok(left);
        };
        left = Size::Operation(Box::new(left), sign, Box::new(product(input)?));
    }
}

fn product(input: ParseStream<'_>) -> syn::Result<Size> {
    let mut left = operand(input)?;
    loop {
        let sign = if input.peek(Token![*]) {
            input.parse::<Token![*]>()?;
            '*'
        } else if input.peek(Token![/]) {
            input.parse::<Token![/]>()?;
            '/'
        } else {
            return Ok(left);
        };
        left = Size::Operation(Box::new(left), sign, Box::new(operand(input)?));
    }
}

fn operand(input: ParseStream<'_>) -> syn::Result<Size> {
    if input.peek(LitInt) {
        let literal: LitInt = input.parse()?;
        // A negative literal is one as well.
        return match literal.base10_parse::<i64>() {
            Ok(value) if value >= 0 => Ok(Size::Literal(value)),
            _ => Err(syn::Error::new_spanned(literal, "a size is a number from 0 to 2^63 - 1")),
        };
    }
    if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        let inner = sum(&content)?;
        if !content.is_empty() {
            return Err(content.error("expected one of `+`, `-`, `*`, `/`"));
        }
        return Ok(inner);
    }
    if input.peek(Ident) {
        return Ok(Size::Symbol(input.parse()?));
    }
    Err(input
        .error("a size is a symbol, a number, arithmetic on these, `_` for any, or `..` for all that follow"))
}

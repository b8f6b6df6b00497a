//! A shape as it was written, for messages and metadata.

use core::fmt;

/// The shape that an argument must have.
#[derive(Debug)]
pub struct ShapePattern {
    /// The first dimensions.
    pub dimensions: &'static [Dimension],
    /// What follows.
    pub rest: Rest,
}

/// One dimension.
#[derive(Debug)]
pub enum Dimension {
    /// `_`
    Any,
    /// A number, a symbol, or arithmetic on them.
    Size(Size),
}

/// The dimensions behind those that are written out.
#[derive(Debug)]
pub enum Rest {
    /// None.
    Nothing,
    /// `..`
    Any,
    /// `..name`
    Named(&'static str),
}

/// A size.
#[derive(Debug)]
pub enum Size {
    /// A number.
    Literal(i64),
    /// A symbol.
    Symbol(&'static str),
    /// Arithmetic: the sign, and both sides.
    Operation(char, &'static Size, &'static Size),
}

impl Size {
    /// How tightly it binds.
    fn strength(&self) -> u8 {
        match self {
            Self::Operation('+' | '-', ..) => 0,
            Self::Operation(..) => 1,
            _ => 2,
        }
    }

    fn write_operand(&self, minimum: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.strength() < minimum { write!(f, "({self})") } else { write!(f, "{self}") }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(value) => write!(f, "{value}"),
            Self::Symbol(name) => f.write_str(name),
            Self::Operation(sign, left, right) => {
                left.write_operand(self.strength(), f)?;
                if self.strength() == 0 {
                    write!(f, " {sign} ")?
                } else {
                    write!(f, "{sign}")?
                }
                right.write_operand(self.strength() + 1, f)
            }
        }
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("_"),
            Self::Size(size) => size.fmt(f),
        }
    }
}

/// As a tuple in Python: `(n, 3, _, ..)`.
impl fmt::Display for ShapePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.dimensions.iter().map(ToString::to_string).collect();
        match self.rest {
            Rest::Nothing => {}
            Rest::Any => parts.push("..".to_owned()),
            Rest::Named(name) => parts.push(format!("..{name}")),
        }
        write_tuple(&parts, matches!(self.rest, Rest::Nothing), f)
    }
}

/// The sizes of a tensor as a tuple in Python.
pub(super) struct Sizes<'a>(pub(super) &'a [i64]);

impl fmt::Display for Sizes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        write_tuple(&parts, true, f)
    }
}

/// A tuple of one is told from brackets by its comma.
fn write_tuple(parts: &[String], complete: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let comma = if complete && parts.len() == 1 { "," } else { "" };
    write!(f, "({}{comma})", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: Size = Size::Symbol("n");
    const M: Size = Size::Symbol("m");

    #[test]
    fn arithmetic_has_the_brackets_that_it_needs() {
        const SUM: Size = Size::Operation('+', &N, &Size::Literal(1));
        const PRODUCT: Size = Size::Operation('*', &Size::Literal(2), &SUM);
        assert_eq!(PRODUCT.to_string(), "2*(n + 1)");
        assert_eq!(Size::Operation('-', &M, &SUM).to_string(), "m - (n + 1)");
        assert_eq!(Size::Operation('-', &SUM, &M).to_string(), "n + 1 - m");
        assert_eq!(Size::Operation('/', &M, &PRODUCT).to_string(), "m/(2*(n + 1))");
    }

    #[test]
    fn shapes_are_tuples() {
        let show = |dimensions, rest| ShapePattern { dimensions, rest }.to_string();
        assert_eq!(show(&[], Rest::Nothing), "()");
        assert_eq!(show(&[Dimension::Size(N)], Rest::Nothing), "(n,)");
        assert_eq!(show(&[Dimension::Size(N)], Rest::Any), "(n, ..)");
        assert_eq!(
            show(&[Dimension::Any, Dimension::Size(Size::Literal(3))], Rest::Named("r")),
            "(_, 3, ..r)"
        );
        assert_eq!(Sizes(&[4, 6]).to_string(), "(4, 6)");
        assert_eq!(Sizes(&[4]).to_string(), "(4,)");
    }
}

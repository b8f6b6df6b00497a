//! Docstrings from doc comments.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comment of an item: an expression that is a string constant, or `None` where there is no comment.
pub(crate) fn docstring(attributes: &[Attribute]) -> Option<TokenStream> {
    let mut pieces: Vec<Piece> = attributes.iter().filter_map(Piece::of).collect();
    while pieces.first().is_some_and(Piece::is_blank) {
        pieces.remove(0);
    }
    while pieces.last().is_some_and(Piece::is_blank) {
        pieces.pop();
    }
    if pieces.is_empty() {
        return None;
    }
    if let Some(lines) = pieces.iter().map(Piece::text).collect::<Option<Vec<_>>>() {
        return Some(lines.join("\n").trim_end().to_token_stream());
    }
    let site = Span::mixed_site();
    let pieces = pieces.iter().enumerate().map(|(index, piece)| {
        let line_break = if index > 0 { "\n" } else { "" };
        match piece {
            Piece::Text(text) => format!("{line_break}{text}").into_token_stream(),
            Piece::Computed(tokens) => quote_spanned!(site=> #line_break, #tokens),
        }
    });
    Some(quote_spanned!(site=> ::core::concat!(#(#pieces),*)))
}

/// What one `#[doc]` attribute holds.
enum Piece {
    Text(String),
    /// A macro call such as `include_str!("usage.md")`.
    Computed(TokenStream),
}

impl Piece {
    fn of(attribute: &Attribute) -> Option<Self> {
        match &attribute.meta {
            Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(match literal(&meta.value) {
                Some(text) => Piece::Text(unindented(&text)),
                None => Piece::Computed(meta.value.to_token_stream()),
            }),
            _ => None,
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            Piece::Text(text) => Some(text),
            Piece::Computed(_) => None,
        }
    }

    fn is_blank(&self) -> bool {
        self.text().is_some_and(|text| text.trim().is_empty())
    }
}

fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

/// The text without the space that follows `///`, and without the `*` in front of the lines of a block comment.
fn unindented(text: &str) -> String {
    let starred = |line: &&str| line.trim_start().starts_with('*');
    let block = text.contains('\n')
        && text.lines().skip(1).filter(|line| !line.trim().is_empty()).all(|line| starred(&line));
    let lines = text.lines().enumerate().map(|(index, line)| {
        let line = if block && index > 0 { line.trim_start().trim_start_matches('*') } else { line };
        line.strip_prefix(' ').unwrap_or(line)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    if block { text.trim().to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse::Parser;

    fn doc(comments: &str) -> Option<String> {
        let attributes = Attribute::parse_outer.parse_str(comments).unwrap();
        docstring(&attributes).map(|tokens| tokens.to_string())
    }

    #[test]
    fn lines_are_joined_and_lose_one_space() {
        assert_eq!(doc("/// Adds.\n///\n///     code\n///x"), Some(r#""Adds.\n\n    code\nx""#.to_owned()));
        assert_eq!(
            doc(r#"#[doc = "one"] #[inline] #[doc(hidden)] /// two"#),
            Some(r#""one\ntwo""#.to_owned())
        );
        assert_eq!(doc("/** Adds.\n *\n * More.\n */"), Some(r#""Adds.\n\nMore.""#.to_owned()));
    }

    #[test]
    fn no_text_is_no_docstring() {
        assert_eq!(doc(""), None);
        assert_eq!(doc("#[inline]"), None);
        assert_eq!(doc("///\n/// \n"), None);
        assert_eq!(doc("///\n/// x\n///"), Some(r#""x""#.to_owned()));
    }

    #[test]
    fn included_text_is_concatenated_by_the_compiler() {
        assert_eq!(
            doc("/// a\n#[doc = include_str!(\"b.md\")]\n/// c"),
            Some(r#":: core :: concat ! ("a" , "\n" , include_str ! ("b.md") , "\nc")"#.to_owned())
        );
    }
}

//! The text of an expression as the user wrote it.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};

/// The text of `tokens`, with each stretch of white space in the source as one space.
///
/// The compiler has no stable way to ask for the text of several tokens, so the tokens are printed one by one and
/// their places tell which stood apart.
pub(crate) fn source_text(tokens: TokenStream) -> String {
    let mut printer = Printer::default();
    printer.tokens(tokens);
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    end: Option<LineColumn>,
}

impl Printer {
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::None => {
                            self.tokens(group.stream());
                            continue;
                        }
                    };
                    // Either span may be that of the whole group.
                    let start = group.span_open().start();
                    self.token(open, start, LineColumn { column: start.column + 1, ..start });
                    self.tokens(group.stream());
                    let end = group.span_close().end();
                    self.token(close, LineColumn { column: end.column.saturating_sub(1), ..end }, end);
                }
                token => {
                    let span = token.span();
                    self.token(&token.to_string(), span.start(), span.end());
                }
            }
        }
    }

    fn token(&mut self, text: &str, start: LineColumn, end: LineColumn) {
        if self.end.is_some_and(|end| end != start) {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.end = Some(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_is_the_users() {
        for text in [
            "1",
            "-1.5",
            "Some(1)",
            "f32::MAX",
            "\"a  b\"",
            "&[1, 2]",
            "x as i64 + 1",
            "vec![ 0; 4 ]",
            "|| { 1 }",
        ] {
            assert_eq!(source_text(text.parse().unwrap()), text);
        }
        assert_eq!(source_text("a(\n    1,\n)".parse().unwrap()), "a( 1, )");
    }
}

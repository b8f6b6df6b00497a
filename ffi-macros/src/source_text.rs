//! The text of an expression as the user wrote it.

use proc_macro2::{Delimiter, LineColumn, Span, TokenStream, TokenTree};

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
                    self.token(open, group.span_open());
                    self.tokens(group.stream());
                    self.token(close, group.span_close());
                }
                token => self.token(&token.to_string(), token.span()),
            }
        }
    }

    fn token(&mut self, text: &str, span: Span) {
        if self.end.is_some_and(|end| end != span.start()) {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.end = Some(span.end());
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

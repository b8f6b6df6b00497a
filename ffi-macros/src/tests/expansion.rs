//! Snapshots of expansions, in `tests/snapshots`: `<name>.in.rs` holds the items, `<name>.out.rs` what becomes of
//! them. `FFI_BLESS=1 cargo test -p ffi-macros` rewrites the latter.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::expand;

#[track_caller]
fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let source = fs::read_to_string(folder.join(format!("{name}.in.rs"))).unwrap();
    let expansion = expand(&source);
    assert!(!expansion.to_string().contains("compile_error"), "{expansion}");
    syn::parse2::<syn::File>(expansion.clone()).expect("the expansion parses");
    let text = layout(expansion);

    let path = folder.join(format!("{name}.out.rs"));
    if std::env::var_os("FFI_BLESS").is_some() {
        fs::write(&path, text).unwrap();
        return;
    }
    let blessed = fs::read_to_string(&path).unwrap_or_default();
    let difference = blessed.lines().zip(text.lines()).find(|(old, new)| old != new);
    assert!(
        blessed == text,
        "{} differs, first in {difference:?}; look at the change and run with FFI_BLESS=1 to accept it",
        path.display()
    );
}

/// The tokens with a line break behind each item, statement, attribute and field, and in long lists.
fn layout(tokens: TokenStream) -> String {
    let mut text = String::new();
    lines(tokens, 0, &mut text);
    text
}

fn lines(tokens: TokenStream, depth: usize, text: &mut String) {
    let mut line = String::new();
    let mut angles = 0_usize;
    let mut arrow = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let mut last = tokens.peek().is_none();
        match &token {
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::None => ["", ""],
                };
                let attribute = group.delimiter() == Delimiter::Bracket && line == "# ";
                let brace = group.delimiter() == Delimiter::Brace;
                if brace && !group.stream().is_empty() || token.to_string().len() > 100 {
                    push(&format!("{line}{open}"), depth, text);
                    lines(group.stream(), depth + 1, text);
                    line = format!("{close} ");
                    last |= attribute;
                } else {
                    last |= attribute;
                    line += &format!("{token} ");
                }
                let goes_on = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() != '#')
                    || matches!(tokens.peek(), Some(TokenTree::Ident(next)) if next == "else");
                last |= brace && !goes_on;
            }
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' => angles += 1,
                    '>' if !arrow => angles = angles.saturating_sub(1),
                    ';' => last = true,
                    ',' => last |= angles == 0,
                    _ => {}
                }
                arrow = punct.as_char() == '-';
                line.push(punct.as_char());
                if punct.spacing() == Spacing::Alone {
                    line.push(' ');
                }
            }
            token => line += &format!("{token} "),
        }
        if last {
            push(&line, depth, text);
            line.clear();
        }
    }
}

/// Adds a line, without the spaces that nobody writes.
fn push(line: &str, depth: usize, text: &mut String) {
    let mut line = line.trim().to_owned();
    for (spaced, written) in [
        (" ::", "::"),
        (":: ", "::"),
        (" ,", ","),
        (" ;", ";"),
        (" :", ":"),
        (" ?", "?"),
        (" . ", "."),
        (" ! ", "!"),
        ("< ", "<"),
        (" <", "<"),
        (" >", ">"),
        ("# [", "#["),
        ("& ", "&"),
        ("* ", "*"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
    ] {
        line = line.replace(spaced, written);
    }
    *text += &format!("{:1$}{line}\n", "", depth * 4);
}

#[test]
fn export() {
    check("export");
}

#[test]
fn global() {
    check("global");
}

#[test]
fn stacked() {
    check("stacked");
}

#[test]
fn parameter_patterns() {
    check("parameter_patterns");
}

#[test]
fn types_with_lifetimes() {
    check("types_with_lifetimes");
}

#[test]
fn class() {
    check("class");
}

#[test]
fn derived_class() {
    check("derived_class");
}

#[test]
fn methods() {
    check("methods");
}

#[test]
fn foreign_class() {
    check("foreign_class");
}

#[test]
fn dispatch() {
    check("dispatch");
}

#[test]
fn contracts() {
    check("contracts");
}

//! The message and the place of each diagnostic.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{LitStr, Macro};

use super::expand;

/// The errors in an expansion, each as `line:column message`.
fn errors(source: &str) -> Vec<String> {
    struct Errors(Vec<String>);

    impl VisitMut for Errors {
        fn visit_macro_mut(&mut self, call: &mut Macro) {
            if call.path.segments.last().unwrap().ident == "compile_error" {
                let message: LitStr = call.parse_body().unwrap();
                let place = call.path.to_token_stream().into_iter().next().unwrap();
                let start = place.span().start();
                self.0
                    .push(format!("{}:{} {}", start.line, start.column + 1, message.value()));
            }
            visit_mut::visit_macro_mut(self, call);
        }
    }

    let mut errors = Errors(Vec::new());
    let mut file = syn::parse2(expand(source)).unwrap();
    errors.visit_file_mut(&mut file);
    errors.0
}

/// Asserts that `source` gives these errors and no others; the item itself must survive without our attributes.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    assert_eq!(errors(source), expected, "{source}");
    let rest: TokenStream = expand(source);
    assert!(!rest.to_string().contains("ffi ("), "{rest}");
}

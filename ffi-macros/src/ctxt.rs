//! The collector of diagnostics: parsing and checking go on after a mistake, so one compilation reports them all.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;

/// Collects errors. Dropping one without calling [`Ctxt::check`] panics, so that no error gets lost.
pub(crate) struct Ctxt {
    /// `None` once checked.
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Ctxt { errors: RefCell::new(Some(Vec::new())) }
    }

    /// Adds an error that covers all of `tokens`.
    pub(crate) fn error(&self, tokens: impl ToTokens, message: impl Display) {
        self.syn_error(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error at one span.
    pub(crate) fn error_at(&self, span: Span, message: impl Display) {
        self.syn_error(syn::Error::new(span, message));
    }

    /// Adds an error that `syn` found.
    pub(crate) fn syn_error(&self, error: syn::Error) {
        self.errors.borrow_mut().as_mut().expect("an error was added after the check").push(error);
    }

    /// All errors as one, in the order they were found.
    pub(crate) fn check(self) -> syn::Result<()> {
        let errors = self.errors.take().expect("checked once");
        let mut errors = errors.into_iter();
        match errors.next() {
            None => Ok(()),
            Some(mut first) => {
                first.extend(errors);
                Err(first)
            }
        }
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        if !std::thread::panicking() && self.errors.borrow().is_some() {
            panic!("the collected errors were not checked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_out_combined_and_in_order() {
        let ctxt = Ctxt::new();
        ctxt.error_at(Span::call_site(), "first");
        ctxt.error_at(Span::call_site(), "second");
        let errors = ctxt.check().unwrap_err();
        let messages: Vec<String> = errors.into_iter().map(|e| e.to_string()).collect();
        assert_eq!(messages, ["first", "second"]);
    }

    #[test]
    #[should_panic(expected = "not checked")]
    fn dropping_unchecked_panics() {
        drop(Ctxt::new());
    }
}

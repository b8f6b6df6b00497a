//! Types as they are named outside the signature that declares their lifetimes.

use syn::visit_mut::{self, VisitMut};
use syn::{
    BoundLifetimes, Expr, GenericParam, Ident, Lifetime, ParenthesizedGenericArguments, TraitBound, Type,
    TypeFnPtr, TypeReference,
};

/// The type with every lifetime, written or elided, replaced by `'static`. Lifetimes that the type itself binds, as
/// in `for<'a> fn(&'a str)` or the elided one of `fn(&str)`, stay.
pub(crate) fn with_static(ty: &Type) -> Type {
    let mut ty = ty.clone();
    WithStatic::default().visit_type_mut(&mut ty);
    ty
}

/// The type in the invisible delimiters that a macro's `$ty:ty` puts around it.
pub(crate) fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        ty => ty,
    }
}

#[derive(Default)]
struct WithStatic {
    /// The lifetimes bound by the `for<…>` around the current place.
    bound: Vec<Ident>,
    /// How many function signatures, which bind what is elided in them, are around the current place.
    signatures: usize,
}

impl WithStatic {
    fn within_binder(&mut self, binder: Option<&BoundLifetimes>, visit: impl FnOnce(&mut Self)) {
        let outer = self.bound.len();
        for parameter in binder.into_iter().flat_map(|binder| &binder.lifetimes) {
            if let GenericParam::Lifetime(parameter) = parameter {
                self.bound.push(parameter.lifetime.ident.clone());
            }
        }
        visit(self);
        self.bound.truncate(outer);
    }
}

impl VisitMut for WithStatic {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        let keep =
            if lifetime.ident == "_" { self.signatures > 0 } else { self.bound.contains(&lifetime.ident) };
        if !keep {
            *lifetime = Lifetime::new("'static", lifetime.span());
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        if reference.lifetime.is_none() && self.signatures == 0 {
            reference.lifetime = Some(Lifetime::new("'static", reference.and_token.span));
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_type_fn_ptr_mut(&mut self, pointer: &mut TypeFnPtr) {
        let binder = pointer.lifetimes.clone();
        self.within_binder(binder.as_ref(), |this| {
            this.signatures += 1;
            visit_mut::visit_type_fn_ptr_mut(this, pointer);
            this.signatures -= 1;
        });
    }

    fn visit_parenthesized_generic_arguments_mut(&mut self, signature: &mut ParenthesizedGenericArguments) {
        self.signatures += 1;
        visit_mut::visit_parenthesized_generic_arguments_mut(self, signature);
        self.signatures -= 1;
    }

    fn visit_trait_bound_mut(&mut self, bound: &mut TraitBound) {
        let binder = bound.lifetimes.clone();
        self.within_binder(binder.as_ref(), |this| {
            visit_mut::visit_trait_bound_mut(this, bound);
        });
    }

    // The declaration in `for<'a>` is no use of the lifetime.
    fn visit_bound_lifetimes_mut(&mut self, _: &mut BoundLifetimes) {}

    // The length of an array: its labels look like lifetimes.
    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;
    use syn::parse_quote;

    #[track_caller]
    fn check(ty: Type, expected: Type) {
        assert_eq!(with_static(&ty).to_token_stream().to_string(), expected.to_token_stream().to_string());
    }

    #[test]
    fn written_and_elided_lifetimes_become_static() {
        check(parse_quote!(&str), parse_quote!(&'static str));
        check(parse_quote!(&'a mut [&'b u8]), parse_quote!(&'static mut [&'static u8]));
        check(parse_quote!(Option<TensorView<'_, f32>>), parse_quote!(Option<TensorView<'static, f32>>));
        check(parse_quote!((&str, [&str; 2])), parse_quote!((&'static str, [&'static str; 2])));
        check(parse_quote!(i64), parse_quote!(i64));
    }

    #[test]
    fn lifetimes_that_the_type_binds_stay() {
        check(
            parse_quote!(TypedFunction<fn(i64, &str) -> TensorView<'_>>),
            parse_quote!(TypedFunction<fn(i64, &str) -> TensorView<'_>>),
        );
        check(
            parse_quote!(for<'x> fn(&'x str, &'a str) -> &'x str),
            parse_quote!(for<'x> fn(&'x str, &'static str) -> &'x str),
        );
        check(
            parse_quote!(Box<dyn for<'x> Call<'x, 'a> + 'a>),
            parse_quote!(Box<dyn for<'x> Call<'x, 'static> + 'static>),
        );
        check(parse_quote!(&dyn Fn(&str) -> &'a str), parse_quote!(&'static dyn Fn(&str) -> &'static str));
    }
}

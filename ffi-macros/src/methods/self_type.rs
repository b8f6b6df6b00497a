//! `Self` as it is named outside of the `impl`.

use syn::visit_mut::{self, VisitMut};
use syn::{Path, Signature, Type};

/// Replaces `Self` in the types of a signature by the type of the `impl`.
pub(super) fn replace(signature: &mut Signature, self_type: &Type) {
    let mut replace = Replace { self_type };
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(input) = input {
            replace.visit_type_mut(&mut input.ty);
        }
    }
    replace.visit_return_type_mut(&mut signature.output);
}

struct Replace<'a> {
    self_type: &'a Type,
}

impl VisitMut for Replace<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self") => {
                *ty = self.self_type.clone();
            }
            ty => visit_mut::visit_type_mut(self, ty),
        }
    }

    /// `Self::Name`, which only a qualified path can name outside.
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
    }
}

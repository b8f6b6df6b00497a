//! The model of a class.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Fields, Ident, ItemStruct, Meta, Type, Visibility};

use super::attr::{self, ClassOptions, FieldOptions};
use crate::ast::{Lines, conditions};
use crate::ctxt::Ctxt;
use crate::doc;
use crate::item::is_option;
use crate::lifetimes::ungrouped;

/// A struct with `#[ffi_class]`.
pub(super) struct Class<'a> {
    /// The struct without our attributes.
    pub(super) item: &'a ItemStruct,
    pub(super) options: ClassOptions,
    pub(super) fields: Vec<Field>,
    /// A string constant.
    pub(super) doc: Option<TokenStream>,
    /// The `#[cfg]` attributes.
    pub(super) conditions: Vec<&'a Attribute>,
    pub(super) lines: Lines,
}

/// A field of a struct with named fields.
pub(super) struct Field {
    pub(super) ident: Ident,
    pub(super) ty: Type,
    pub(super) visibility: Visibility,
    pub(super) options: FieldOptions,
    /// Where the first of our attributes stands.
    pub(super) options_span: Option<Span>,
    /// The attributes that are not ours.
    pub(super) attributes: Vec<Attribute>,
    /// A string constant.
    pub(super) doc: Option<TokenStream>,
}

/// Takes our attributes off the fields of a struct; none for one without named fields.
pub(super) fn take_fields(ctxt: &Ctxt, item: &mut ItemStruct, is_foreign: bool) -> Vec<Field> {
    let Fields::Named(named) = &mut item.fields else { return Vec::new() };
    let mut fields = Vec::new();
    for field in &mut named.named {
        let options: Vec<Attribute> = field.attrs.extract_if(.., |attribute| is_option(attribute)).collect();
        let Some(ident) = field.ident.clone() else { continue };
        fields.push(Field {
            ident,
            ty: ungrouped(&field.ty).clone(),
            visibility: field.vis.clone(),
            options: attr::field_options(ctxt, &options, is_foreign),
            options_span: options.first().map(Spanned::span),
            attributes: field.attrs.clone(),
            doc: doc::docstring(&field.attrs),
        });
    }
    fields
}

impl<'a> Class<'a> {
    pub(super) fn new(span: Span, item: &'a ItemStruct, options: ClassOptions, fields: Vec<Field>) -> Self {
        Class {
            item,
            options,
            fields,
            doc: doc::docstring(&item.attrs),
            conditions: conditions(&item.attrs),
            lines: Lines::between(span, item.struct_token.span, item.fields.span()),
        }
    }

    /// The type key, empty where it is missing.
    pub(super) fn type_key(&self) -> &str {
        self.options.type_key.as_ref().map_or("", |name| name.text.as_str())
    }

    /// The fields of the class itself: all but the base.
    pub(super) fn own_fields(&self) -> &[Field] {
        let has_base = self.options.extends.is_some() && self.options.foreign.is_none();
        if has_base { self.fields.get(1..).unwrap_or_default() } else { &self.fields }
    }

    /// What the struct's `#[repr(…)]` attributes say: `C`, `packed`, `align` and so on.
    pub(super) fn layouts(&self) -> Vec<(&'a Attribute, String)> {
        let mut layouts = Vec::new();
        for attribute in self.item.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")) {
            let Meta::List(list) = &attribute.meta else { continue };
            for token in list.tokens.clone() {
                if let TokenTree::Ident(layout) = token {
                    layouts.push((attribute, layout.to_string()));
                }
            }
        }
        layouts
    }

    /// The fields that other languages see.
    pub(super) fn exposed(&self) -> impl Iterator<Item = &Field> {
        self.own_fields().iter().filter(|field| field.options.get.is_some())
    }

    /// The fields that they do not see.
    pub(super) fn hidden(&self) -> impl Iterator<Item = &Field> {
        self.own_fields().iter().filter(|field| field.options.get.is_none())
    }
}

impl Field {
    /// The name that other languages see the field, or the method that it stands for, by.
    pub(super) fn exposed_name(&self) -> String {
        match &self.options.name {
            Some(name) => name.text.clone(),
            None => self.ident.unraw().to_string(),
        }
    }

    /// Where that name stands.
    pub(super) fn name_span(&self) -> Span {
        self.options.name.as_ref().map_or(self.ident.span(), |name| name.span)
    }

    /// Whether the field can be made by `Default` when an object is rebuilt: it says so, or it is empty to begin with.
    pub(super) fn starts_anew(&self) -> bool {
        let is_empty_at_first = match &self.ty {
            Type::Path(path) => path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "OnceLock" || last.ident == "PhantomData"),
            _ => false,
        };
        self.options.skip.is_some() || is_empty_at_first
    }
}

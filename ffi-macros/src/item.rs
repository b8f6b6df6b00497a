//! The annotated item: parsed as far as its signature, split into what the compiler gets back and what is ours.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Item, Meta, Signature, Visibility};

use crate::ast::Kind;
use crate::ctxt::Ctxt;

/// A function whose body is left unparsed.
pub(crate) struct FunctionItem {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    pub(crate) body: Group,
}

/// One of our attributes, unparsed.
pub(crate) struct RawAnnotation {
    pub(crate) kind: Kind,
    /// The attribute, or its path.
    pub(crate) span: Span,
    pub(crate) arguments: TokenStream,
}

/// A function without our attributes, and these beside it.
pub(crate) struct AnnotatedFunction {
    /// What the compiler gets back.
    pub(crate) item: FunctionItem,
    /// The attribute that is being expanded, then those stacked below it.
    pub(crate) annotations: Vec<RawAnnotation>,
    /// The `#[ffi(…)]` attributes of each parameter.
    pub(crate) parameter_options: Vec<Vec<Attribute>>,
    /// Attributes `#[ffi(…)]` on the function itself, where they mean nothing.
    pub(crate) misplaced_options: Vec<Attribute>,
}

impl AnnotatedFunction {
    /// Splits our attributes off `item`. `outer` is the one being expanded, which the compiler has already taken off.
    pub(crate) fn new(ctxt: &Ctxt, outer: RawAnnotation, mut item: FunctionItem) -> Self {
        let mut annotations = vec![outer];
        let mut misplaced_options = Vec::new();
        let mut others = Vec::new();
        for attribute in item.attributes {
            if let Some(kind) = Kind::of_attribute(&attribute) {
                annotations.extend(RawAnnotation::from_attribute(ctxt, kind, &attribute));
            } else if is_option(&attribute) {
                misplaced_options.push(attribute);
            } else {
                others.push(attribute);
            }
        }
        item.attributes = others;
        let parameter_options = item.signature.inputs.iter_mut().map(take_options).collect();
        AnnotatedFunction { item, annotations, parameter_options, misplaced_options }
    }
}

impl RawAnnotation {
    fn from_attribute(ctxt: &Ctxt, kind: Kind, attribute: &Attribute) -> Option<Self> {
        let arguments = match &attribute.meta {
            Meta::Path(_) => TokenStream::new(),
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(meta) => {
                ctxt.error(meta, format!("write the arguments in parentheses: `#[{kind}(…)]`"));
                return None;
            }
        };
        let name = attribute.path().segments.last().expect("a path has segments");
        Some(RawAnnotation { kind, span: name.ident.span(), arguments })
    }
}

pub(crate) fn is_option(attribute: &Attribute) -> bool {
    attribute.path().is_ident("ffi")
}

fn take_options(input: &mut FnArg) -> Vec<Attribute> {
    attributes_mut(input).extract_if(.., |attribute| is_option(attribute)).collect()
}

/// The attributes of a parameter.
pub(crate) fn attributes_mut(input: &mut FnArg) -> &mut Vec<Attribute> {
    match input {
        FnArg::Receiver(receiver) => &mut receiver.attrs,
        FnArg::Typed(parameter) => &mut parameter.attrs,
    }
}

/// Parses the item under the attribute `kind`, or says what stands there instead of a function.
pub(crate) fn parse_function(kind: Kind, tokens: TokenStream) -> syn::Result<FunctionItem> {
    syn::parse2(tokens.clone()).map_err(|error| match syn::parse2(tokens) {
        Ok(item) => match describe(&item) {
            Some((keyword, what)) => syn::Error::new_spanned(
                keyword,
                format!("`#[{kind}]` belongs on a free function, and this is {what}"),
            ),
            None => error,
        },
        Err(_) => error,
    })
}

pub(crate) fn describe(item: &Item) -> Option<(&dyn ToTokens, &'static str)> {
    Some(match item {
        Item::Const(item) => (&item.const_token, "a constant"),
        Item::Enum(item) => (&item.enum_token, "an enum"),
        Item::ExternCrate(item) => (&item.extern_token, "an extern crate"),
        Item::ForeignMod(item) => (&item.abi, "a block of foreign functions"),
        Item::Impl(item) => (
            &item.impl_token,
            "an `impl` block; annotate a function outside of it, or write `#[ffi_methods]` for the methods of a class",
        ),
        Item::Macro(item) => (&item.mac.path, "a macro call"),
        Item::Mod(item) => (&item.mod_token, "a module; annotate the functions in it"),
        Item::Static(item) => (&item.static_token, "a static"),
        Item::Struct(item) => {
            (&item.struct_token, "a struct; for a class write `#[ffi_class(\"package.Name\")]`")
        }
        Item::Trait(item) => (&item.trait_token, "a trait"),
        Item::TraitAlias(item) => (&item.trait_token, "a trait alias"),
        Item::Type(item) => (&item.type_token, "a type alias"),
        Item::Union(item) => (&item.union_token, "a union"),
        Item::Use(item) => (&item.use_token, "a `use`"),
        _ => return None,
    })
}

impl Parse for FunctionItem {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let signature: Signature = input.parse()?;
        let body = match input.parse() {
            Ok(TokenTree::Group(body)) => braces(&body),
            _ => None,
        };
        let body = body.ok_or_else(|| {
            syn::Error::new_spanned(
                &signature,
                "a function without a body cannot be exported; annotate the function that implements it",
            )
        })?;
        Ok(FunctionItem { attributes, visibility, signature, body })
    }
}

/// The block in `group`, which a macro's `$body:block` wraps in invisible delimiters.
fn braces(group: &Group) -> Option<Group> {
    match group.delimiter() {
        Delimiter::Brace => Some(group.clone()),
        Delimiter::None => match group.stream().into_iter().next() {
            Some(TokenTree::Group(inner)) => braces(&inner),
            _ => None,
        },
        _ => None,
    }
}

impl ToTokens for FunctionItem {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attributes);
        self.visibility.to_tokens(tokens);
        self.signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

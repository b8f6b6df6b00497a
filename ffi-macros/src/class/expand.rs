//! What is generated for a class. It cannot fail.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::ast::{Class, Field};
use crate::expand::{allowed_lints, lines};
use crate::{runtime_path, self_type};

/// The struct as the compiler gets it back: one that extends another class begins with it in memory too.
pub(super) fn emitted_struct(class: &Class<'_>) -> TokenStream {
    let item = class.item;
    let has_layout = class.layouts().iter().any(|(_, layout)| layout == "C");
    let layout = (class.options.extends.is_some() && !has_layout).then(|| quote!(#[repr(C)]));
    quote!(#layout #item)
}

/// The block beside the struct.
pub(super) fn registration(class: &Class<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let conditions = &class.conditions;
    let allowed = allowed_lints();
    let import = runtime_path::import(class.options.runtime.as_ref());
    let name = &class.item.ident;
    let thread_safety = class.own_fields().iter().map(|field| thread_safety(name, field));
    let layout = layout(class);
    let defaults = class.exposed().enumerate().filter_map(|field| default_function(name, field));
    let descriptor = descriptor(class);
    let type_key = class.type_key();
    let base = match &class.options.extends {
        // At the base: the compiler reports one that is less visible than the class where this stands.
        Some(base) => quote_spanned!(base.span().resolved_at(site)=> type Base = #base;),
        None => quote_spanned!(site=> type Base = __ffi::NoBase;),
    };
    let own_fields = Literal::usize_unsuffixed(class.exposed().count());
    quote_spanned! {site=>
        #(#conditions)*
        #allowed
        const _: () = {
            #import
            use __ffi::WithoutCapability as _;
            __ffi::require_unwinding!();
            #(#thread_safety)*
            #layout
            #(#defaults)*
            #descriptor
            // SAFETY: the descriptor is this class's own, and a base stands first in a `repr(C)` struct.
            unsafe impl __ffi::Class for #name {
                const TYPE_KEY: &'static ::core::primitive::str = #type_key;
                #base
                const OWN_FIELDS: ::core::primitive::usize = #own_fields;
                const IN_PROGRAM: ::core::primitive::bool =
                    ::core::cfg!(test) || ::core::option_env!("CARGO_BIN_NAME").is_some();
                #[inline(always)]
                fn descriptor() -> &'static __ffi::ClassDescriptor {
                    &__FFI_CLASS
                }
            }
            __ffi::impl_class_values!(#name);
            #[__ffi::linkme::distributed_slice(__ffi::CLASSES)]
            #[linkme(crate = __ffi::linkme)]
            static __FFI_ENTRY: __ffi::ClassEntry = __ffi::ClassEntry {
                class: <#name as __ffi::Class>::descriptor,
                register: __ffi::register_class,
            };
        };
    }
}

fn descriptor(class: &Class<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = &class.item.ident;
    let path = name.unraw().to_string();
    let lines = lines(&class.lines);
    let doc = class.doc.clone().unwrap_or_else(|| quote_spanned!(site=> ""));
    let fields = class.exposed().enumerate().map(|field| field_descriptor(class, field));
    let is_rebuildable =
        class.options.rebuild.as_ref().is_none_or(|may| may.value) && class.hidden().all(Field::starts_anew);
    let hidden = class.hidden().filter(|_| is_rebuildable).map(|field| {
        let (ident, ty) = (&field.ident, &field.ty);
        quote_spanned!(site=> __ffi::HiddenField::defaulted::<#ty>(::core::mem::offset_of!(#name, #ident)))
    });
    let hidden: Vec<_> = hidden.collect();
    let exposed_count = Literal::usize_unsuffixed(class.exposed().count());
    let hidden_count = Literal::usize_unsuffixed(hidden.len());
    let equality = capability(class.options.equality, name, &quote_spanned!(site=> Equality));
    let hash = capability(class.options.hash, name, &quote_spanned!(site=> ClassHash));
    quote_spanned! {site=>
        static __FFI_FIELDS: [__ffi::FieldDescriptor; #exposed_count] = [#(#fields),*];
        static __FFI_HIDDEN: [__ffi::HiddenField; #hidden_count] = [#(#hidden),*];
        const __FFI_DETAILS: __ffi::ClassDetails = __ffi::ClassDetails {
            path: ::core::concat!(::core::module_path!(), "::", #path),
            file: ::core::file!(),
            lines: #lines,
            doc: #doc,
            fields: &__FFI_FIELDS,
            hidden: &__FFI_HIDDEN,
            rebuildable: #is_rebuildable,
            copier: __ffi::Capabilities::<#name>::COPIER,
            equality: #equality,
            hash: #hash,
        };
        // SAFETY: the fields are those of the struct, with the offsets and types that the compiler knows.
        static __FFI_CLASS: __ffi::ClassDescriptor =
            unsafe { __ffi::ClassDescriptor::new::<#name>(__FFI_DETAILS) };
    }
}

/// What the flag at `span` asks for; a missing trait is reported there.
fn capability(span: Option<Span>, name: &Ident, what: &TokenStream) -> TokenStream {
    match span {
        Some(span) => {
            let of = quote_spanned!(span=> __ffi::#what::of::<#name>());
            quote_spanned!(Span::mixed_site()=> ::core::option::Option::Some(#of))
        }
        None => quote_spanned!(Span::mixed_site()=> ::core::option::Option::None),
    }
}

fn field_descriptor(class: &Class<'_>, (index, field): (usize, &Field)) -> TokenStream {
    let site = Span::mixed_site();
    let name = &class.item.ident;
    let (ident, ty) = (&field.ident, &field.ty);
    let exposed = field.exposed_name();
    let doc = field.doc.clone().unwrap_or_else(|| quote_spanned!(site=> ""));
    let number = Literal::usize_unsuffixed(index);
    let place = quote_spanned!(site=> { ::core::mem::offset_of!(#name, #ident) }, #number);
    let settable = field.options.set.map(|_| quote_spanned!(site=> .settable::<#name, #ty, #place>()));
    let default = field.options.default.as_ref().map(|_| {
        let function = default_name(index);
        quote_spanned!(site=> .with_default(#function))
    });
    quote_spanned!(site=> __ffi::FieldDescriptor::of::<#name, #ty, #place>(#exposed, #doc) #settable #default)
}

fn default_name(index: usize) -> Ident {
    format_ident!("__ffi_default_{index}", span = Span::mixed_site())
}

/// The function that makes a field's default; a value of another type is reported at it.
fn default_function(name: &Ident, (index, field): (usize, &Field)) -> Option<TokenStream> {
    let value = field.options.default.as_ref()?;
    let value = self_type::replaced(value.to_token_stream(), &name.to_token_stream());
    let (function, ty) = (default_name(index), &field.ty);
    Some(quote_spanned! {Span::mixed_site()=>
        fn #function() -> ::core::result::Result<__ffi::Any, __ffi::Mismatch> {
            fn value() -> <#ty as __ffi::ReadField>::Value {
                #value
            }
            __ffi::IntoAny::into_any(value())
        }
    })
}

/// Holds the struct against what is generated for it. An attribute below ours may change it after we have seen it.
fn layout(class: &Class<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let name = &class.item.ident;
    let (idents, types): (Vec<_>, Vec<_>) =
        class.fields.iter().map(|field| (&field.ident, &field.ty)).unzip();
    let base = class.fields.first().filter(|_| class.options.extends.is_some()).map(|base| {
        let ident = &base.ident;
        quote_spanned!(site=> ::core::assert!(::core::mem::offset_of!(#name, #ident) == 0, "the base stands first");)
    });
    let own = class.own_fields().iter().map(|field| &field.ty);
    let alignment = quote_spanned!(name.span().resolved_at(site)=>
    ::core::assert!(
        ::core::mem::align_of::<#name>() <= __ffi::LARGEST_ALIGNMENT,
        "a class is aligned to at most 16 bytes, as far as hosts align objects; put what needs more into a `Box`"
    ));
    quote_spanned! {site=>
        const _: () = {
            let _: fn(&#name) = |_value| {
                #(let _: *const #types = &raw const _value.#idents;)*
                // No attribute has added a field, which nothing would set where an object is rebuilt.
                let #name { #(#idents: _),* } = _value;
            };
            ::core::assert!(
                true #(&& ::core::mem::align_of::<#types>() <= ::core::mem::align_of::<#name>())*,
                "a class is not packed: others read its fields where they stand"
            );
            #alignment;
            #base
            // What the fields say has been reported.
            ::core::assert!(
                __ffi::Capabilities::<#name>::THREAD_SAFE || !(true #(&& __ffi::Capabilities::<#own>::THREAD_SAFE)*),
                "a class must be `Send` and `Sync`, since any language may use the object on any thread"
            );
        };
    }
}

/// Refuses a field of a type that cannot be used from any thread, at its type; the struct may promise it by itself.
fn thread_safety(name: &Ident, field: &Field) -> TokenStream {
    let ty = &field.ty;
    let message = format!(
        "the field `{}` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in \
         place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`; for a raw \
         pointer write `unsafe impl Send` and `unsafe impl Sync` for the struct, if that is so",
        field.ident.unraw()
    );
    let check = quote_spanned!(ty.span().resolved_at(Span::mixed_site())=>
    ::core::assert!(
        __ffi::Capabilities::<#name>::THREAD_SAFE || __ffi::Capabilities::<#ty>::THREAD_SAFE,
        #message
    ));
    quote_spanned!(Span::mixed_site()=> const _: () = #check;)
}

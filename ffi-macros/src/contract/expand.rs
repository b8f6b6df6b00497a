//! The code that checks contracts, between the conversion of the arguments and the call.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{Contract, Dimension, Rest, Shape, Size};
use crate::ast::{Function, Parameter};

/// The variables of the generated code that hold symbols.
struct Symbols {
    sizes: BTreeMap<String, Ident>,
    rests: BTreeMap<String, Ident>,
}

impl Symbols {
    fn of(function: &Function<'_>) -> Self {
        let mut symbols = Symbols { sizes: BTreeMap::new(), rests: BTreeMap::new() };
        for (_, parameter) in contracts(function) {
            let Some(shape) = &parameter.contract.shape else { continue };
            for name in shape.sizes().flat_map(Size::symbols) {
                let index = symbols.sizes.len();
                symbols.sizes.entry(name.to_string()).or_insert_with(|| variable("symbol", index));
            }
            if let Rest::Named(name) = &shape.rest {
                let index = symbols.rests.len();
                symbols.rests.entry(name.to_string()).or_insert_with(|| variable("rest", index));
            }
        }
        symbols
    }

    fn size(&self, name: &str) -> &Ident {
        self.sizes.get(name).expect("every symbol has a variable")
    }
}

/// A local variable, which what the user wrote cannot see.
pub(crate) fn variable(kind: &str, index: usize) -> Ident {
    format_ident!("{kind}_{index}", span = Span::mixed_site())
}

/// The parameters with contracts, with their positions.
fn contracts<'f, 'a>(function: &'f Function<'a>) -> impl Iterator<Item = (usize, &'f Parameter<'a>)> {
    function.parameters.iter().enumerate().filter(|(_, parameter)| !parameter.contract.is_empty())
}

/// The contracts as data, beside the packed call.
pub(crate) fn statics(function: &Function<'_>) -> TokenStream {
    let site = Span::mixed_site();
    let all: Vec<_> =
        contracts(function).map(|(index, parameter)| data(index, &parameter.contract)).collect();
    if all.is_empty() {
        return TokenStream::new();
    }
    quote_spanned!(site=> static __FFI_CONTRACTS: &[__ffi::Contract] = &[#(#all),*];)
}

fn data(index: usize, contract: &Contract) -> TokenStream {
    let site = Span::mixed_site();
    let option = |value: Option<TokenStream>| match value {
        Some(value) => quote_spanned!(site=> ::core::option::Option::Some(#value)),
        None => quote_spanned!(site=> ::core::option::Option::None),
    };
    let index = Literal::usize_unsuffixed(index);
    let shape = option(contract.shape.as_ref().map(shape_data));
    let device = option(contract.device.as_ref().map(device));
    let (same_device, contiguous) = (contract.same_device.is_some(), contract.contiguous.is_some());
    let alignment = Literal::usize_unsuffixed(contract.aligned.unwrap_or(1));
    quote_spanned! {site=>
        __ffi::Contract {
            argument: #index,
            shape: #shape,
            device: #device,
            same_device: #same_device,
            contiguous: #contiguous,
            alignment: #alignment,
        }
    }
}

fn device(name: &Ident) -> TokenStream {
    let name = Ident::new(&name.to_string().to_uppercase(), Span::mixed_site());
    quote_spanned!(Span::mixed_site()=> __ffi::DLDeviceType::#name)
}

fn shape_data(shape: &Shape) -> TokenStream {
    let site = Span::mixed_site();
    let dimensions = shape.dimensions.iter().map(|dimension| match dimension {
        Dimension::Any => quote_spanned!(site=> __ffi::Dimension::Any),
        Dimension::Size(size) => {
            let size = size_data(size);
            quote_spanned!(site=> __ffi::Dimension::Size(#size))
        }
    });
    let rest = match &shape.rest {
        Rest::Nothing => quote_spanned!(site=> Nothing),
        Rest::Any => quote_spanned!(site=> Any),
        Rest::Named(name) => {
            let name = name.to_string();
            quote_spanned!(site=> Named(#name))
        }
    };
    quote_spanned!(site=> __ffi::ShapePattern { dimensions: &[#(#dimensions),*], rest: __ffi::Rest::#rest })
}

fn size_data(size: &Size) -> TokenStream {
    let site = Span::mixed_site();
    match size {
        Size::Literal(value) => {
            let value = Literal::i64_unsuffixed(*value);
            quote_spanned!(site=> __ffi::Size::Literal(#value))
        }
        Size::Symbol(name) => {
            let name = name.to_string();
            quote_spanned!(site=> __ffi::Size::Symbol(#name))
        }
        Size::Operation(left, sign, right) => {
            let (left, right) = (size_data(left), size_data(right));
            quote_spanned!(site=> __ffi::Size::Operation(#sign, &#left, &#right))
        }
    }
}

/// The checks, after which the symbols have their values. `values` are the converted arguments, `types` their types.
pub(crate) fn checks(function: &Function<'_>, tensor_of: impl Fn(usize) -> TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let symbols = Symbols::of(function);
    let (sizes, rests) = (symbols.sizes.values(), symbols.rests.values());
    let tensors: Vec<Ident> = contracts(function).map(|(index, _)| variable("tensor", index)).collect();
    let values = contracts(function).map(|(index, _)| tensor_of(index));
    let first =
        contracts(function).map(|(index, parameter)| first_pass(index, &parameter.contract, &symbols));
    let second = contracts(function)
        .filter_map(|(index, parameter)| second_pass(index, parameter.contract.shape.as_ref()?, &symbols));
    let demands: Vec<TokenStream> = first.chain(second).collect();
    let device = contracts(function)
        .any(|(_, parameter)| parameter.contract.same_device.is_some())
        .then(|| quote_spanned!(site=> let mut device = __ffi::SharedDevice::UNBOUND;));
    if tensors.is_empty() {
        return TokenStream::new();
    }
    quote_spanned! {site=>
        #(let mut #sizes = __ffi::Symbol::UNBOUND;)*
        #(let mut #rests = __ffi::RestSymbol::UNBOUND;)*
        #device
        #(let #tensors = #values;)*
        if !(#(#demands)&&*) {
            return ::core::result::Result::Err(__ffi::violation(arguments, __FFI_CONTRACTS, &[#(#tensors),*]));
        }
    }
}

/// Everything but arithmetic, which needs the values of all symbols.
fn first_pass(index: usize, contract: &Contract, symbols: &Symbols) -> TokenStream {
    let site = Span::mixed_site();
    let mut demands = Vec::new();
    if let Some(shape) = &contract.shape {
        demands.push(shape_demand(shape, symbols));
    }
    if let Some(name) = &contract.device {
        let device = device(name);
        demands.push(quote_spanned!(site=> __ffi::is_on(tensor, #device)));
    }
    if contract.same_device.is_some() {
        demands.push(quote_spanned!(site=> device.agrees(tensor)));
    }
    if contract.contiguous.is_some() {
        demands.push(quote_spanned!(site=> __ffi::is_contiguous(tensor)));
    }
    if let Some(alignment) = contract.aligned {
        let alignment = Literal::usize_unsuffixed(alignment);
        demands.push(quote_spanned!(site=> __ffi::is_aligned(tensor, #alignment)));
    }
    let tensor = variable("tensor", index);
    quote_spanned!(site=> __ffi::holds(#tensor, |tensor| #(#demands)&&*))
}

fn shape_demand(shape: &Shape, symbols: &Symbols) -> TokenStream {
    let site = Span::mixed_site();
    let written = shape.dimensions.iter().enumerate().filter_map(|(index, dimension)| {
        let index = Literal::usize_unsuffixed(index);
        match dimension {
            Dimension::Size(Size::Literal(value)) => {
                let value = Literal::i64_unsuffixed(*value);
                Some(quote_spanned!(site=> sizes[#index] == #value))
            }
            Dimension::Size(Size::Symbol(name)) => {
                let symbol = symbols.size(&name.to_string());
                Some(quote_spanned!(site=> #symbol.agrees(sizes[#index])))
            }
            Dimension::Any | Dimension::Size(Size::Operation(..)) => None,
        }
    });
    let rest = match &shape.rest {
        Rest::Named(name) => {
            let rest = &symbols.rests[&name.to_string()];
            Some(quote_spanned!(site=> #rest.agrees(rest)))
        }
        Rest::Nothing | Rest::Any => None,
    };
    let mut demands: Vec<TokenStream> = written.chain(rest).collect();
    if demands.is_empty() {
        demands.push(quote_spanned!(site=> true));
    }
    let sizes = sizes(shape);
    quote_spanned!(site=> #sizes.is_some_and(|(sizes, rest)| #(#demands)&&*))
}

/// The sizes, if there are as many as are written.
fn sizes(shape: &Shape) -> TokenStream {
    let site = Span::mixed_site();
    let count = Literal::usize_unsuffixed(shape.dimensions.len());
    match shape.rest {
        Rest::Nothing => quote_spanned!(site=> __ffi::sizes::<#count>(tensor)),
        Rest::Any | Rest::Named(_) => quote_spanned!(site=> __ffi::first_sizes::<#count>(tensor)),
    }
}

/// The arithmetic; what needs a symbol without a value is not compared.
fn second_pass(index: usize, shape: &Shape, symbols: &Symbols) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let demands: Vec<TokenStream> = shape
        .dimensions
        .iter()
        .enumerate()
        .filter_map(|(index, dimension)| match dimension {
            Dimension::Size(size @ Size::Operation(..)) => {
                let index = Literal::usize_unsuffixed(index);
                let bound = size.symbols().into_iter().map(|name| {
                    let symbol = symbols.size(&name.to_string());
                    quote_spanned!(site=> !#symbol.is_bound())
                });
                let expected = arithmetic(size, symbols);
                Some(quote_spanned!(site=> (#(#bound||)* #expected.is(sizes[#index]))))
            }
            _ => None,
        })
        .collect();
    if demands.is_empty() {
        return None;
    }
    let tensor = variable("tensor", index);
    let sizes = sizes(shape);
    Some(quote_spanned! {site=>
        __ffi::holds(#tensor, |tensor| #sizes.is_some_and(|(sizes, _)| #(#demands)&&*))
    })
}

fn arithmetic(size: &Size, symbols: &Symbols) -> TokenStream {
    let site = Span::mixed_site();
    match size {
        Size::Literal(value) => {
            let value = Literal::i64_unsuffixed(*value);
            quote_spanned!(site=> __ffi::CheckedSize::of(#value))
        }
        Size::Symbol(name) => {
            let symbol = symbols.size(&name.to_string());
            quote_spanned!(site=> #symbol.size())
        }
        Size::Operation(left, sign, right) => {
            let (left, right) = (arithmetic(left, symbols), arithmetic(right, symbols));
            let sign = proc_macro2::Punct::new(*sign, proc_macro2::Spacing::Alone);
            quote_spanned!(site=> (#left #sign #right))
        }
    }
}

/// The value of a symbol, for the function's parameter.
pub(crate) fn symbol_value(function: &Function<'_>, name: &str) -> TokenStream {
    let symbols = Symbols::of(function);
    let symbol = symbols.size(name);
    quote_spanned!(Span::mixed_site()=> #symbol.value())
}

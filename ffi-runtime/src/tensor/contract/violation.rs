//! Says what does not hold.

use std::collections::BTreeMap;

use super::shape_pattern::Sizes;
use super::{CheckedSize, Contract, Dimension, Rest, ShapePattern, Size, is_aligned, is_contiguous, is_on};
use crate::device::Device;
use crate::error::{Error, ErrorKind};
use crate::function::Arguments;
use crate::sys::{DLDevice, DLTensor};
use crate::tensor::layout;

/// The error of a call that does not fulfil its contracts. `tensors` are those of the contracts, in order.
#[cold]
#[inline(never)]
pub fn violation(
    arguments: Arguments<'_>,
    contracts: &'static [Contract],
    tensors: &[Option<&DLTensor>],
) -> Error {
    let mut search = Search { arguments, bound: BTreeMap::new(), device: None };
    let all = || {
        let given = contracts.iter().zip(tensors);
        given.filter_map(|(contract, tensor)| tensor.map(|tensor| (contract, tensor)))
    };
    let first = all().find_map(|(contract, tensor)| search.first_pass(contract, tensor));
    let found = first.or_else(|| all().find_map(|(contract, tensor)| search.second_pass(contract, tensor)));
    found.unwrap_or_else(|| {
        // Another thread has changed one of the tensors' structs meanwhile.
        let signature = arguments.function().signature();
        Error::without_place(
            ErrorKind::ValueError,
            format!("Mismatched tensors when calling: `{signature}`: a tensor changes during the call"),
        )
    })
}

/// What a symbol stands for.
enum Value<'a> {
    Size(i64),
    Rest(&'a [i64]),
}

/// The value of a symbol, and the argument that gave it.
struct Binding<'a> {
    value: Value<'a>,
    argument: usize,
}

struct Search<'a> {
    arguments: Arguments<'a>,
    bound: BTreeMap<&'static str, Binding<'a>>,
    device: Option<(DLDevice, usize)>,
}

impl<'a> Search<'a> {
    /// Everything but arithmetic, which needs the values of all symbols.
    fn first_pass(&mut self, contract: &'static Contract, tensor: &'a DLTensor) -> Option<Error> {
        if let Some(pattern) = &contract.shape
            && !self.fits(pattern, contract.argument, layout::shape(tensor))
        {
            return Some(self.shape_error(pattern, contract, tensor));
        }
        if let Some(device) = contract.device
            && !is_on(tensor, device)
        {
            let expected = Device::new(device, 0).to_string();
            let expected = expected.trim_end_matches(":0");
            return Some(self.device_error(contract, tensor, expected));
        }
        if contract.same_device {
            let (device, first) = *self.device.get_or_insert((tensor.device, contract.argument));
            if device != tensor.device {
                let first = self.arguments.function().parameter_name(first);
                return Some(self.device_error(
                    contract,
                    tensor,
                    &format!("{} as argument `{first}`", Device(device)),
                ));
            }
        }
        if contract.contiguous && !is_contiguous(tensor) {
            let (shape, strides) = (layout::shape(tensor), layout::strides(tensor));
            let got = format!("has shape {} and strides {}", Sizes(shape), Sizes(&strides));
            return Some(self.error(contract, "layout", &got, "contiguous memory"));
        }
        if !is_aligned(tensor, contract.alignment) {
            let got = format!("begins at address {:p}", layout::first_element(tensor));
            let expected = format!("a multiple of {}", contract.alignment);
            return Some(self.error(contract, "alignment", &got, &expected));
        }
        None
    }

    /// The arithmetic.
    fn second_pass(&self, contract: &'static Contract, tensor: &'a DLTensor) -> Option<Error> {
        let pattern = contract.shape.as_ref()?;
        let mut dimensions = pattern.dimensions.iter().zip(layout::shape(tensor));
        let differs = dimensions.any(|(dimension, size)| match dimension {
            Dimension::Size(expected @ Size::Operation(..)) => {
                self.value_of(expected).is_some_and(|expected| !expected.is(*size))
            }
            _ => false,
        });
        differs.then(|| self.shape_error(pattern, contract, tensor))
    }

    /// Whether the shape fits but for arithmetic. Symbols take their values from it.
    fn fits(&mut self, pattern: &'static ShapePattern, argument: usize, shape: &'a [i64]) -> bool {
        let Some((sizes, others)) = shape.split_at_checked(pattern.dimensions.len()) else { return false };
        for (dimension, size) in pattern.dimensions.iter().zip(sizes) {
            let fits = match dimension {
                Dimension::Any | Dimension::Size(Size::Operation(..)) => true,
                Dimension::Size(Size::Literal(expected)) => expected == size,
                Dimension::Size(Size::Symbol(name)) => {
                    let new = Binding { value: Value::Size(*size), argument };
                    let bound = self.bound.entry(name).or_insert(new);
                    *size >= 0 && matches!(bound.value, Value::Size(value) if value == *size)
                }
            };
            if !fits {
                return false;
            }
        }
        match pattern.rest {
            Rest::Nothing => others.is_empty(),
            Rest::Any => true,
            Rest::Named(name) => {
                let new = Binding { value: Value::Rest(others), argument };
                let bound = self.bound.entry(name).or_insert(new);
                matches!(bound.value, Value::Rest(value) if value == others)
            }
        }
    }

    /// None where a symbol has no value, because the arguments that it stands in were left out.
    fn value_of(&self, size: &Size) -> Option<CheckedSize> {
        Some(match size {
            Size::Literal(value) => CheckedSize::of(*value),
            Size::Symbol(name) => match self.bound.get(name)?.value {
                Value::Size(value) => CheckedSize::of(value),
                Value::Rest(_) => return None,
            },
            Size::Operation(sign, left, right) => {
                let (left, right) = (self.value_of(left)?, self.value_of(right)?);
                match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    _ => left / right,
                }
            }
        })
    }

    fn shape_error(&self, pattern: &'static ShapePattern, contract: &Contract, tensor: &DLTensor) -> Error {
        let got = format!("has shape {}", Sizes(layout::shape(tensor)));
        let origins = self.origins(pattern, contract.argument);
        let expected = match &origins[..] {
            [] => pattern.to_string(),
            origins => format!("{pattern} with {}", origins.join(", ")),
        };
        self.error(contract, "shape", &got, &expected)
    }

    /// `n = 5 from argument `a`` for each symbol of the pattern that has its value from elsewhere.
    fn origins(&self, pattern: &'static ShapePattern, argument: usize) -> Vec<String> {
        let mut names = Vec::new();
        for dimension in pattern.dimensions {
            if let Dimension::Size(size) = dimension {
                collect_symbols(size, &mut names);
            }
        }
        if let Rest::Named(name) = pattern.rest {
            names.push(name);
        }
        let mut told = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let Some(binding) = self.bound.get(name) else { continue };
            let value = match binding.value {
                Value::Size(size) => size.to_string(),
                Value::Rest(sizes) => Sizes(sizes).to_string(),
            };
            let is_first = !names[..index].contains(name);
            if is_first && binding.argument != argument {
                let origin = self.arguments.function().parameter_name(binding.argument);
                told.push(format!("{name} = {value} from argument `{origin}`"));
            } else if is_first && names[index + 1..].contains(name) {
                told.push(format!("{name} = {value}"));
            }
        }
        told
    }

    fn device_error(&self, contract: &Contract, tensor: &DLTensor, expected: &str) -> Error {
        self.error(contract, "device", &format!("is on {}", Device(tensor.device)), expected)
    }

    fn error(&self, contract: &Contract, what: &str, got: &str, expected: &str) -> Error {
        let index = contract.argument;
        let function = self.arguments.function();
        let (name, signature) = (function.parameter_name(index), function.signature());
        Error::without_place(
            ErrorKind::ValueError,
            format!(
                "Mismatched {what} on argument #{index} when calling: `{signature}`: argument `{name}` {got}; expected \
                 {expected}"
            ),
        )
    }
}

fn collect_symbols(size: &'static Size, names: &mut Vec<&'static str>) {
    match size {
        Size::Literal(_) => {}
        Size::Symbol(name) => names.push(name),
        Size::Operation(_, left, right) => {
            collect_symbols(left, names);
            collect_symbols(right, names);
        }
    }
}

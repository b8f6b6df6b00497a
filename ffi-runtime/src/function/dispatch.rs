//! Which instance of a generic function runs: the dtypes of the tensors that are given say it.

use super::overlap::{tensor_address, tensor_of};
use super::{Arguments, FunctionDescriptor, metadata::write_json_string};
use crate::any::write_type_name;
use crate::convert::Mismatch;
use crate::dtype::{DataType, Element};
use crate::error::{Error, ErrorKind};
use crate::sys::RawAny;

/// The type parameters of a function. What deals with them stands here, so that only libraries with such functions hold it.
#[derive(Debug)]
pub struct Dispatch {
    parameters: &'static [DispatchParameter],
    chosen_by: fn(Arguments<'_>, usize) -> Option<&'static str>,
    write_metadata: fn(&FunctionDescriptor, &mut String),
}

impl Dispatch {
    /// The type parameters in the order in which they are chosen.
    pub const fn new(parameters: &'static [DispatchParameter]) -> Self {
        Self { parameters, chosen_by, write_metadata }
    }

    /// The argument whose dtype chose the type that the argument at `index` must have, unless it is that one.
    pub(super) fn chosen_by(&self, arguments: Arguments<'_>, index: usize) -> Option<&'static str> {
        (self.chosen_by)(arguments, index)
    }

    /// Appends what the metadata says of them.
    pub(super) fn write_metadata(&self, function: &FunctionDescriptor, out: &mut String) {
        (self.write_metadata)(function, out);
    }
}

/// A type parameter of a function, which stands for one of several element types.
#[derive(Debug)]
pub struct DispatchParameter {
    /// Its name.
    pub name: &'static str,
    /// The dtypes of the types that it may be.
    pub dtypes: &'static [DataType],
    /// The positions of the tensor arguments with such elements.
    pub tensors: &'static [usize],
    /// How many of these may choose: all up to the first that must be a tensor.
    pub deciding: usize,
    /// Whether the last of these must be a tensor.
    pub required: bool,
}

/// The dtype that chooses.
#[derive(Clone, Copy)]
pub struct ChosenDtype(u64);

impl ChosenDtype {
    /// No dtype has these bits.
    const NONE: Self = Self(u64::MAX);

    /// Whether it is this one.
    #[inline(always)]
    pub fn is(self, dtype: DataType) -> bool {
        self.0 == u64::from(dtype.0.to_bits())
    }
}

/// The dtype of `T`, for lists.
pub const fn element_dtype<T: Element>() -> DataType {
    T::DTYPE
}

/// The dtype of the first of these arguments that is a tensor.
#[inline(always)]
pub fn chosen_dtype<const N: usize>(arguments: Arguments<'_>, indices: [usize; N]) -> ChosenDtype {
    let mut chosen = ChosenDtype::NONE;
    for index in indices {
        chosen = dtype_at(arguments, index);
        if chosen.0 != ChosenDtype::NONE.0 {
            break;
        }
    }
    chosen
}

#[inline(always)]
fn dtype_at(arguments: Arguments<'_>, index: usize) -> ChosenDtype {
    let Some(view) = arguments.get(index) else { return ChosenDtype::NONE };
    // SAFETY: the caller keeps the tensor during the call.
    match unsafe { tensor_address(view).as_ref() } {
        Some(tensor) => ChosenDtype(u64::from(tensor.dtype.to_bits())),
        None => arguments.in_pieces(|function, first, count| moved_dtype_at(function, first, count, index)),
    }
}

/// The same for what needs more than a glance: a tensor that is moved in, or no tensor.
#[cold]
#[inline(never)]
fn moved_dtype_at(
    function: &'static FunctionDescriptor,
    first: *const RawAny,
    count: usize,
    index: usize,
) -> ChosenDtype {
    // SAFETY: `Arguments::in_pieces` hands its own pieces over.
    let arguments = unsafe { Arguments::new(first, count, function) };
    match arguments.get(index).and_then(tensor_of) {
        Some(tensor) => ChosenDtype(u64::from(tensor.dtype.to_bits())),
        None => ChosenDtype::NONE,
    }
}

/// The error of a call whose tensors choose none of the types. `parameter` says which type parameter it is.
#[cold]
#[inline(never)]
pub fn no_instance(arguments: Arguments<'_>, parameter: usize) -> Error {
    let function = arguments.function();
    let DispatchParameter { name, dtypes, tensors, deciding, required } = parameters(function)[parameter];
    let deciding = &tensors[..deciding];
    let given = |index: &usize| arguments.get(*index).is_some_and(|view| !view.is_none());
    let place = deciding.iter().copied().find(|index| given(index));
    let index = match (place, deciding) {
        (Some(index), _) => index,
        (None, [.., last]) if required => *last,
        (None, _) => {
            let names: Vec<_> =
                deciding.iter().map(|index| format!("`{}`", function.parameter_name(*index))).collect();
            return Error::without_place(
                ErrorKind::TypeError,
                format!(
                    "Mismatched types when calling: `{}`. Expected a tensor as argument {}, which chooses `{name}`, but \
                     got None",
                    function.signature(),
                    names.join(" or "),
                ),
            );
        }
    };
    let Some(view) = arguments.get(index) else { return arguments.wrong_count() };
    match tensor_of(view) {
        Some(tensor) => Error::without_place(
            ErrorKind::TypeError,
            format!(
                "Mismatched type on argument #{index} when calling: `{}`. Expected a tensor of {} but got {}",
                function.signature(),
                alternatives(dtypes),
                DataType(tensor.dtype),
            ),
        ),
        None => {
            let (mut expected, mut got) = (String::new(), String::new());
            function.parameters[index].write_name(&mut expected);
            write_type_name(view, &mut got);
            function.argument_error(index, Mismatch::new_type(expected, got))
        }
    }
}

/// `float32, float64 or int32`
fn alternatives(dtypes: &[DataType]) -> String {
    let mut text = String::new();
    for (index, dtype) in dtypes.iter().enumerate() {
        let separator = match index {
            0 => "",
            _ if index + 1 == dtypes.len() => " or ",
            _ => ", ",
        };
        text.push_str(separator);
        text.push_str(&dtype.to_string());
    }
    text
}

fn parameters(function: &FunctionDescriptor) -> &'static [DispatchParameter] {
    function.dispatch.map_or(&[], |dispatch| dispatch.parameters)
}

fn chosen_by(arguments: Arguments<'_>, index: usize) -> Option<&'static str> {
    let function = arguments.function();
    let parameter = parameters(function).iter().find(|parameter| parameter.tensors.contains(&index))?;
    let is_tensor = |index: &&usize| arguments.get(**index).and_then(tensor_of).is_some();
    let chooses = parameter.tensors.iter().find(is_tensor)?;
    (*chooses != index).then(|| function.parameter_name(*chooses))
}

/// `,"dispatch":{"T":{"dtypes":["float32","float64"],"arguments":["x","y"]}}`
fn write_metadata(function: &FunctionDescriptor, out: &mut String) {
    out.push_str(",\"dispatch\":{");
    for (index, parameter) in parameters(function).iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_json_string(parameter.name, out);
        out.push_str(":{\"dtypes\":");
        write_json_strings(parameter.dtypes.iter().map(ToString::to_string), out);
        out.push_str(",\"arguments\":");
        write_json_strings(
            parameter.tensors.iter().map(|index| function.parameter_name(*index).to_owned()),
            out,
        );
        out.push('}');
    }
    out.push('}');
}

fn write_json_strings(texts: impl Iterator<Item = String>, out: &mut String) {
    out.push('[');
    for (index, text) in texts.enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_json_string(&text, out);
    }
    out.push(']');
}

use super::type_words::{TypeWords, Types};
use super::{Dispatch, Returned};
use crate::convert::{Argument, Mismatch, MismatchKind};
use crate::error::{Error, ErrorKind, Frame};
use crate::string::append;

/// What is known of a Rust function that other languages call: pure data, made at compile time.
#[derive(Debug)]
pub struct FunctionDescriptor {
    /// The name it is called by.
    pub name: &'static str,
    /// Its path in Rust.
    pub path: &'static str,
    /// The source file, as the compiler names it.
    pub file: &'static str,
    /// Its first and its last line.
    pub lines: (u32, u32),
    /// The doc comment, empty when there is none.
    pub doc: &'static str,
    /// The parameters in order.
    pub parameters: &'static [Parameter],
    /// What it returns.
    pub returns: ReturnType,
    /// Its type parameters, if it has any.
    pub dispatch: Option<&'static Dispatch>,
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    pub(super) name: &'static str,
    pub(super) default: Option<&'static str>,
    types: Types,
    pub(super) exclusive: bool,
    pub(super) in_place: bool,
}

impl Parameter {
    /// A parameter of type `T`; `default` is the source text of its default.
    pub const fn of<T: Argument>(name: &'static str, default: Option<&'static str>) -> Self {
        let types = Types::one(const { &[TypeWords::argument::<T>()] });
        Self { name, default, types, exclusive: T::EXCLUSIVE, in_place: T::IN_PLACE }
    }

    /// A parameter whose type is one of several; `exclusive` says whether one of them is.
    pub const fn of_any(
        name: &'static str,
        default: Option<&'static str>,
        types: &'static [TypeWords],
        exclusive: bool,
    ) -> Self {
        let types = Types::any_of(types);
        Self { name, default, types, exclusive, in_place: types.all_in_place() }
    }

    pub(super) fn write_name(&self, out: &mut String) {
        self.types.write_name(out);
    }

    pub(super) fn write_schema(&self, out: &mut String) {
        self.types.write_schema(out);
    }
}

/// The type that a function returns.
#[derive(Debug)]
pub struct ReturnType {
    types: Types,
}

impl ReturnType {
    /// The type `T`, or the type inside if it is a `Result`.
    pub const fn of<T: Returned>() -> Self {
        Self { types: Types::one(const { &[TypeWords::returned::<T>()] }) }
    }

    /// One of several types.
    pub const fn of_any(types: &'static [TypeWords]) -> Self {
        Self { types: Types::any_of(types) }
    }

    pub(super) fn write_schema(&self, out: &mut String) {
        self.types.write_schema(out);
    }
}

impl FunctionDescriptor {
    /// The function as messages show it, like `add(a: int, b: int = 1) -> int`.
    pub fn signature(&self) -> String {
        let mut text = String::from(self.name);
        text.push('(');
        for (index, parameter) in self.parameters.iter().enumerate() {
            if index > 0 {
                append(&mut text, ", ");
            }
            append(&mut text, parameter.name);
            append(&mut text, ": ");
            parameter.write_name(&mut text);
            if let Some(default) = parameter.default {
                append(&mut text, " = ");
                append(&mut text, default);
            }
        }
        append(&mut text, ") -> ");
        self.returns.types.write_name(&mut text);
        text
    }

    /// How many arguments must be given.
    pub fn required(&self) -> usize {
        self.parameters.iter().filter(|parameter| parameter.default.is_none()).count()
    }

    pub(crate) fn frame(&self) -> Frame {
        Frame { function: self.path, file: self.file, lines: self.lines }
    }

    /// Whether the argument at `index` may be left out.
    pub(crate) fn has_default(&self, index: usize) -> bool {
        self.parameters.get(index).is_some_and(|parameter| parameter.default.is_some())
    }

    pub(crate) fn parameter_name(&self, index: usize) -> &'static str {
        self.parameters.get(index).map_or("?", |parameter| parameter.name)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn argument_error(&self, index: usize, mismatch: Mismatch) -> Error {
        let signature = self.signature();
        match mismatch.kind() {
            MismatchKind::Type => Error::without_place(
                ErrorKind::TypeError,
                format!("Mismatched type on argument #{index} when calling: `{signature}`. {mismatch}"),
            ),
            MismatchKind::Value => {
                let name = self.parameter_name(index);
                Error::without_place(
                    ErrorKind::ValueError,
                    format!(
                        "Invalid value of argument #{index} `{name}` when calling: `{signature}`. {mismatch}"
                    ),
                )
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn return_error(&self, mismatch: Mismatch) -> Error {
        let kind = match mismatch.kind() {
            MismatchKind::Type => ErrorKind::TypeError,
            MismatchKind::Value => ErrorKind::ValueError,
        };
        Error::without_place(
            kind,
            format!("Invalid return value when calling: `{}`. {mismatch}", self.signature()),
        )
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn count_error(&self, count: i32) -> Error {
        let (required, total) = (self.required(), self.parameters.len());
        let expected = if required == total { total.to_string() } else { format!("{required} to {total}") };
        Error::without_place(
            ErrorKind::TypeError,
            format!(
                "Mismatched number of arguments when calling: `{}`. Expected {expected} but got {count}",
                self.signature()
            ),
        )
    }
}

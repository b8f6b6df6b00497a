use crate::convert::{Argument, FfiType, Mismatch, MismatchKind};
use crate::error::{Error, ErrorKind, Frame};
use crate::function::Returned;
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
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    pub(super) name: &'static str,
    pub(super) default: Option<&'static str>,
    pub(super) write_name: fn(&mut String),
    pub(super) write_schema: fn(&mut String),
    pub(super) exclusive: bool,
}

impl Parameter {
    /// A parameter of type `T`; `default` is the source text of its default.
    pub const fn of<T: Argument>(name: &'static str, default: Option<&'static str>) -> Self {
        Self {
            name,
            default,
            write_name: T::write_name,
            write_schema: T::write_schema,
            exclusive: T::EXCLUSIVE,
        }
    }
}

/// The type that a function returns.
#[derive(Debug)]
pub struct ReturnType {
    pub(super) write_name: fn(&mut String),
    pub(super) write_schema: fn(&mut String),
}

impl ReturnType {
    /// The type `T`, or the type inside if it is a `Result`.
    pub const fn of<T: Returned>() -> Self {
        Self { write_name: T::Value::write_name, write_schema: T::Value::write_schema }
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
            (parameter.write_name)(&mut text);
            if let Some(default) = parameter.default {
                append(&mut text, " = ");
                append(&mut text, default);
            }
        }
        append(&mut text, ") -> ");
        (self.returns.write_name)(&mut text);
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

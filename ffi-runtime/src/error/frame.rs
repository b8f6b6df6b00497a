use core::fmt::Write;
use core::panic::Location;

/// A function that errors pass, as the backtrace names it.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The path of the function, such as `my_crate::raise_error`.
    pub function: &'static str,
    /// The source file, as the compiler names it.
    pub file: &'static str,
    /// The first and the last line of the function.
    pub lines: (u32, u32),
}

impl Frame {
    /// Whether a place in the source is inside the function.
    pub(super) fn contains(&self, location: &Location<'_>) -> bool {
        location.file() == self.file && (self.lines.0..=self.lines.1).contains(&location.line())
    }

    /// Whether a backtrace ends in this function or a closure of it.
    pub(super) fn ends(&self, backtrace: &str) -> bool {
        // Byte by byte: the searchers for text, which know all of Unicode, are two kilobytes in every library.
        let last = backtrace.as_bytes().trim_ascii_end();
        // The path of an exported function or a closure in it has no space.
        let Some(space) = last.iter().rposition(|byte| matches!(byte, b' ' | b'\n')) else { return false };
        last[space] == b' '
            && last[space + 1..]
                .strip_prefix(self.function.as_bytes())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"::{{closure}}"))
    }
}

/// A line of a backtrace, in the form that `tvm_ffi` parses.
pub(crate) fn line(file: &str, line: u32, function: &str) -> String {
    let mut text = String::with_capacity(file.len() + function.len() + 40);
    // A string's write never fails. Pieces are pushed one by one: this is on the path of every error.
    text.push_str("  File \"");
    text.push_str(file);
    text.push_str("\", line ");
    let _ = write!(text, "{line}");
    text.push_str(", in ");
    text.push_str(function);
    text.push('\n');
    text
}

/// The path of the function in which `_inner`, a function item called `here`, is defined.
#[doc(hidden)]
pub fn enclosing_function<T>(_inner: &T) -> &'static str {
    let path = core::any::type_name::<T>();
    path.strip_suffix("::here").unwrap_or(path)
}

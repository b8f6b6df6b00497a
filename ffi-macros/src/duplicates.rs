//! The names that this compilation has exported and registered so far, to find the second use of one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use proc_macro2::Span;

use crate::ast::Kind;

/// Every name with the place where it was first used. The macros of one crate share one table.
pub(crate) struct NameTable {
    places: Mutex<BTreeMap<(Kind, String), Place>>,
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    file: String,
    line: usize,
    column: usize,
}

impl NameTable {
    pub(crate) const fn new() -> Self {
        NameTable { places: Mutex::new(BTreeMap::new()) }
    }

    /// Notes that `name` is used at `place`. Returns the other place where it is used already.
    pub(crate) fn record(&self, kind: Kind, name: &str, place: Place) -> Option<Place> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let first = places.entry((kind, name.to_owned())).or_insert_with(|| place.clone());
        // The compiler may expand one item more than once.
        (*first != place).then(|| first.clone())
    }
}

impl Place {
    pub(crate) fn of(span: Span) -> Self {
        let start = span.start();
        Place { file: span.file(), line: start.line, column: start.column + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Whether a language server expands: its process outlives edits, so places noted earlier are stale.
pub(crate) fn expanded_by_language_server() -> bool {
    std::env::current_exe().is_ok_and(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("rust-analyzer"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: usize) -> Place {
        Place { file: "src/lib.rs".to_owned(), line, column: 4 }
    }

    #[test]
    fn a_second_place_is_told_the_first() {
        let names = NameTable::new();
        assert_eq!(names.record(Kind::Export, "add", place(1)), None);
        assert_eq!(names.record(Kind::Export, "add", place(1)), None);
        assert_eq!(names.record(Kind::Global, "add", place(2)), None);
        let first = names.record(Kind::Export, "add", place(3)).unwrap();
        assert_eq!(first.to_string(), "src/lib.rs:1:4");
    }
}

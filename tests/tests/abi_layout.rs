//! The structures of `ffi_runtime::sys` against the header that the package installs.

use ffi_tests::{Compiler, Language, command};
use std::collections::BTreeMap;
use std::process::Command;

/// What the installed header says, by `sizeof X`, `alignof X`, `offsetof X.field` and `value NAME`.
fn header() -> Option<BTreeMap<String, i64>> {
    let compiler = Compiler::get(Language::C)?;
    let printed = command::succeed(&mut Command::new(compiler.program("c/abi_layout.c"))).stdout;
    let mut table = BTreeMap::new();
    for line in printed.lines() {
        let (name, value) = line.rsplit_once(' ').expect("a line holds a name and a value");
        table.insert(name.to_owned(), value.parse().expect("a value is a number"));
    }
    Some(table)
}

#[test]
fn the_header_is_read() {
    let Some(header) = header() else { return };
    assert_eq!(header["sizeof TVMFFIAny"], 16);
    assert_eq!(header["sizeof TVMFFIObject"], 24);
    assert_eq!(header["offsetof TVMFFIAny.v_int64"], 8);
}

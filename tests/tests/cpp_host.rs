//! The C++ callers: each program of `tests/cpp` uses the package's own C++ API and checks itself.

use ffi_tests::{Compiler, Language, command, extension};
use std::process::Command;

#[test]
fn module() {
    let Some(compiler) = Compiler::get(Language::Cxx) else { return };
    let program = compiler.program("cpp/module.cc");
    let libraries = ["fixture_basics", "fixture_containers"].map(extension::library);
    let finished = command::succeed(Command::new(program).args(libraries));
    assert_eq!(finished.stdout, "done\n");
}

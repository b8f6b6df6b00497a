//! The C++ callers: each program of `tests/cpp` uses the package's own C++ API and checks itself.

use ffi_runtime::__private::CXX_LAYOUT;
use ffi_tests::{Compiler, Language, command, extension};
use std::collections::BTreeMap;
use std::process::Command;

#[test]
fn module() {
    let Some(compiler) = Compiler::get(Language::Cxx) else { return };
    let program = compiler.program("cpp/module.cc");
    let libraries = ["fixture_basics", "fixture_containers"].map(extension::library);
    let finished = command::succeed(Command::new(program).args(libraries));
    assert_eq!(finished.stdout, "done\n");
}

/// Modules defined in Rust, used with the C++ class that they pretend to be of.
#[test]
fn defined_module() {
    let Some(compiler) = Compiler::get(Language::Cxx) else { return };
    let program = compiler.program("cpp/defined_module.cc");
    let finished = command::succeed(Command::new(program).arg(extension::library("fixture_modules")));
    assert_eq!(finished.stdout, "done\n");
}

/// What the crate takes for granted about the class, against the compiler and the installed header.
#[test]
fn class_layout() {
    let Some(compiler) = Compiler::get(Language::Cxx) else { return };
    let printed = command::succeed(&mut Command::new(compiler.program("cpp/cxx_module.cc"))).stdout;
    let header: BTreeMap<&str, usize> = printed
        .lines()
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').expect("a line holds a name and a value");
            (name, value.parse().expect("a value is a number"))
        })
        .collect();
    assert_eq!(BTreeMap::from(CXX_LAYOUT), header);
}

#[test]
fn classes() {
    let Some(compiler) = Compiler::get(Language::Cxx) else { return };
    let program = compiler.program("cpp/classes.cc");
    let finished = command::succeed(Command::new(program).arg(extension::library("fixture_classes")));
    assert_eq!(finished.stdout, "done\n");
}

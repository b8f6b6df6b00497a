//! The C callers: each program of `tests/c` loads a fixture through its C symbols and checks itself.

use ffi_tests::{Compiler, Language, command, extension};
use std::process::Command;

#[track_caller]
fn expect_done(command: &mut Command) {
    assert_eq!(command::succeed(command).stdout, "done\n");
}

#[test]
fn exports() {
    let Some(compiler) = Compiler::get(Language::C) else { return };
    let program = compiler.program("c/exports.c");
    expect_done(Command::new(program).arg(extension::library("fixture_basics")));
}

#[test]
fn tensors() {
    let Some(compiler) = Compiler::get(Language::C) else { return };
    let program = compiler.program("c/tensors.c");
    expect_done(Command::new(program).arg(extension::library("fixture_basics")));
}

#[test]
fn host_after_extension() {
    let Some(compiler) = Compiler::get(Language::C) else { return };
    let compiler = compiler.without_host();
    let program = compiler.program("c/host_after_extension.c");
    expect_done(Command::new(program).arg(extension::library("fixture_basics")).arg(compiler.host_library()));
}

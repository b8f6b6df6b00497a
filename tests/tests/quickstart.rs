//! The quickstart prints the same values from each of its four hosts.

use ffi_tests::{Compiler, Language, PythonEnvironment, TargetFolder, command, extension, workspace_root};
use std::path::PathBuf;
use std::process::Command;

fn source(name: &str) -> PathBuf {
    workspace_root().join("examples/quickstart").join(name)
}

#[track_caller]
fn check(printed: &str) {
    let code = std::fs::read_to_string(source("src/lib.rs")).expect("the example has a source");
    let line = code
        .lines()
        .position(|line| line.contains("expected a positive number"))
        .expect("the example raises an error")
        + 1;
    for expected in [
        "[2.0, 3.0, 4.0, 5.0, 6.0]",
        "add(41) = 42",
        "Hello, world!",
        "apply(times ten, 4) = 40",
        "ValueError: expected a positive number, got -1",
        &format!("src/lib.rs\", line {line}, in quickstart_extension::check_positive"),
    ] {
        assert!(printed.contains(expected), "`{expected}` is not in what was printed:\n{printed}");
    }
}

/// As a newcomer runs it: cargo builds the library together with the program.
#[test]
fn rust() {
    let target = TargetFolder::get();
    let finished = command::succeed(
        extension::cargo("run")
            .args(["--quiet", "--package", "quickstart", "--profile", &target.profile])
            .args(target.triple.iter().flat_map(|triple| ["--target", triple]))
            .arg("--target-dir")
            .arg(&target.root)
            .env_remove("TVM_FFI_LIBRARY")
            .env_remove("LD_LIBRARY_PATH"),
    );
    check(&finished.stdout);
}

/// The library is built by `cargo run` itself, in a target folder that is new.
#[test]
fn rust_in_a_new_target_folder() {
    let target = TargetFolder::get().subfolder("quickstart-new");
    std::fs::remove_dir_all(&target).expect("the folder is ours");
    let finished = command::succeed(
        extension::cargo("run")
            .args(["--quiet", "--package", "quickstart", "--target-dir"])
            .arg(&target)
            .env_remove("TVM_FFI_LIBRARY")
            .env_remove("LD_LIBRARY_PATH"),
    );
    check(&finished.stdout);
}

#[test]
fn rust_on_libtvm_ffi() {
    let Some(environment) = PythonEnvironment::get() else { return };
    let finished = command::succeed(
        Command::new(extension::program("quickstart")).env("TVM_FFI_LIBRARY", &environment.library),
    );
    check(&finished.stdout);
}

#[test]
fn python() {
    let Some(environment) = PythonEnvironment::get() else { return };
    let library = extension::library("quickstart_extension");
    let finished = command::succeed(environment.command().arg(source("load.py")).arg(library));
    check(&finished.stdout);
}

#[test]
fn c() {
    let Some(compiler) = Compiler::get(Language::C) else { return };
    let library = extension::library("quickstart_extension");
    let program = compiler.compile(&source("load.c"));
    check(&command::succeed(Command::new(program).arg(library)).stdout);
}

#[test]
fn cpp() {
    let Some(compiler) = Compiler::get(Language::Cxx) else { return };
    let library = extension::library("quickstart_extension");
    let program = compiler.compile(&source("load.cc"));
    check(&command::succeed(Command::new(program).arg(library)).stdout);
}

//! Running a test of the calling program once for each host: a process has one host, so each gets a child process.

use crate::{PythonEnvironment, command, extension};
use std::process::Command;

/// The variable that tells a child that it is one.
const CHILD: &str = "FFI_HOST_CHILD";

/// What the child prints when it has run to its end.
const FINISHED: &str = "the child has run to its end";

/// Runs the test `name` of this program in a child whose host is the embedded one.
#[track_caller]
pub fn run_on_embedded(name: &str) {
    run(name, |command| command.env("FFI_RUNTIME_HOST", "embedded").env_remove("TVM_FFI_LIBRARY"));
}

/// Runs the test `name` of this program in a child whose host is libtvm_ffi.
#[track_caller]
pub fn run_on_libtvm_ffi(name: &str) {
    let Some(environment) = PythonEnvironment::get() else { return };
    run(name, |command| command.env("TVM_FFI_LIBRARY", &environment.library));
}

#[track_caller]
fn run(name: &str, choose: impl Fn(&mut Command) -> &mut Command) {
    let program = std::env::current_exe().expect("the running test has a path");
    let mut command = Command::new(program);
    command
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env("FFI_FIXTURE_BASICS", extension::library("fixture_basics"))
        .env("FFI_FIXTURE_CLASSES", extension::library("fixture_classes"))
        .env("FFI_FIXTURE_CONFLICT", extension::library("fixture_conflict"))
        .env("FFI_FIXTURE_CONTAINERS", extension::library("fixture_containers"))
        .env("FFI_FIXTURE_KERNELS", extension::library("fixture_kernels"))
        .env("FFI_FIXTURE_MODULES", extension::library("fixture_modules"))
        .env(CHILD, "1");
    let finished = command::succeed(choose(&mut command));
    assert!(finished.stdout.contains(FINISHED), "{finished}");
}

/// Runs `body` in a child that one of the functions above started, and does nothing otherwise.
pub fn in_child(body: impl FnOnce()) {
    if std::env::var_os(CHILD).is_some() {
        body();
        println!("{FINISHED}");
    }
}

//! Running the Python-hosted tests.

use crate::{PythonEnvironment, command, extension, tests_path};

/// Runs one file of `tests/python` and prints what pytest printed.
///
/// # Panics
///
/// With pytest's output where a test fails.
#[track_caller]
pub fn run_file(name: &str) {
    let Some(environment) = PythonEnvironment::get() else { return };
    let mut pytest = environment.command();
    pytest
        .current_dir(tests_path("python"))
        .args(["-m", "pytest", "-p", "no:cacheprovider", "-q", "-ra", "--tb=short"])
        .arg(name)
        .env("FFI_FIXTURE_BASICS", extension::library("fixture_basics"))
        .env("FFI_FIXTURE_CLASSES", extension::library("fixture_classes"))
        .env("FFI_FIXTURE_CONFLICT", extension::library("fixture_conflict"))
        .env("FFI_FIXTURE_CONTAINERS", extension::library("fixture_containers"))
        .env("FFI_FIXTURE_EXAMPLE_CUDA", extension::library("example_cuda"))
        .env("FFI_FIXTURE_EXAMPLE_KERNELS", extension::library("example_kernels"))
        .env("FFI_FIXTURE_KERNELS", extension::library("fixture_kernels"))
        .env("FFI_FIXTURE_MODULES", extension::library("fixture_modules"))
        .env("FFI_FIXTURE_NESTED", extension::library("fixture_nested"))
        .env("FFI_FIXTURE_TENSORS", extension::library("fixture_tensors"));
    let finished = command::run(&mut pytest).unwrap_or_else(|error| panic!("{error}"));
    // 5 means that the file skipped itself as a whole.
    assert!(matches!(finished.status.code(), Some(0 | 5)), "{finished}");
    println!("{}", finished.stdout);
}

//! The example of packaging: `tests/packaging` builds its wheels, installs and runs them.

use ffi_tests::{PythonEnvironment, TargetFolder, command, extension, tests_path};

/// One pytest process for all, so that each wheel is built once.
#[test]
fn wheels() {
    let Some(environment) = PythonEnvironment::get() else { return };
    let mut pytest = environment.command();
    pytest
        .current_dir(tests_path("packaging"))
        .args(["-m", "pytest", "-p", "no:cacheprovider", "-q", "-ra", "--tb=short", "--durations=15"])
        .env("FFI_PACKAGING_FOLDER", TargetFolder::get().subfolder("packaging"))
        .env("FFI_FIXTURE_BASICS", extension::library("fixture_basics"));
    println!("{}", command::succeed(&mut pytest).stdout);
}

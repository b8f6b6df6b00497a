//! What an extension weighs: the smallest one, as a user builds it for release.

use ffi_tests::{TargetFolder, command, extension};

/// The budget for a stripped library with one function, in bytes.
///
/// The library is meant to stay 12 KiB below it, so that no small change exceeds it: the linker keeps the unwinding tables
/// of functions that it drops, and the compiler divides the crate into units anew with each change, which moves the size by
/// a few hundred bytes either way. Once the margin that this test prints is smaller, find what has grown (a map of the
/// linker's tells, `-C link-arg=-Wl,-Map=…`) before more is added.
const BUDGET: u64 = 400 * 1024;

#[test]
fn a_stripped_hello_library_is_small() {
    let target = TargetFolder::get().subfolder("library-size");
    let mut cargo = extension::cargo("build");
    cargo.args(["--release", "--package", "fixture-hello", "--target-dir"]).arg(&target);
    // Cargo's own release profile but for `strip`, not this workspace's.
    for setting in ["strip=true", "lto=false", "codegen-units=16"] {
        cargo.args(["--config", &format!("profile.release.{setting}")]);
    }
    command::succeed(&mut cargo);
    let library = target.join("release").join(extension::library_name("fixture_hello"));
    let size = std::fs::metadata(&library).expect("cargo has built it").len();
    // Another platform's standard library has another weight.
    if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        assert!(size <= BUDGET, "{} has {size} bytes, more than {BUDGET}", library.display());
        println!("the stripped library has {size} bytes, {} below the budget of {BUDGET}", BUDGET - size);
    }
}

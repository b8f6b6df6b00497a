//! The extensions that the tests load, built by cargo as a user would.

use crate::{TargetFolder, command, workspace_root};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The packages that give a library or program to load or run. One cargo call builds them all, so
/// that every test binary asks for the same build and only the first one has anything to do.
const PACKAGES: [&str; 12] = [
    "example-classes",
    "example-cuda",
    "example-kernels",
    "fixture-basics",
    "fixture-classes",
    "fixture-conflict",
    "fixture-containers",
    "fixture-kernels",
    "fixture-modules",
    "fixture-nested",
    "fixture-tensors",
    "quickstart",
];

/// A cargo command in the workspace; `cargo test` itself holds no lock while tests run.
pub fn cargo(subcommand: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(workspace_root()).args([subcommand, "--offline"]);
    command
}

/// Builds every fixture with the tests' own profile, once in this process.
fn build() {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        let target = TargetFolder::get();
        let mut command = cargo("build");
        command.arg("--target-dir").arg(&target.root).args(["--profile", &target.profile]);
        if let Some(triple) = &target.triple {
            command.args(["--target", triple]);
        }
        for package in PACKAGES {
            command.args(["--package", package]);
        }
        command::succeed(&mut command);
    });
}

/// The file name of a library on this system.
pub fn library_name(crate_name: &str) -> String {
    format!("{}{crate_name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// The freshly built library of a package, such as `fixture_basics`.
///
/// # Panics
///
/// With cargo's output where the build fails.
pub fn library(crate_name: &str) -> PathBuf {
    build();
    let path = TargetFolder::get().profile_folder.join(library_name(crate_name));
    assert!(path.is_file(), "cargo left no {}", path.display());
    path
}

/// The freshly built program of a package.
///
/// # Panics
///
/// With cargo's output where the build fails.
pub fn program(name: &str) -> PathBuf {
    build();
    TargetFolder::get().profile_folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

//! What the tests share: the target folder, the Python environment with the real `apache-tvm-ffi`,
//! C and C++ compilers, and the fixture extensions.
//!
//! A test that needs another language asks for it (`PythonEnvironment::get`, `Compiler::get`) and
//! returns early on `None`, which means that `FFI_SKIP_HOSTS=1` is set. Where the language is
//! missing and not skipped, the test fails with one sentence that says what to install.

pub mod command;
pub mod compiler;
pub mod extension;
pub mod hosts;
pub mod pytest;
pub mod python_environment;
pub mod target_folder;

pub use compiler::{Compiler, Language};
pub use python_environment::PythonEnvironment;
pub use target_folder::TargetFolder;

use std::path::{Path, PathBuf};

/// The workspace's root folder.
pub fn workspace_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie inside the workspace")
}

/// A path inside the `tests` folder.
pub fn tests_path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// True, with a line that says so, where `FFI_SKIP_HOSTS=1` turns off what needs other languages.
pub fn hosts_are_skipped(needed: &str) -> bool {
    let skipped = std::env::var_os("FFI_SKIP_HOSTS").is_some_and(|value| value == "1");
    if skipped {
        eprintln!("skipped, as FFI_SKIP_HOSTS=1 is set: this test needs {needed}");
    }
    skipped
}

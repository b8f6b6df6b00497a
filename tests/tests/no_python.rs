//! An extension builds where there is neither Python nor libtvm_ffi, and only once.

use ffi_tests::{TargetFolder, command, extension};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that holds the tools of the linker and nothing else, Python least of all.
fn tools() -> PathBuf {
    let folder = TargetFolder::get().subfolder("no-python/tools");
    let path = std::env::var_os("PATH").expect("PATH is set");
    for tool in ["cc", "gcc", "clang", "ld", "as", "ar"] {
        let link = folder.join(tool);
        let found = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|path| path.exists());
        if let Some(found) = found
            && !link.exists()
        {
            symlink(&found, &link).expect("the folder is writable");
        }
    }
    folder
}

fn build(target: &Path) -> command::Finished {
    let rustc = std::env::var_os("RUSTC").map_or_else(
        || {
            let output = command::succeed(Command::new("rustc").args(["--print", "sysroot"]));
            Path::new(output.stdout.trim()).join("bin/rustc")
        },
        PathBuf::from,
    );
    command::succeed(
        extension::cargo("build")
            .args(["--verbose", "--package", "fixture-nested", "--target-dir"])
            .arg(target)
            .env("PATH", tools())
            .env("RUSTC", rustc)
            .env_remove("LD_LIBRARY_PATH")
            .env_remove("LIBRARY_PATH")
            .env_remove("TVM_FFI_LIBRARY")
            .env_remove("VIRTUAL_ENV"),
    )
}

#[test]
fn builds_once_without_python_and_libtvm_ffi() {
    let target = TargetFolder::get().subfolder("no-python/target");
    std::fs::remove_dir_all(&target).expect("the folder is ours");
    let first = build(&target);
    assert!(first.stderr.contains("Compiling ffi-runtime"), "{first}");
    let library = target.join("debug").join(extension::library_name("fixture_nested"));
    assert!(library.is_file());

    let again = build(&target);
    for word in ["Compiling", "Dirty", "Running"] {
        assert!(!again.stderr.contains(word), "the second build did something: {again}");
    }
    assert!(again.stderr.contains("Fresh fixture-nested"), "{again}");

    let needed = command::succeed(Command::new("readelf").arg("--dynamic").arg(&library)).stdout;
    for line in needed.lines().filter(|line| line.contains("NEEDED")) {
        for word in ["tvm_ffi", "python", "stdc++"] {
            assert!(!line.contains(word), "{line}");
        }
    }
}

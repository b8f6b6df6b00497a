//! Nothing that an extension exports or registers is lost, however it is compiled and linked.
//!
//! Each pair of settings of two different columns occurs in one of the builds.

use ffi_tests::{Compiler, Language, TargetFolder, command, extension};
use std::path::{Path, PathBuf};
use std::process::Command;

/// One way to build the library.
#[derive(Clone, Copy, Debug)]
struct Build {
    profile: &'static str,
    lto: &'static str,
    strip: &'static str,
    codegen_units: u32,
    linker: &'static str,
}

const fn build(
    profile: &'static str,
    lto: &'static str,
    strip: &'static str,
    codegen_units: u32,
    linker: &'static str,
) -> Build {
    Build { profile, lto, strip, codegen_units, linker }
}

const BUILDS: [Build; 8] = [
    build("dev", "off", "symbols", 1, "default"),
    build("dev", "thin", "none", 16, "default"),
    build("dev", "fat", "symbols", 16, "bfd"),
    build("release", "off", "none", 16, "bfd"),
    build("release", "thin", "symbols", 1, "bfd"),
    build("release", "fat", "none", 1, "default"),
    // What the workspace's release profile gives, and the smallest library.
    build("release", "thin", "none", 1, "default"),
    build("release", "fat", "symbols", 1, "default"),
];

/// Each export with the value that it gives for 1.
const EXPORTS: [(&str, i64); 4] = [
    ("in_private_module", 101),
    ("in_nested_module", 201),
    ("in_dependency", 301),
    ("in_hidden_module_of_dependency", 401),
];

/// Each global with the value that it gives for 1.
const GLOBALS: [(&str, i64); 3] =
    [("fixture_nested.private", 1001), ("fixture_nested.inner", 2001), ("fixture_dependency.hidden", 4001)];

/// The endings that a module loader is for; this one is in a private module of a dependency.
const LOADERS: [&str; 1] = ["fixture_dependency"];

/// Each class with the value that its method gives.
const CLASSES: [(&str, i64); 2] = [("fixture_nested.Inner", 5001), ("fixture_dependency.Hidden", 6001)];

/// Builds the fixture and keeps a copy that the next build does not overwrite.
fn library(settings: Build, target: &Path) -> PathBuf {
    let mut cargo = extension::cargo("rustc");
    cargo
        .args(["--package", "fixture-nested", "--lib", "--profile", settings.profile])
        .arg("--target-dir")
        .arg(target);
    for (key, value) in [
        ("lto", format!("{:?}", settings.lto)),
        ("strip", format!("{:?}", settings.strip)),
        ("codegen-units", settings.codegen_units.to_string()),
    ] {
        cargo.arg("--config").arg(format!("profile.{}.{key}={value}", settings.profile));
    }
    // Flags of the last crate only, so that the dependencies need not be built again.
    if settings.linker == "bfd" {
        cargo.args(["--", "-Clink-arg=-fuse-ld=bfd"]);
        if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
            cargo.arg("-Clinker-features=-lld");
        }
    }
    command::succeed(&mut cargo);
    let folder = if settings.profile == "dev" { "debug" } else { settings.profile };
    let built = target.join(folder).join(extension::library_name("fixture_nested"));
    let kept = target.join(format!(
        "{}-{}-{}-{}-{}.so",
        settings.profile, settings.lto, settings.strip, settings.codegen_units, settings.linker
    ));
    std::fs::copy(&built, &kept).unwrap_or_else(|error| panic!("{}: {error}", built.display()));
    kept
}

/// The build did use the settings it is named for.
fn check_settings(settings: Build, library: &Path) {
    let comment =
        command::succeed(Command::new("readelf").args(["-p", ".comment"]).arg(library)).stdout.to_lowercase();
    let lld = comment.contains("lld");
    if settings.linker == "bfd" {
        assert!(!lld, "{settings:?} was linked by lld: {comment}");
    } else if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        assert!(lld, "{settings:?} was not linked by lld: {comment}");
    }
    let sections =
        command::succeed(Command::new("readelf").args(["--wide", "--sections"]).arg(library)).stdout;
    assert_eq!(sections.contains(".symtab"), settings.strip == "none", "{settings:?}");
}

fn check_symbols(settings: Build, library: &Path) {
    let symbols =
        command::succeed(Command::new("nm").args(["--dynamic", "--defined-only"]).arg(library)).stdout;
    let names: Vec<&str> = symbols.lines().filter_map(|line| line.split_whitespace().last()).collect();
    for name in EXPORTS.iter().map(|(name, _)| *name).chain(["at_root"]) {
        for symbol in [
            format!("__tvm_ffi_{name}"),
            format!("__tvm_ffi__metadata_{name}"),
            format!("__tvm_ffi__doc_{name}"),
        ] {
            assert!(names.contains(&symbol.as_str()), "{settings:?} lost {symbol}:\n{symbols}");
        }
    }
}

fn check_calls(inspect: &Path, library: &Path) {
    let mut command = Command::new(inspect);
    command.arg(library);
    let mut expected = String::new();
    for (name, value) in EXPORTS {
        command.arg(format!("export={name}"));
        expected += &format!("export {name} {value}\n");
    }
    for (name, value) in GLOBALS {
        command.arg(format!("global={name}"));
        expected += &format!("global {name} {value}\n");
    }
    for (key, value) in CLASSES {
        command.arg(format!("class={key}"));
        expected += &format!("class {key} {value}\n");
    }
    for ending in LOADERS {
        command.arg(format!("loader={ending}"));
        expected += &format!("loader {ending}\n");
    }
    assert_eq!(command::succeed(&mut command).stdout, expected, "{}", library.display());
}

#[test]
fn nothing_is_lost() {
    let target = TargetFolder::get().subfolder("link-matrix");
    let inspect = Compiler::get(Language::C).map(|compiler| compiler.program("c/inspect.c"));
    for settings in BUILDS {
        let library = library(settings, &target);
        check_settings(settings, &library);
        check_symbols(settings, &library);
        if let Some(inspect) = &inspect {
            check_calls(inspect, &library);
        }
    }
}

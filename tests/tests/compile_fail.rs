//! Mistakes that the compiler must report where they stand. The expected reports lie beside the
//! files; `TRYBUILD=overwrite cargo test -p ffi-tests --test compile_fail` writes them anew.

use ffi_tests::{command, tests_path};
use std::process::Command;

/// The release of rustc whose own words the reports of `worded_by_rustc` hold.
fn has_the_words_of_this_rustc() -> bool {
    let path = tests_path("compile_fail/worded_by_rustc/release.txt");
    let release = std::fs::read_to_string(&path).expect("the release is noted");
    let version = command::succeed(Command::new("rustc").arg("--version")).stdout;
    let same = version.starts_with(&format!("rustc {}.", release.trim()));
    if !same {
        eprintln!("skipped compile_fail/worded_by_rustc: its reports are those of rustc {}", release.trim());
    }
    same
}

#[test]
fn compile_fail() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("compile_fail/*.rs");
    if has_the_words_of_this_rustc() {
        cases.compile_fail("compile_fail/worded_by_rustc/*.rs");
    }
}

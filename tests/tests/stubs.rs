//! `tvm-ffi-stubgen` writes stubs of the classes fixture; mypy checks scripts against them.

use ffi_tests::{PythonEnvironment, TargetFolder, command, extension, tests_path};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the author of `classes_api.py` wrote, filled in.
fn generated(environment: &PythonEnvironment, test: &str) -> PathBuf {
    let folder = TargetFolder::get().subfolder("ffi-stubs").join(test);
    fs::create_dir_all(&folder).unwrap();
    for name in ["classes_api.py", "correct.py", "mistakes.py"] {
        fs::copy(tests_path("stubs").join(name), folder.join(name)).unwrap();
    }
    let mut generate = environment.command();
    generate.args(["-m", "tvm_ffi.stub.cli", "classes_api.py", "--dlls"]);
    command::succeed(generate.arg(extension::library("fixture_classes")).current_dir(&folder));
    folder
}

fn mypy(environment: &PythonEnvironment, folder: &Path, script: &str) -> Command {
    let mut command = environment.command();
    command.current_dir(folder).args(["-m", "mypy", "--strict", "--no-error-summary", script]);
    command
}

#[test]
fn a_correct_script_passes_and_runs() {
    let Some(environment) = PythonEnvironment::get() else { return };
    let folder = generated(environment, "correct");
    command::succeed(&mut mypy(environment, &folder, "correct.py"));
    let mut script = environment.command();
    script.arg("correct.py").env("FFI_FIXTURE_CLASSES", extension::library("fixture_classes"));
    let finished = command::succeed(script.current_dir(&folder));
    assert_eq!(finished.stdout, "12 2 ROUND 5 herethere [1, 2]\n");
}

#[test]
fn each_mistake_is_found() {
    let Some(environment) = PythonEnvironment::get() else { return };
    let folder = generated(environment, "mistakes");
    let finished = command::run(&mut mypy(environment, &folder, "mistakes.py")).unwrap();
    let script = fs::read_to_string(tests_path("stubs").join("mistakes.py")).unwrap();
    let expected: Vec<(usize, String)> = script
        .lines()
        .enumerate()
        .filter_map(|(index, line)| Some((index + 1, line.split_once("# mypy: ")?.1)))
        .flat_map(|(number, codes)| codes.split(' ').map(move |code| (number, code.to_owned())))
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(found(&finished.stdout), expected, "{finished}");
}

/// The errors of `mistakes.py` as line and code, in order.
fn found(output: &str) -> Vec<(usize, String)> {
    let error = |line: &str| {
        let (place, error) = line.split_once(": error: ")?;
        let number = place.rsplit(':').next()?.parse().ok()?;
        assert!(place.starts_with("mistakes.py:"), "an error elsewhere: {line}");
        Some((number, error.rsplit_once('[')?.1.trim_end_matches(']').to_owned()))
    };
    output.lines().filter_map(error).collect()
}

#[test]
fn the_generated_file_is_as_expected() {
    let Some(environment) = PythonEnvironment::get() else { return };
    let folder = generated(environment, "text");
    let text = fs::read_to_string(folder.join("classes_api.py")).unwrap();
    for line in [
        "    def pair_map(_0: Sequence[str], /) -> Mapping[str, IntPair]: ...",
        "        def __init__(self, a: int, b: int = ...) -> None: ...",
        "        def __init__(self, name: str, radius: float) -> None: ...",
        "        def __init__(self, x: int, y: int = ..., label: str = ...) -> None: ...",
        "        def unit() -> IntPair: ...",
        "        def __len__(self, /) -> int: ...",
        "        def parent(self, /) -> Node | None: ...",
        "    children: Sequence[Node]",
        "    next: Node | None",
    ] {
        assert!(text.lines().any(|written| written == line), "no line {line:?} in\n{text}");
    }
}

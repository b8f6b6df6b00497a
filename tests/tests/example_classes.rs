//! The example of a class prints what it should, from Python.

use ffi_tests::{PythonEnvironment, command, extension, workspace_root};

#[test]
fn vocabulary() {
    let Some(environment) = PythonEnvironment::get() else { return };
    let mut python = environment.command();
    python
        .arg(workspace_root().join("examples/classes/python/vocabulary.py"))
        .arg(extension::library("example_classes"));
    let finished = command::succeed(&mut python);
    assert_eq!(
        finished.stdout,
        "6 words, first ['the', 'dog']\n\
         [1, 3, 1, 0]\n\
         the cat ?\n\
         the cat <unknown> True False\n\
         (2, 3)\n\
         8\n"
    );
}

//! Running commands so that a failure shows the command and all it printed.

use std::fmt;
use std::process::{Command, ExitStatus};

/// What a command printed and how it ended.
pub struct Finished {
    /// The command line, for messages.
    pub line: String,
    /// How it ended.
    pub status: ExitStatus,
    /// All of standard output.
    pub stdout: String,
    /// All of standard error.
    pub stderr: String,
}

impl fmt::Display for Finished {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}\nended with {}\n--- stdout\n{}\n--- stderr\n{}",
            self.line, self.status, self.stdout, self.stderr
        )
    }
}

/// Runs a command to its end; an error only where it could not be started.
pub fn run(command: &mut Command) -> Result<Finished, String> {
    let line = format!("{command:?}");
    let output = command.output().map_err(|error| format!("could not start {line}: {error}"))?;
    Ok(Finished {
        line,
        status: output.status,
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Runs a command that must succeed.
///
/// # Panics
///
/// With the command and its output where it fails.
#[track_caller]
pub fn succeed(command: &mut Command) -> Finished {
    let finished = run(command).unwrap_or_else(|error| panic!("{error}"));
    assert!(finished.status.success(), "{finished}");
    finished
}

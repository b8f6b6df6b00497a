//! The command line.

use std::path::{Path, PathBuf};

/// What `--help` prints.
pub const HELP: &str = "\
Compares the cost of native calls: C, C++, the tvm-ffi crate and this project.

usage: cargo run --release -p ffi-benches -- [options]

  --rounds N     samples per function and version (default 100)
  --only NAME    only this row; may be given several times
  --markdown     print Markdown tables
  --count        also count instructions, by valgrind (all but the Python callback)
  --help         print this";

/// The hidden first argument of the run under valgrind.
const RUN_COUNTED: &str = "--run-counted";

/// What to do.
pub enum Command {
    Help,
    Compare(Options),
    /// Make the counted calls; run under valgrind by this program itself.
    RunCounted {
        host: PathBuf,
        libraries: Vec<PathBuf>,
        only: Vec<String>,
    },
}

/// How to compare.
pub struct Options {
    pub rounds: usize,
    pub only: Vec<String>,
    pub markdown: bool,
    pub count: bool,
}

/// The arguments of the run under valgrind.
pub fn run_counted_arguments(host: &Path, libraries: &[PathBuf], only: &[String]) -> Vec<String> {
    let mut arguments = vec![RUN_COUNTED.to_owned(), host.display().to_string()];
    for library in libraries {
        arguments.extend(["--library".to_owned(), library.display().to_string()]);
    }
    for name in only {
        arguments.extend(["--only".to_owned(), name.clone()]);
    }
    arguments
}

/// Reads the command line.
pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut options = Options { rounds: 100, only: Vec::new(), markdown: false, count: false };
    let mut host = None;
    let mut libraries = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--rounds" => {
                let text = value()?;
                options.rounds = text
                    .parse()
                    .ok()
                    .filter(|&rounds| rounds > 0)
                    .ok_or_else(|| format!("--rounds needs a positive number, not {text}"))?;
            }
            "--only" => options.only.push(value()?),
            "--markdown" => options.markdown = true,
            "--count" => options.count = true,
            "--help" | "-h" => return Ok(Command::Help),
            RUN_COUNTED => host = Some(PathBuf::from(value()?)),
            "--library" => libraries.push(PathBuf::from(value()?)),
            _ => return Err(format!("unknown option {argument}\n\n{HELP}")),
        }
    }
    Ok(match host {
        Some(host) => Command::RunCounted { host, libraries, only: options.only },
        None => Command::Compare(options),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Command, String> {
        parse(arguments.iter().map(|&argument| argument.to_owned()))
    }

    #[test]
    fn options_are_read() {
        let Ok(Command::Compare(options)) = parsed(&["--rounds", "3", "--only", "add", "--only", "nop"])
        else {
            panic!("these are options of a comparison");
        };
        assert_eq!((options.rounds, options.only), (3, vec!["add".to_owned(), "nop".to_owned()]));
    }

    #[test]
    fn mistakes_are_named() {
        for (arguments, named) in
            [(vec!["--rounds", "0"], "positive"), (vec!["--only"], "value"), (vec!["-x"], "-x")]
        {
            assert!(parsed(&arguments).is_err_and(|message| message.contains(named)));
        }
    }
}

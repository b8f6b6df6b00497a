//! The row that Python measures: a Python function that native code calls.

use std::path::{Path, PathBuf};

use ffi_tests::{PythonEnvironment, command};

use crate::measure::Cost;

/// The row's title.
pub const NAME: &str = "python_callback";

/// Callbacks in one sample.
const CALLS: u32 = 5000;

/// Runs `callback.py` in the tests' Python environment, where `tvm_ffi` loads every library and all call the same
/// Python function; gives what one callback costs each.
pub fn measure(
    python: &PythonEnvironment,
    package: &Path,
    libraries: &[PathBuf],
    rounds: usize,
) -> Result<Vec<Cost>, String> {
    let mut program = python.command();
    program.arg(package.join("callback.py")).arg(CALLS.to_string()).arg(rounds.to_string()).args(libraries);
    let finished = command::run(&mut program)?;
    if !finished.status.success() {
        return Err(format!("{finished}"));
    }
    let costs: Vec<Cost> = finished.stdout.lines().map(cost_of_line).collect::<Result<_, _>>()?;
    if costs.len() == libraries.len() {
        Ok(costs)
    } else {
        Err(format!("callback.py measured {} libraries, not {}", costs.len(), libraries.len()))
    }
}

fn cost_of_line(line: &str) -> Result<Cost, String> {
    let samples: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
    match samples {
        Ok(samples) if !samples.is_empty() => Ok(Cost::of(samples)),
        _ => Err(format!("callback.py printed {line:?} and no numbers")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_samples_of_one_library() {
        let cost = cost_of_line("3.5 1.5 2.5").expect("these are numbers");
        assert_eq!((cost.minimum, cost.median), (1.5, 2.5));
        assert!(cost_of_line("").is_err() && cost_of_line("1 x").is_err());
    }
}

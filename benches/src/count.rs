//! Instruction counts by valgrind: the same on every run, where times are not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::abi::{Host, PackedCall};
use crate::cases::Case;
use crate::measure::call_repeatedly;

/// Calls that are counted together.
const CALLS: u64 = 1000;

/// The function that collection is confined to, by its symbol.
const COUNTED: &str = "ffi_benches_counted_calls";

/// Makes the calls that callgrind counts. It writes one file each time this function returns.
///
/// # Safety
/// The function accepts the arguments of the case.
#[inline(never)]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn ffi_benches_counted_calls(host: &Host, case: &Case, function: PackedCall) {
    // SAFETY: the caller vouches for the arguments.
    unsafe { call_repeatedly(host, function, &case.arguments, CALLS) };
}

/// What runs under valgrind: every version of every case, one counted run each, in the order of `functions`.
pub fn run_counted(host: &Host, cases: &[(&Case, Vec<PackedCall>)]) {
    for (case, functions) in cases {
        for &function in functions {
            // SAFETY: the arguments were checked with this function.
            unsafe {
                call_repeatedly(host, function, &case.arguments, 10); // binds symbols, fills caches
                ffi_benches_counted_calls(host, case, function);
            }
        }
    }
}

/// Runs this program under callgrind with the given arguments and gives the instructions per call of each counted run.
pub fn count(target: &Path, arguments: &[String]) -> Result<Vec<f64>, String> {
    let folder = target.join("ffi-benches").join("counts");
    let failed = |error| format!("cannot prepare {}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .args([format!("--toggle-collect={COUNTED}"), format!("--dump-after={COUNTED}")])
        .arg(format!("--callgrind-out-file={}", folder.join("count").display()))
        .arg(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("cannot run valgrind, which --count needs: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "valgrind failed ({}):\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    (1..)
        .map(|number| folder.join(format!("count.{number}")))
        .take_while(|file| file.exists())
        .map(per_call)
        .collect()
}

fn per_call(file: PathBuf) -> Result<f64, String> {
    let text =
        fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse::<f64>().ok());
    total.map(|total| total / CALLS as f64).ok_or_else(|| format!("{} holds no total", file.display()))
}

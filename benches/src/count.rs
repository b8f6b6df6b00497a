//! Instruction counts by valgrind: the same on every run, where times are not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::abi::Host;
use crate::call::Call;
use crate::row::Row;

/// Calls that are counted together.
const CALLS: u64 = 1000;

/// The function that collection is confined to, by its symbol.
const COUNTED: &str = "ffi_benches_counted_calls";

/// Makes the calls that callgrind counts. It writes one file each time this function returns.
#[inline(never)]
#[unsafe(no_mangle)]
extern "Rust" fn ffi_benches_counted_calls(host: &Host, call: &dyn Call) {
    call.repeat(host, CALLS);
}

/// What runs under valgrind: every version of every row, one counted run each, in order.
pub fn run_counted(host: &Host, rows: &[Row]) {
    for call in rows.iter().flat_map(|row| &row.calls).flatten() {
        call.repeat(host, 10); // binds symbols, fills caches
        ffi_benches_counted_calls(host, call.as_ref());
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

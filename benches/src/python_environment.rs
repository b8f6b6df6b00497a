//! The Python interpreter whose `apache-tvm-ffi` package gives the headers and libtvm_ffi.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages of the environment.
const REQUIREMENTS: [&str; 3] = ["apache-tvm-ffi==0.1.15.post2", "numpy", "pytest"];

/// Names an interpreter that has the packages already.
const PYTHON_VARIABLE: &str = "FFI_TEST_PYTHON";

/// A Python interpreter with `apache-tvm-ffi`.
pub struct PythonEnvironment {
    python: PathBuf,
}

impl PythonEnvironment {
    /// The interpreter named by `FFI_TEST_PYTHON`, else that of `<target>/ffi-python`, which is made where it is missing.
    pub fn find_or_create(target: &Path) -> Result<Self, String> {
        if let Some(python) = env::var_os(PYTHON_VARIABLE) {
            return Ok(Self { python: python.into() });
        }
        let folder = target.join("ffi-python");
        create(target, &folder)?;
        Ok(Self { python: interpreter(&folder) })
    }

    /// The folders of the headers `tvm/ffi/c_api.h` and `dlpack/dlpack.h`.
    pub fn include_directories(&self) -> Result<Vec<PathBuf>, String> {
        let mut directories = vec![self.config("--includedir")?];
        let dlpack = self.config("--dlpack-includedir")?;
        if !directories.contains(&dlpack) {
            directories.push(dlpack);
        }
        Ok(directories)
    }

    /// The folder of libtvm_ffi.
    pub fn library_directory(&self) -> Result<PathBuf, String> {
        self.config("--libdir")
    }

    /// A `PATH` that finds this environment's `tvm-ffi-config` first.
    pub fn search_path(&self) -> Result<OsString, String> {
        let code = "import sysconfig; print(sysconfig.get_path('scripts'))";
        let scripts = PathBuf::from(output(Command::new(&self.python).args(["-c", code]))?);
        let rest = env::var_os("PATH").unwrap_or_default();
        env::join_paths([scripts].into_iter().chain(env::split_paths(&rest)))
            .map_err(|error| error.to_string())
    }

    fn config(&self, option: &str) -> Result<PathBuf, String> {
        output(Command::new(&self.python).args(["-m", "tvm_ffi.config", option])).map(PathBuf::from)
    }
}

fn interpreter(folder: &Path) -> PathBuf {
    if cfg!(windows) { folder.join("Scripts").join("python.exe") } else { folder.join("bin").join("python") }
}

/// Makes the environment once. A lock keeps several programs from making it at the same time, and the marker, written
/// last, tells a complete environment from one whose making was broken off.
fn create(target: &Path, folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("cannot prepare {}: {error}", folder.display());
    fs::create_dir_all(target).map_err(failed)?;
    let lock = File::create(target.join("ffi-python.lock")).map_err(failed)?;
    lock.lock().map_err(failed)?;

    let marker = folder.join("installed-packages");
    let wanted = REQUIREMENTS.join("\n");
    if fs::read_to_string(&marker).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    eprintln!("making a Python environment with {} in {}", REQUIREMENTS.join(", "), folder.display());
    output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder)).map_err(|error| {
        format!("{error}\ninstall python3 with its venv module, or set {PYTHON_VARIABLE} to an interpreter")
    })?;
    output(Command::new(interpreter(folder)).args(["-m", "pip", "install", "--quiet"]).args(REQUIREMENTS))?;
    fs::write(&marker, wanted).map_err(failed)
}

/// The trimmed output of a program that must succeed.
fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_owned();
    let finished = command.output().map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    if finished.status.success() {
        Ok(String::from_utf8_lossy(&finished.stdout).trim().to_owned())
    } else {
        let errors = String::from_utf8_lossy(&finished.stderr);
        Err(format!("{command:?} failed ({}):\n{}", finished.status, errors.trim()))
    }
}

//! The Python environment with the real `apache-tvm-ffi`, made once per target folder.

use crate::{TargetFolder, command, hosts_are_skipped, tests_path};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A virtual environment under `<target>/ffi-python` and what its `tvm-ffi-config` says.
#[derive(Clone)]
pub struct PythonEnvironment {
    /// Its interpreter.
    pub python: PathBuf,
    /// The folder of `tvm/ffi/c_api.h`.
    pub include_folder: PathBuf,
    /// The folder of `dlpack/dlpack.h`.
    pub dlpack_include_folder: PathBuf,
    /// The folder of `libtvm_ffi.so`.
    pub library_folder: PathBuf,
    /// `libtvm_ffi.so` itself.
    pub library: PathBuf,
}

impl PythonEnvironment {
    /// The environment, made on first use; `None` where `FFI_SKIP_HOSTS=1` is set.
    ///
    /// # Panics
    ///
    /// Where it cannot be made, with what to install.
    #[track_caller]
    pub fn get() -> Option<&'static PythonEnvironment> {
        static ENVIRONMENT: OnceLock<Result<PythonEnvironment, String>> = OnceLock::new();
        if hosts_are_skipped("Python with apache-tvm-ffi") {
            return None;
        }
        match ENVIRONMENT.get_or_init(prepare) {
            Ok(environment) => Some(environment),
            Err(message) => panic!("{message}"),
        }
    }

    /// A `PATH` that finds this environment's programs first, `tvm-ffi-config` among them.
    pub fn search_path(&self) -> OsString {
        let programs = self.python.parent().map(Path::to_path_buf);
        let rest = std::env::var_os("PATH").unwrap_or_default();
        std::env::join_paths(programs.into_iter().chain(std::env::split_paths(&rest))).unwrap_or(rest)
    }

    /// A command that runs this environment's interpreter.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.python);
        command
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env_remove("PYTHONPATH")
            .env_remove("PYTHONHOME")
            .env_remove("TVM_FFI_LIBRARY");
        command
    }
}

/// Makes or reuses the environment, one process at a time.
fn prepare() -> Result<PythonEnvironment, String> {
    let target = TargetFolder::get();
    let folder = target.root.join("ffi-python");
    let lock = File::create(target.root.join("ffi-python.lock"))
        .map_err(|error| format!("could not write to {}: {error}", target.root.display()))?;
    lock.lock().map_err(|error| format!("could not lock the Python environment: {error}"))?;

    let base = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let version = python_version(&base)?;
    let torch_is_asked_for = std::env::var_os("FFI_TEST_TORCH").is_some_and(|value| value == "1");
    let stamp_path = folder.join("installed.txt");
    let with_torch = stamp(&version, true)?;
    let without_torch = stamp(&version, false)?;
    let installed = fs::read_to_string(&stamp_path).unwrap_or_default();

    // An environment that has torch serves those who did not ask for it too.
    if installed.starts_with(&with_torch) || (!torch_is_asked_for && installed.starts_with(&without_torch)) {
        return read_configuration(&folder, &installed);
    }
    let requirements: &[&str] = if torch_is_asked_for {
        &["requirements.txt", "requirements-torch.txt"]
    } else {
        &["requirements.txt"]
    };
    eprintln!("making the Python environment {} ({})", folder.display(), requirements.join(", "));
    make(&base, &folder, requirements)?;
    let configuration = ask_configuration(&folder)?;
    let wanted = if torch_is_asked_for { with_torch } else { without_torch };
    let stamp_text = wanted + &configuration;
    fs::write(&stamp_path, &stamp_text)
        .map_err(|error| format!("could not write {}: {error}", stamp_path.display()))?;
    read_configuration(&folder, &stamp_text)
}

/// The version line of the interpreter that the environment is made from.
fn python_version(base: &std::ffi::OsStr) -> Result<String, String> {
    let missing =
        "install python3 (3.9 or newer, with its venv module), or set FFI_SKIP_HOSTS=1 to skip what needs it";
    let finished =
        command::run(Command::new(base).arg("--version")).map_err(|error| format!("{error}: {missing}"))?;
    if finished.status.success() {
        Ok(finished.stdout.trim().to_owned())
    } else {
        Err(format!("{missing}\n{finished}"))
    }
}

/// What a finished environment's stamp begins with.
fn stamp(version: &str, torch: bool) -> Result<String, String> {
    let read = |name: &str| {
        let path = tests_path("python").join(name);
        fs::read_to_string(&path).map_err(|error| format!("could not read {}: {error}", path.display()))
    };
    let mut text = format!("{version}\n{}", read("requirements.txt")?);
    if torch {
        text += &read("requirements-torch.txt")?;
    }
    text += "configuration:\n";
    Ok(text)
}

/// Makes the virtual environment where there is none, and installs the requirements.
fn make(base: &std::ffi::OsStr, folder: &Path, requirements: &[&str]) -> Result<(), String> {
    let created = command::run(Command::new(base).args(["-m", "venv"]).arg(folder))?;
    if !created.status.success() {
        return Err(format!(
            "install Python's venv module (python3-venv on Debian and Ubuntu), or set FFI_SKIP_HOSTS=1\n{created}"
        ));
    }
    let mut install = Command::new(interpreter(folder));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    for name in requirements {
        install.arg("-r").arg(tests_path("python").join(name));
    }
    let installed = command::run(&mut install)?;
    if !installed.status.success() {
        return Err(format!(
            "pip could not install the test requirements: make a package index reachable, or set FFI_SKIP_HOSTS=1\n{installed}"
        ));
    }
    Ok(())
}

fn interpreter(folder: &Path) -> PathBuf {
    folder.join("bin").join("python")
}

/// The four paths of `tvm-ffi-config`, one a line.
fn ask_configuration(folder: &Path) -> Result<String, String> {
    let mut text = String::new();
    for option in ["--includedir", "--dlpack-includedir", "--libdir", "--libfiles"] {
        let finished = command::run(Command::new(folder.join("bin/tvm-ffi-config")).arg(option))?;
        if !finished.status.success() {
            return Err(format!("the installed apache-tvm-ffi does not work: {finished}"));
        }
        text += finished.stdout.trim();
        text.push('\n');
    }
    Ok(text)
}

fn read_configuration(folder: &Path, stamp: &str) -> Result<PythonEnvironment, String> {
    let paths: Vec<PathBuf> = stamp.lines().rev().take(4).map(PathBuf::from).collect();
    match <[PathBuf; 4]>::try_from(paths) {
        Ok([library, library_folder, dlpack_include_folder, include_folder]) => Ok(PythonEnvironment {
            python: interpreter(folder),
            include_folder,
            dlpack_include_folder,
            library_folder,
            library,
        }),
        Err(_) => Err(format!("remove {}: it is incomplete", folder.display())),
    }
}

//! The four versions of the functions, and how each is built.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ffi_tests::PythonEnvironment;

/// One version of the benchmarked functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// Written by hand against `c_api.h`: the floor.
    C,
    /// `TVM_FFI_DLL_EXPORT_TYPED_FUNC`.
    Cpp,
    /// The `tvm-ffi` crate from crates.io.
    Crate,
    /// This project.
    Project,
}

impl Version {
    /// All versions, in the order of the table's columns.
    pub const ALL: [Self; 4] = [Self::C, Self::Cpp, Self::Crate, Self::Project];

    /// The column's title.
    pub fn title(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Crate => "tvm-ffi crate",
            Self::Project => "this project",
        }
    }
}

/// What a build needs.
pub struct Builder<'a> {
    /// The folder of this package.
    pub package: &'a Path,
    /// The target folder that this program was built in.
    pub target: &'a Path,
    /// Where the headers and libtvm_ffi are.
    pub python: &'a PythonEnvironment,
}

impl Builder<'_> {
    /// Builds one version and gives its library.
    pub fn build(&self, version: Version) -> Result<PathBuf, String> {
        eprintln!("building: {}", version.title());
        let peers = self.package.join("peers");
        match version {
            Version::C => {
                let sources =
                    ["functions.c", "containers.c", "kernels.c"].map(|name| peers.join("c").join(name));
                self.compile("cc", &["-O2"], &sources, "peer_c")
            }
            Version::Cpp => {
                let sources = ["classes.cc", "functions.cc", "containers.cc", "kernels.cc"]
                    .map(|name| peers.join("cpp").join(name));
                self.compile("c++", &["-std=c++17", "-O2"], &sources, "peer_cpp")
            }
            Version::Crate => {
                let manifest = peers.join("tvm_ffi_crate").join("Cargo.toml");
                self.cargo(&manifest, "tvm-ffi-crate-peer", &self.target.join("ffi-benches-peer"))
            }
            Version::Project => {
                let manifest = self.package.join("extension").join("Cargo.toml");
                self.cargo(&manifest, "ffi-benches-extension", self.target)
            }
        }
    }

    fn compile(
        &self,
        compiler: &str,
        options: &[&str],
        sources: &[PathBuf],
        name: &str,
    ) -> Result<PathBuf, String> {
        let folder = self.target.join("ffi-benches");
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let library = folder.join(format!("{DLL_PREFIX}{name}{DLL_SUFFIX}"));
        let mut command = Command::new(compiler);
        command.args(options).args(["-fPIC", "-shared"]);
        for directory in [&self.python.include_folder, &self.python.dlpack_include_folder] {
            command.arg("-I").arg(directory);
        }
        let libraries = &self.python.library_folder;
        let mut run_path = OsString::from("-Wl,-rpath,");
        run_path.push(libraries);
        command.args(sources).arg("-L").arg(libraries).arg("-ltvm_ffi").arg(run_path).arg("-o").arg(&library);
        run(&mut command).map(|()| library)
    }

    fn cargo(&self, manifest: &Path, package: &str, target: &Path) -> Result<PathBuf, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            .args(["build", "--release", "--quiet", "--package", package])
            .arg("--manifest-path")
            .arg(manifest);
        // The `tvm-ffi` crate asks the `tvm-ffi-config` on PATH where libtvm_ffi is.
        command.arg("--target-dir").arg(target).env("PATH", self.python.search_path());
        run(&mut command)?;
        let name = package.replace('-', "_");
        Ok(target.join("release").join(format!("{DLL_PREFIX}{name}{DLL_SUFFIX}")))
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_owned();
    let status = command.status().map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", program.display())) }
}

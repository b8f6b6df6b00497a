//! C and C++ programs against the installed `apache-tvm-ffi`.

use crate::{PythonEnvironment, TargetFolder, command, hosts_are_skipped, tests_path};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which of the two compilers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C11, by `$CC` or `cc`.
    C,
    /// C++17, by `$CXX` or `c++`.
    Cxx,
}

impl Language {
    fn command(self) -> OsString {
        let (variable, default) = match self {
            Language::C => ("CC", "cc"),
            Language::Cxx => ("CXX", "c++"),
        };
        std::env::var_os(variable).unwrap_or_else(|| default.into())
    }

    fn missing(self) -> &'static str {
        match self {
            Language::C => "install a C compiler (gcc or clang), or name one in CC",
            Language::Cxx => "install a C++ compiler (g++ or clang++), or name one in CXX",
        }
    }
}

/// A compiler and the package whose headers and library it uses.
pub struct Compiler {
    language: Language,
    environment: &'static PythonEnvironment,
    links_the_host: bool,
}

impl Compiler {
    /// The compiler for programs linked to libtvm_ffi; `None` where `FFI_SKIP_HOSTS=1` is set.
    ///
    /// # Panics
    ///
    /// Where there is no compiler or no package, with what to install.
    #[track_caller]
    pub fn get(language: Language) -> Option<Compiler> {
        if hosts_are_skipped("a C or C++ compiler") {
            return None;
        }
        if let Err(error) = command::run(Command::new(language.command()).arg("--version")) {
            panic!("{error}: {}, or set FFI_SKIP_HOSTS=1", language.missing());
        }
        let environment = PythonEnvironment::get()?;
        Some(Compiler { language, environment, links_the_host: true })
    }

    /// The same, with libtvm_ffi left out of the link: the program loads it when it wants to.
    pub fn without_host(mut self) -> Compiler {
        self.links_the_host = false;
        self
    }

    /// The path of libtvm_ffi.
    pub fn host_library(&self) -> &Path {
        &self.environment.library
    }

    /// Compiles `tests/<source>` to an executable and returns its path.
    ///
    /// # Panics
    ///
    /// With the compiler's output where it fails.
    #[track_caller]
    pub fn program(&self, source: &str) -> PathBuf {
        self.compile(&tests_path(source))
    }

    /// Compiles any source file to an executable and returns its path.
    ///
    /// # Panics
    ///
    /// With the compiler's output where it fails.
    #[track_caller]
    pub fn compile(&self, source: &Path) -> PathBuf {
        let name = source.file_name().unwrap_or_default().to_string_lossy().replace('.', "_");
        let program = TargetFolder::get().subfolder("ffi-programs").join(name);
        // Tests of one process compile side by side, so that a program appears whole or not at all.
        static COMPILED: AtomicUsize = AtomicUsize::new(0);
        let number = COMPILED.fetch_add(1, Ordering::Relaxed);
        let unfinished = program.with_extension(format!("{}-{number}", std::process::id()));
        let standard = match self.language {
            Language::C => "-std=c11",
            Language::Cxx => "-std=c++17",
        };
        let mut compile = Command::new(self.language.command());
        compile
            .args([standard, "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread"])
            .arg("-isystem")
            .arg(&self.environment.include_folder)
            .arg("-isystem")
            .arg(&self.environment.dlpack_include_folder)
            .arg("-I")
            .arg(source.parent().expect("a source file lies in a folder"))
            .arg("-o")
            .arg(&unfinished)
            .arg(source);
        if self.links_the_host {
            let mut search = OsString::from("-Wl,-rpath,");
            search.push(&self.environment.library_folder);
            compile.arg("-L").arg(&self.environment.library_folder).arg(search).arg("-ltvm_ffi");
        }
        command::succeed(compile.arg("-ldl"));
        std::fs::rename(&unfinished, &program).expect("the compiler made the program");
        program
    }
}

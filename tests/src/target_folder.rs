//! The cargo target folder that the running test was built into.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where cargo puts what it builds, read off the path of the running test.
pub struct TargetFolder {
    /// The target folder itself.
    pub root: PathBuf,
    /// The folder of the profile, such as `target/debug`.
    pub profile_folder: PathBuf,
    /// The profile's name as `cargo build --profile` takes it.
    pub profile: String,
    /// The `--target` triple the tests were built for, where one was given.
    pub triple: Option<String>,
}

impl TargetFolder {
    /// The folder of the running test.
    pub fn get() -> &'static TargetFolder {
        static FOLDER: OnceLock<TargetFolder> = OnceLock::new();
        FOLDER.get_or_init(|| {
            let executable = std::env::current_exe().expect("the running test has a path");
            TargetFolder::of(&executable)
        })
    }

    /// Reads `<root>[/<triple>]/<profile>[/deps]/<executable>`: tests lie in `deps`, programs beside it.
    fn of(executable: &Path) -> TargetFolder {
        let folder = executable.parent().expect("the executable lies in a folder");
        let is_deps = folder.file_name().is_some_and(|name| name == "deps");
        let profile_folder = if is_deps { folder.parent() } else { Some(folder) }
            .expect("the executable lies in a target folder")
            .to_path_buf();
        let root = profile_folder
            .ancestors()
            .skip(1)
            .find(|folder| folder.join("CACHEDIR.TAG").is_file())
            .or(profile_folder.parent())
            .expect("the profile's folder lies in the target folder")
            .to_path_buf();
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let profile = match name(&profile_folder).as_str() {
            "debug" => "dev".to_owned(),
            other => other.to_owned(),
        };
        let triple = profile_folder.parent().filter(|parent| *parent != root).map(name);
        TargetFolder { root, profile_folder, profile, triple }
    }

    /// A folder under the target folder, made if need be.
    ///
    /// # Panics
    ///
    /// Where it cannot be made.
    pub fn subfolder(&self, name: &str) -> PathBuf {
        let folder = self.root.join(name);
        std::fs::create_dir_all(&folder)
            .unwrap_or_else(|error| panic!("could not make {}: {error}", folder.display()));
        folder
    }
}

//! Loaders of modules by the endings of file names.

use std::sync::{Mutex, PoisonError};

use super::registration::report;
use crate::error::Result;
use crate::function::{Function, register_library_global};
use crate::host;
use crate::module::Module;

/// What [`module_loader!`](crate::module_loader) submits: how to load files with one ending.
pub struct ModuleLoader {
    ending: &'static str,
    load: LoadFunction,
    /// The module of the `module_loader!`, for messages.
    path: &'static str,
    /// Registers the loader. Behind a pointer, so that only libraries with a loader contain it.
    register: fn(&'static Self),
}

/// Makes a module of the file with that path.
type LoadFunction = fn(&str) -> Result<Module>;

/// The names of the global functions that the hosts look for begin with it; the ending follows.
const GLOBAL_PREFIX: &str = "ffi.Module.load_from_file.";

inventory::collect!(ModuleLoader);

impl ModuleLoader {
    /// A loader for files whose names end in a dot and `ending`.
    ///
    /// # Panics
    /// When no host would ask for such an ending: an empty one, one with a dot, one of a shared library.
    pub const fn new(ending: &'static str, load: LoadFunction, path: &'static str) -> Self {
        let bytes = ending.as_bytes();
        assert!(!bytes.is_empty(), "the ending of a file name is empty");
        let mut index = 0;
        while index < bytes.len() {
            assert!(bytes[index] != b'.', "an ending is what follows the last dot of a file name");
            index += 1;
        }
        assert!(
            !matches!(bytes, b"so" | b"dll" | b"dylib" | b"dso"),
            "files with this ending are shared libraries, which the host loads"
        );
        Self { ending, load, path, register: Self::register_once }
    }

    #[inline]
    fn register_once(&'static self) {
        /// Those that were registered, or tried to be.
        static REGISTERED: Mutex<Vec<&ModuleLoader>> = Mutex::new(Vec::new());
        {
            let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
            if registered.iter().any(|other| core::ptr::eq(*other, self)) {
                return;
            }
            registered.push(self);
        }
        let load = self.load;
        // The second argument is the ending.
        let function = Function::from_fn(move |path: &str, _ending: &str| load(path));
        if let Err(error) = register_library_global(&format!("{GLOBAL_PREFIX}{}", self.ending), &function) {
            report(self.path, &error);
        }
    }
}

/// Registers the loaders that have been submitted and are not registered yet with the host that is there.
///
/// `inventory` submits them by constructors, which run in the order of the link; where the host is there before
/// the library, some may come after this library's own. So this is done at every later occasion: by a constructor
/// beside each loader, and when a host has loaded the library.
#[inline(never)]
pub(super) fn register_loaders() {
    for loader in inventory::iter::<ModuleLoader> {
        (loader.register)(loader);
    }
}

/// The constructor beside each loader.
#[inline]
pub extern "C" fn loader_submitted() {
    // Before the library's own constructor there is no host yet, and that one registers all. A panic must not
    // reach the loader of libraries.
    if host::is_adopted() {
        let _ = std::panic::catch_unwind(register_loaders);
    }
}

/// Makes this library or program the one that loads files with an ending: [`Module::load`](crate::Module::load)
/// and `tvm_ffi.load_module` in Python call the function with the file's path.
///
/// Found also in crates that a library or program merely depends on. The first loader for an ending stays; what
/// comes later is reported as any registration that fails.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// struct Greetings(String);
///
/// impl ModuleObject for Greetings {
///     fn kind(&self) -> &str {
///         "greetings"
///     }
///
///     fn function(&self, name: &str) -> Result<Option<Function>> {
///         let greeting = self.0.clone();
///         Ok((name == "greet").then(|| Function::from_fn(move |who: &str| format!("{greeting}, {who}"))))
///     }
/// }
///
/// module_loader!("greeting", |path| Module::new(Greetings(std::fs::read_to_string(path)?)));
///
/// # ffi_runtime::host::use_embedded()?;
/// # let path = std::env::temp_dir().join("module_loader_example.greeting");
/// # std::fs::write(&path, "Hello")?;
/// let module = Module::load(&path)?;
/// assert_eq!(module.function("greet")?.call(("world",))?.to::<String>()?, "Hello, world");
/// # Ok::<(), Error>(())
/// ```
///
/// An ending that no host would ask for does not compile: an empty one, one with a dot, one of a shared library.
///
/// ```compile_fail
/// ffi_runtime::module_loader!("tar.gz", |path| ffi_runtime::Module::load(path));
/// ```
#[macro_export]
macro_rules! module_loader {
    ($ending:expr, $load:expr $(,)?) => {
        const _: () = {
            $crate::__private::inventory::submit! {
                $crate::__private::ModuleLoader::new($ending, $load, ::core::module_path!())
            }

            #[used]
            #[cfg_attr(
                any(target_os = "linux", target_os = "android", target_os = "freebsd"),
                unsafe(link_section = ".init_array")
            )]
            #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
            #[cfg_attr(windows, unsafe(link_section = ".CRT$XCV"))]
            static SUBMITTED: extern "C" fn() = $crate::__private::loader_submitted;
        };
    };
}

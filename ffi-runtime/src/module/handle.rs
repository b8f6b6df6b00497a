use std::path::Path;

use super::defined_module::DefinedModule;
use super::{ModuleObject, cxx_module, embedded_module, imports};
use crate::any::Any;
use crate::convert::{Mismatch, impl_object_handle};
use crate::error::{Error, ErrorKind, Result};
use crate::function::Function;
use crate::host::{self, HostKind};
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

/// A loaded library, or another module that the host knows: `tvm_ffi.Module` in Python.
///
/// ```no_run
/// use ffi_runtime::prelude::*;
///
/// let module = Module::load("libmy_extension.so")?;
/// let add = module.function("add")?;
/// assert_eq!(add.call((1, 2))?.to::<i64>()?, 3);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Module(ObjectPtr);

impl Module {
    /// Loads the module in a file. In a program without a host, one is started: the library that
    /// `TVM_FFI_LIBRARY` names, a libtvm_ffi that the loader finds, or the embedded host.
    ///
    /// # Errors
    /// A RuntimeError naming the file when it is missing or no library, or was built for another host.
    #[inline]
    #[track_caller]
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let Some(name) = path.to_str() else {
            return Err(Error::new(
                ErrorKind::ValueError,
                format!("Expected a path in UTF-8 but got `{}`", path.display()),
            ));
        };
        // A bare file name is searched for by the loader; anything else is where it says.
        let is_bare = path.components().count() == 1 && !name.contains(std::path::MAIN_SEPARATOR);
        if !is_bare && !path.exists() {
            return Err(Error::new(
                ErrorKind::RuntimeError,
                format!("cannot load module `{name}`: there is no such file"),
            ));
        }
        let load = Function::global("ffi.ModuleLoadFromFile")?;
        let module = match load.call((name,)) {
            Ok(module) => module.to::<Self>()?,
            // The embedded host names the file and the reason by itself.
            Err(error) if host::require()?.header.kind == HostKind::EMBEDDED => return Err(error),
            Err(error) => {
                let message = format!("cannot load module `{name}`: {}", error.message());
                return Err(Error::new(ErrorKind::RuntimeError, message).with_cause(error));
            }
        };
        host::attach_library(path)?;
        Ok(module)
    }

    /// The functions that the running program exports itself, and others that were registered in the process as
    /// symbols of the system library. Those whose name begins with `prefix` are found without it as well.
    ///
    /// # Errors
    /// A RuntimeError when there is no host.
    #[inline]
    #[track_caller]
    pub fn system_library(prefix: &str) -> Result<Self> {
        Function::global("ffi.SystemLib")?.call((prefix,))?.to()
    }

    /// The function of that name.
    ///
    /// # Errors
    /// An AttributeError naming the function when the module has none of that name.
    #[inline]
    #[track_caller]
    pub fn function(&self, name: &str) -> Result<Function> {
        let found = self.query("ffi.ModuleGetFunction", name)?;
        match found.to::<Option<Function>>()? {
            Some(function) => Ok(function),
            None => Err(Error::new(
                ErrorKind::AttributeError,
                format!("the module has no function `{name}`: is it annotated with `#[ffi_export]`?"),
            )),
        }
    }

    /// Whether the module has a function of that name.
    #[inline]
    pub fn has_function(&self, name: &str) -> bool {
        self.query("ffi.ModuleImplementsFunction", name).and_then(|found| found.to()).unwrap_or(false)
    }

    /// The metadata of the function of that name: JSON with its type schema. None when there is none.
    ///
    /// # Errors
    /// A RuntimeError when the host cannot tell.
    #[inline]
    #[track_caller]
    pub fn function_metadata(&self, name: &str) -> Result<Option<String>> {
        self.query("ffi.ModuleGetFunctionMetadata", name)?.to()
    }

    /// The doc comment of the function of that name. None when there is none.
    ///
    /// # Errors
    /// A RuntimeError when the host cannot tell.
    #[inline]
    #[track_caller]
    pub fn function_doc(&self, name: &str) -> Result<Option<String>> {
        self.query("ffi.ModuleGetFunctionDoc", name)?.to()
    }

    /// A module defined in Rust, which every language can use. The example is at [`ModuleObject`].
    ///
    /// # Errors
    /// A RuntimeError when there is no host, or one that such a module cannot be given to: a libtvm_ffi of another
    /// version, or one on a platform whose C++ ABI is not known here. A ValueError when the kind has a NUL inside.
    #[inline]
    #[track_caller]
    pub fn new(object: impl ModuleObject) -> Result<Self> {
        let host = host::require()?;
        let module = DefinedModule::new(object)?;
        if host.header.kind == HostKind::EMBEDDED {
            embedded_module::new(module)
        } else {
            cxx_module::new(host, module)
        }
    }

    /// What kind of module this is: `library` when it was loaded from one.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// # ffi_runtime::host::use_embedded()?;
    /// assert_eq!(Module::system_library("")?.kind()?, "library");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A RuntimeError when the host cannot tell.
    #[inline]
    #[track_caller]
    pub fn kind(&self) -> Result<String> {
        Function::global("ffi.ModuleGetKind")?.call((self,))?.to()
    }

    /// Makes the functions of `other` available to this module.
    ///
    /// # Errors
    /// A RuntimeError when `other` imports this module.
    #[inline]
    #[track_caller]
    pub fn import(&self, other: &Self) -> Result<()> {
        Function::global("ffi.ModuleImportModule")?.call((self, other))?.to()
    }

    /// The modules that this one imports itself.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// # ffi_runtime::host::use_embedded()?;
    /// let (importer, imported) = (Module::system_library("importer_")?, Module::system_library("")?);
    /// importer.import(&imported)?;
    /// assert_eq!(importer.imports()?.len(), 1);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A RuntimeError when the host cannot tell.
    #[inline]
    #[track_caller]
    pub fn imports(&self) -> Result<Vec<Self>> {
        imports::of(self)
    }

    /// Gives all imported modules back.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// # ffi_runtime::host::use_embedded()?;
    /// let (importer, imported) = (Module::system_library("importer_")?, Module::system_library("")?);
    /// importer.import(&imported)?;
    /// importer.clear_imports()?;
    /// assert!(importer.imports()?.is_empty());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A RuntimeError when the host cannot do it.
    #[inline]
    #[track_caller]
    pub fn clear_imports(&self) -> Result<()> {
        Function::global("ffi.ModuleClearImports")?.call((self,))?.to()
    }

    /// Asks one of the host's questions about this module's function of that name, imports left out.
    #[inline]
    #[track_caller]
    fn query(&self, question: &str, name: &str) -> Result<Any> {
        Function::global(question)?.call((self, name, false))
    }

    /// Takes a module object over.
    ///
    /// # Safety
    /// `object` is a module.
    pub(crate) unsafe fn from_object(object: ObjectPtr) -> Self {
        Self(object)
    }

    pub(crate) fn as_object(&self) -> &ObjectPtr {
        &self.0
    }
}

impl core::fmt::Debug for Module {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Module({:p})", self.0.as_ptr())
    }
}

impl_object_handle!(Module, 0, TypeIndex::MODULE, "Module", "ffi.Module", Module, |view| Err(
    Mismatch::of_type::<Module>(view)
));

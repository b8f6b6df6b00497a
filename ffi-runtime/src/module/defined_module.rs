use core::ffi::CStr;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::ModuleObject;
use crate::error::{self, Error, ErrorKind, Result};
use crate::function::Function;

/// A [`ModuleObject`] whose answers never panic.
pub(super) struct DefinedModule {
    kind: CString,
    object: Box<dyn ModuleObject>,
}

impl DefinedModule {
    #[inline]
    #[track_caller]
    pub(super) fn new(object: impl ModuleObject) -> Result<Self> {
        let Ok(kind) = CString::new(object.kind()) else {
            let message = format!("Expected the kind of a module without NUL but got {:?}", object.kind());
            return Err(Error::new(ErrorKind::ValueError, message));
        };
        Ok(Self { kind, object: Box::new(object) })
    }

    #[inline]
    pub(super) fn kind(&self) -> &CStr {
        &self.kind
    }

    /// The function of that name; one that raises the error when it cannot be made.
    #[inline]
    pub(super) fn function(&self, name: &str) -> Option<Function> {
        match self.ask(|object| object.function(name)) {
            Ok(Ok(found)) => found,
            Ok(Err(error)) | Err(error) => Some(raises(error)),
        }
    }

    #[inline]
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.ask(|object| object.has_function(name)).unwrap_or(false)
    }

    #[inline]
    pub(super) fn function_metadata(&self, name: &str) -> Option<String> {
        self.ask(|object| object.function_metadata(name)).unwrap_or(None)
    }

    #[inline]
    pub(super) fn function_doc(&self, name: &str) -> Option<String> {
        self.ask(|object| object.function_doc(name)).unwrap_or(None)
    }

    /// The answer, or the panic as an error.
    #[inline]
    fn ask<T>(&self, question: impl FnOnce(&dyn ModuleObject) -> T) -> Result<T> {
        // A module that is left in a bad state by its own panic has to cope, as any value behind a lock.
        catch_unwind(AssertUnwindSafe(|| question(&*self.object)))
            .map_err(|payload| error::panic_error(payload, "ModuleObject"))
    }
}

/// A function that cannot be called.
#[inline]
fn raises(error: Error) -> Function {
    Function::from_packed(move |_arguments| Err(error.clone()))
}

//! Modules defined in Rust for the embedded host, which may be another library's copy of this crate: it is given
//! the kind and a function that answers its questions.

use super::Module;
use super::defined_module::DefinedModule;
use crate::any::Any;
use crate::error::{Error, ErrorKind, Result};
use crate::function::Function;

/// The host's function that makes the module.
pub(crate) const CREATE: &str = "ffi_runtime.ModuleCreate";

/// What the host asks, with the name of a function as the second argument. To a question of a later version the
/// answer is None.
pub(crate) mod question {
    pub(crate) const FUNCTION: &str = "function";
    pub(crate) const HAS_FUNCTION: &str = "has_function";
    pub(crate) const FUNCTION_METADATA: &str = "function_metadata";
    pub(crate) const FUNCTION_DOC: &str = "function_doc";
}

#[inline]
#[track_caller]
pub(super) fn new(module: DefinedModule) -> Result<Module> {
    let Some(create) = Function::find_global(CREATE)? else {
        return Err(Error::new(
            ErrorKind::RuntimeError,
            "the program's embedded host cannot make modules: build the program with this version of ffi-runtime",
        ));
    };
    let kind = module.kind().to_string_lossy().into_owned();
    let answer = Function::from_fn(move |question: &str, name: &str| match question {
        question::FUNCTION => module.function(name).map_or(Any::none(), Any::from),
        question::HAS_FUNCTION => Any::from(module.has_function(name)),
        question::FUNCTION_METADATA => module.function_metadata(name).map_or(Any::none(), Any::from),
        question::FUNCTION_DOC => module.function_doc(name).map_or(Any::none(), Any::from),
        _ => Any::none(),
    });
    create.call((kind, answer))?.to()
}

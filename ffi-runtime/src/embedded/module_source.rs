use super::functions;
use super::library::Symbols;
use crate::any::Any;
use crate::error::Result;
use crate::function::Function;
use crate::module::question;
use crate::sys::SafeCall;

/// Where a module's functions come from.
pub(super) enum ModuleSource {
    /// Symbols.
    Symbols(Symbols),
    /// A module defined in Rust, perhaps in a library with another copy of this crate.
    Defined {
        kind: String,
        /// Takes a question of [`question`] and the name of a function.
        answer: Function,
    },
}

impl ModuleSource {
    pub(super) fn kind(&self) -> &str {
        match self {
            Self::Symbols(_) => "library",
            Self::Defined { kind, .. } => kind,
        }
    }

    /// The function of that name.
    pub(super) fn function(&self, name: &str) -> Result<Option<Function>> {
        match self {
            Self::Symbols(symbols) => Ok(symbols.function(name).map(|call| {
                // SAFETY: the symbol keeps the packed call convention, needs no handle, and stays mapped.
                unsafe { functions::create(core::ptr::null_mut(), call, None) }
            })),
            Self::Defined { answer, .. } => answer.call((question::FUNCTION, name))?.to(),
        }
    }

    /// Whether there is a function of that name.
    pub(super) fn has_function(&self, name: &str) -> Result<bool> {
        match self {
            Self::Symbols(symbols) => Ok(symbols.function(name).is_some()),
            Self::Defined { answer, .. } => answer.call((question::HAS_FUNCTION, name))?.to(),
        }
    }

    /// The metadata of the function of that name.
    pub(super) fn function_metadata(&self, name: &str) -> Result<Option<String>> {
        match self {
            Self::Symbols(symbols) => self.text(symbols.metadata(name), "metadata", name),
            Self::Defined { answer, .. } => answer.call((question::FUNCTION_METADATA, name))?.to(),
        }
    }

    /// The doc comment of the function of that name.
    pub(super) fn function_doc(&self, name: &str) -> Result<Option<String>> {
        match self {
            Self::Symbols(symbols) => self.text(symbols.doc(name), "doc comment", name),
            Self::Defined { answer, .. } => answer.call((question::FUNCTION_DOC, name))?.to(),
        }
    }

    /// What a symbol returns, which must be text.
    fn text(&self, call: Option<SafeCall>, what: &str, name: &str) -> Result<Option<String>> {
        let Some(call) = call else { return Ok(None) };
        // SAFETY: the symbol keeps the packed call convention, needs no handle, and stays mapped.
        let value: Any = unsafe { functions::call_symbol(call)? };
        match value.to::<String>() {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                bail!(TypeError, "the {what} of function `{name}` in {self} is no text: {}", error.message())
            }
        }
    }
}

impl core::fmt::Display for ModuleSource {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Symbols(symbols) => symbols.fmt(f),
            Self::Defined { kind, .. } => write!(f, "a module of kind `{kind}`"),
        }
    }
}

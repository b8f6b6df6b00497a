use crate::error::Result;
use crate::function::Function;

/// A module defined in Rust: [`Module::new`](crate::Module::new) makes one that every language can use.
///
/// The functions may be asked for from any thread, any number of times. A panic stops here: the kind of answer
/// that was asked for says what comes instead.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// struct Powers;
///
/// impl ModuleObject for Powers {
///     fn kind(&self) -> &str {
///         "powers"
///     }
///
///     fn function(&self, name: &str) -> Result<Option<Function>> {
///         Ok(match name {
///             "square" => Some(Function::from_fn(|x: i64| x * x)),
///             "cube" => Some(Function::from_fn(|x: i64| x * x * x)),
///             _ => None,
///         })
///     }
/// }
///
/// /// In Python: `powers().cube(3)`.
/// #[ffi_export]
/// fn powers() -> Result<Module> {
///     Module::new(Powers)
/// }
///
/// # ffi_runtime::host::use_embedded()?;
/// assert_eq!(powers()?.function("cube")?.call((3,))?.to::<i64>()?, 27);
/// # Ok::<(), Error>(())
/// ```
pub trait ModuleObject: Send + Sync + 'static {
    /// What kind of module this is, such as `library`. It is asked for once, when the module is made.
    fn kind(&self) -> &str;

    /// The function of that name, `Ok(None)` when there is none.
    ///
    /// # Errors
    /// Whoever asks for a function cannot be told that making it failed: they get a function that raises the
    /// error when it is called. A panic is such an error as well.
    fn function(&self, name: &str) -> Result<Option<Function>>;

    /// Whether there is a function of that name. Unless it is overridden, the function is made to find out; one
    /// that cannot be made is there. After a panic there is none.
    fn has_function(&self, name: &str) -> bool {
        !matches!(self.function(name), Ok(None))
    }

    /// JSON that describes the function of that name, as `{"type_schema": "…"}` with the schema's own JSON in it.
    /// After a panic there is none.
    fn function_metadata(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// The documentation of the function of that name. After a panic there is none.
    fn function_doc(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

use std::sync::OnceLock;

use super::Function;
use crate::error::Result;

/// A global function of the host's own, looked up once: a process has one host, and its own functions stay.
pub(crate) struct HostFunction {
    name: &'static str,
    found: OnceLock<Function>,
}

impl HostFunction {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, found: OnceLock::new() }
    }

    /// The function.
    ///
    /// # Errors
    /// A RuntimeError when there is no host, or one without this function.
    #[inline]
    pub(crate) fn get(&self) -> Result<&Function> {
        match self.found.get() {
            Some(function) => Ok(function),
            None => self.look_up(),
        }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&self) -> Result<&Function> {
        let function = Function::global(self.name)?;
        Ok(self.found.get_or_init(|| function))
    }
}

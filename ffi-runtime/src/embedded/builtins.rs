//! The global functions that the host brings.

use super::{containers, function_globals, module_globals};
use crate::function::Function;

/// All of them with their names.
pub(super) fn all() -> Vec<(&'static str, Function)> {
    let mut all = function_globals::all();
    all.extend(module_globals::all());
    all.extend(containers::all());
    all
}

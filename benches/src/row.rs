use crate::call::Call;
use crate::cases::Goal;

/// A row of the table: the same call of every version.
pub struct Row {
    /// The row's title.
    pub name: &'static str,
    pub goal: Goal,
    /// One for each version, in order; None where a version has no such call.
    pub calls: Vec<Option<Box<dyn Call>>>,
}

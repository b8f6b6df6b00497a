use crate::convert::Mismatch;
use crate::error::{Error, ErrorKind};
use crate::sys::DLTensor;

/// Why the memory of a tensor cannot be used as it was asked for; both texts are phrases that follow "a tensor
/// with".
pub(super) struct Problem {
    expected: String,
    got: String,
}

impl Problem {
    #[cold]
    pub(super) fn new(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self { expected: expected.into(), got: got.into() }
    }

    /// A ValueError about the tensor; the call that it is an argument of adds its name.
    #[cold]
    #[track_caller]
    pub(super) fn about(self, tensor: &DLTensor) -> Error {
        let message = format!("{} but got {}", self.expected, self.got);
        Error::about(ErrorKind::ValueError, message, core::ptr::from_ref(tensor).addr())
    }
}

/// The problem of an argument whose conversion needs the memory.
impl From<Problem> for Mismatch {
    #[cold]
    fn from(problem: Problem) -> Self {
        Self::new_value(format!("a tensor with {}", problem.expected), problem.got)
    }
}

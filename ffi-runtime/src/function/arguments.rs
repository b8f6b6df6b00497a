use core::marker::PhantomData;

use super::{FunctionDescriptor, Returned, moved, overlap};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, Mismatch};
use crate::error::{Error, Result};
use crate::sys::{RawAny, TypeIndex};

/// Stands for an argument that is left out before others that are given by name; no value has its type index.
pub(crate) const ABSENT: RawAny = RawAny::from_bits(TypeIndex::ANY, 0);

/// The arguments of a call, borrowed from the caller.
#[derive(Clone, Copy)]
pub struct Arguments<'a> {
    first: *const RawAny,
    count: usize,
    function: &'static FunctionDescriptor,
    call: PhantomData<&'a RawAny>,
}

impl<'a> Arguments<'a> {
    /// # Safety
    /// `first` points to `count` values as the packed call convention passes them, valid for `'a`.
    #[inline(always)]
    pub(super) unsafe fn new(
        first: *const RawAny,
        count: usize,
        function: &'static FunctionDescriptor,
    ) -> Self {
        Self { first, count, function, call: PhantomData }
    }

    /// How many arguments were given.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.count
    }

    /// Whether no argument was given.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// The argument at `index`, or None when fewer were given.
    #[inline(always)]
    pub fn get(self, index: usize) -> Option<AnyView<'a>> {
        // SAFETY: the index is below the count, up to which the caller's values are valid for 'a.
        (index < self.count).then(|| unsafe { AnyView::from_raw(&*self.first.add(index)) })
    }

    /// The function that is called.
    pub(crate) fn function(self) -> &'static FunctionDescriptor {
        self.function
    }

    /// All arguments in order.
    pub fn iter(self) -> impl Iterator<Item = AnyView<'a>> {
        (0..self.count).filter_map(move |index| self.get(index))
    }

    /// An error about a tensor names the argument that the tensor is.
    #[cold]
    pub(super) fn name_subject(self, error: Error) -> Error {
        let Some(subject) = error.subject() else { return error };
        let is_subject = |view| {
            overlap::tensor_of(view).is_some_and(|tensor| core::ptr::from_ref(tensor).addr() == subject)
        };
        match self.iter().position(is_subject) {
            Some(index) => error.with_message(format!(
                "Invalid value of argument #{index} `{}` when calling: `{}`. {}",
                self.function.parameter_name(index),
                self.function.signature(),
                error.message(),
            )),
            None => error,
        }
    }

    /// Calls a function out of line; in pieces, the arguments stay in registers in calls that do without it.
    #[inline(always)]
    pub(super) fn in_pieces<R>(
        self,
        call: impl FnOnce(&'static FunctionDescriptor, *const RawAny, usize) -> R,
    ) -> R {
        call(self.function, self.first, self.count)
    }

    /// The error of a call with another number of arguments than the function takes.
    #[cold]
    pub(super) fn wrong_count(self) -> Error {
        self.function.count_error(self.count as i32)
    }
}

impl core::fmt::Debug for Arguments<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The argument at `index` as a `T`. For generated code and closures, which look for overlaps first.
///
/// # Errors
/// TypeError or ValueError, naming the function and the argument.
#[inline(always)]
pub fn required<'a, T: Argument>(arguments: Arguments<'a>, index: usize) -> Result<T::View<'a>> {
    let Some(view) = arguments.get(index) else { return Err(arguments.wrong_count()) };
    match T::from_view(view) {
        Ok(value) => {
            if T::TAKES_MOVED && view.as_raw().type_index == TypeIndex::OBJECT_RVALUE_REF {
                moved::take::<T>(arguments, index, &value);
            }
            Ok(value)
        }
        Err(mismatch) => Err(arguments
            .in_pieces(|function, first, count| argument_error(function, first, count, index, mismatch))),
    }
}

/// The error of the argument at `index`.
#[cold]
#[inline(never)]
fn argument_error(
    function: &'static FunctionDescriptor,
    first: *const RawAny,
    count: usize,
    index: usize,
    mismatch: Mismatch,
) -> Error {
    // SAFETY: `Arguments::in_pieces` hands its own pieces over.
    let arguments = unsafe { Arguments::new(first, count, function) };
    match function.dispatch.and_then(|dispatch| dispatch.chosen_by(arguments, index)) {
        Some(name) => function.argument_error(index, mismatch.since(format_args!("as argument `{name}` is"))),
        None => function.argument_error(index, mismatch),
    }
}

/// The argument at `index`, or `default()` when it was not given.
///
/// # Errors
/// As [`required`].
#[inline(always)]
pub fn defaulted<'a, T: Argument>(
    arguments: Arguments<'a>,
    index: usize,
    default: impl FnOnce() -> T::View<'a>,
) -> Result<T::View<'a>> {
    match arguments.get(index) {
        Some(view) if view.as_raw().type_index != ABSENT.type_index => required::<T>(arguments, index),
        _ => Ok(default()),
    }
}

/// Refuses memory that an argument may write to and another one reaches as well. `writers` is what
/// [`writers`](super::writers) makes of the arguments' types.
///
/// # Errors
/// ValueError, naming both arguments.
#[inline(always)]
pub fn check_overlap(arguments: Arguments<'_>, writers: u64) -> Result<()> {
    overlap::check(arguments, writers)
}

/// The function's result as the caller gets it.
///
/// # Errors
/// The function's own error; ValueError when the ABI has no such value.
#[inline(always)]
pub fn finish<R: Returned>(arguments: Arguments<'_>, returned: R) -> Result<Any> {
    match returned.into_result()? {
        Ok(value) => Ok(value),
        Err(mismatch) => Err(arguments.function.return_error(mismatch)),
    }
}

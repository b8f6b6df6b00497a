use super::for_each_range;
use crate::error::Result;

/// A slice whose parts are handed out to threads.
struct Parts<T>(*mut T);

// SAFETY: each part goes to one thread, and the elements may be used from any.
unsafe impl<T: Send> Sync for Parts<T> {}

impl<T> Parts<T> {
    fn first(&self) -> *mut T {
        self.0
    }
}

/// Calls `body` with parts of a slice, each of at least `minimum` elements (but the last) and with the index of its first
/// one, on several threads where there is enough for them.
///
/// ```
/// let mut squares = vec![0; 1000];
/// ffi_runtime::parallel::for_each_part(&mut squares, 100, |first, part| {
///     part.iter_mut().enumerate().for_each(|(index, out)| *out = (first + index) * (first + index));
///     Ok(())
/// })?;
/// assert_eq!(squares[999], 998_001);
/// # Ok::<(), ffi_runtime::Error>(())
/// ```
///
/// # Errors
/// As [`for_each_range`].
pub fn for_each_part<T: Send>(
    slice: &mut [T],
    minimum: usize,
    body: impl Fn(usize, &mut [T]) -> Result<()> + Sync,
) -> Result<()> {
    let (count, parts) = (slice.len(), Parts(slice.as_mut_ptr()));
    for_each_range(count, minimum, |range| {
        // SAFETY: the ranges are apart from each other and inside the slice, which is borrowed until all are done.
        let part = unsafe { core::slice::from_raw_parts_mut(parts.first().add(range.start), range.len()) };
        body(range.start, part)
    })
}

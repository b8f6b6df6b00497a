//! The loop over rows that the kernels share.

use ffi_runtime::{Result, Rows, RowsMut};

use crate::scalar::Scalar;

/// The least number of elements that is worth another thread.
pub(crate) const PER_THREAD: usize = 1 << 15;

/// Calls `body` with each row of `x` and the place for that of `y`, on several threads where it is worth it.
pub(crate) fn map<T: Scalar, U: Scalar<Compute = T::Compute>>(
    x: &Rows<'_, T>,
    y: &mut RowsMut<'_, U>,
    body: impl Fn(usize, &[T::Compute], &mut [T::Compute]) + Sync,
) -> Result<()> {
    write(y, |index, (gathered, numbers): &mut (Vec<T>, Vec<T::Compute>), out| {
        body(index, T::read(x.row(index).contiguous(gathered), numbers), out);
    })
}

/// Calls `body` with the place for each row of `y` and with memory of the thread's own.
pub(crate) fn write<U: Scalar, S: Default>(
    y: &mut RowsMut<'_, U>,
    body: impl Fn(usize, &mut S, &mut [U::Compute]) + Sync,
) -> Result<()> {
    y.par_for_each(PER_THREAD, |mut rows| {
        let (mut scratch, mut scattered, mut results) = (S::default(), Vec::new(), Vec::new());
        for (index, mut out) in rows.iter_mut() {
            out.with_slice(&mut scattered, |out| {
                U::write(out, &mut results, |place| body(index, &mut scratch, place));
            });
        }
        Ok(())
    })
}

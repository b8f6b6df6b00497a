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
    y.par_for_each(PER_THREAD, |mut rows| {
        let (mut gathered, mut numbers) = (Vec::new(), Vec::new());
        let (mut scattered, mut results) = (Vec::new(), Vec::new());
        for (index, mut out) in rows.iter_mut() {
            let row = T::read(x.row(index).contiguous(&mut gathered), &mut numbers);
            out.with_slice(&mut scattered, |out| {
                U::write(out, &mut results, |out| body(index, row, out));
            });
        }
        Ok(())
    })
}

use ffi_runtime::prelude::*;

use crate::float::Float;
use crate::rows;
use crate::scalar::Scalar;
use crate::wide::twice;

/// Rotates each pair `x[.., t, h, i]`, `x[.., t, h, i + d/2]` by the angle whose cosine and sine are at `[t, i]`.
pub fn rotary<T: Scalar>(
    x: TensorView<'_, T>,
    cos: TensorView<'_, T::Compute>,
    sin: TensorView<'_, T::Compute>,
    mut y: TensorViewMut<'_, T>,
) -> Result<()> {
    let &[.., tokens, heads, width] = x.shape() else {
        bail!(ValueError, "x has shape {:?}, expected (.., tokens, heads, width)", x.shape());
    };
    ensure!(width % 2 == 0, ValueError, "x has shape {:?}, expected an even last dimension", x.shape());
    for (name, table) in [("cos", &cos), ("sin", &sin)] {
        ensure!(
            table.shape() == [tokens, width / 2],
            ValueError,
            "{name} has shape {:?}, expected [{tokens}, {}]",
            table.shape(),
            width / 2
        );
    }
    let (cos, sin) = (cos.rows()?, sin.rows()?);
    let (tokens, heads) = (tokens as usize, heads as usize);
    rows::map(&x.rows()?, &mut y.rows_mut()?, |index, row, out| {
        let token = index / heads % tokens;
        let (cos, sin) = (cos.row(token), sin.row(token));
        match (cos.as_slice(), sin.as_slice()) {
            (Some(cos), Some(sin)) => rotate(row, cos, sin, out),
            _ => rotate(row, &cos.iter().collect::<Vec<_>>(), &sin.iter().collect::<Vec<_>>(), out),
        }
    })
}

twice! {
    fn rotate<F: Float, const WIDE: bool>(row: &[F], cos: &[F], sin: &[F], out: &mut [F]) {
        let half = row.len() / 2;
        let (low, high) = row.split_at(half);
        let (out_low, out_high) = out.split_at_mut(half);
        // Of one length, so that no index is checked in the loop.
        let (high, cos, sin) = (&high[..half], &cos[..half], &sin[..half]);
        let (out_low, out_high) = (&mut out_low[..half], &mut out_high[..half]);
        for index in 0..half {
            let (cos, sin) = (cos[index], sin[index]);
            out_low[index] = low[index] * cos - high[index] * sin;
            out_high[index] = high[index] * cos + low[index] * sin;
        }
    }
}

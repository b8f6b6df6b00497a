//! Values whose type indices alone tell that they convert.

use crate::sys::RawAny;

/// Whether all values are plain, without a branch for each, so that the loop can look at several at a time.
#[inline(always)]
pub(super) fn all(values: &[RawAny], is_plain: impl Fn(&RawAny) -> bool) -> bool {
    values.iter().fold(true, |all, value| all & is_plain(value))
}

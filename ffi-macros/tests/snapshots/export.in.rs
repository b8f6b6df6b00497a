/// Adds.
#[ffi_export(name = "add")]
fn add_i64(a: i64, #[ffi(default = 1)] b: i64) -> i64 { a + b }

#[ffi_export]
#[inline]
pub(crate) fn nothing() {}

#[ffi_export(crate = crate::runtime)]
#[cfg(feature = "keywords")]
#[cfg(unix)]
fn r#match() -> Result<(), Failure>
where
    String: Clone,
{
    #![allow(unused)]
    Ok(())
}

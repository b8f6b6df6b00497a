/// Fails.
///
/// Always.
#[ffi_global("package.raise_error")]
fn raise_error(message: &str) -> Result<()> {
    bail!(RuntimeError, "{message}")
}

#[ffi_global("plain", crate = ::renamed)]
fn f(#[ffi(default = Some(f32::MAX))] #[allow(unused)] x: Option<f32>) {}

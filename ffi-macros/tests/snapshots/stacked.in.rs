#[ffi_export]
#[must_use]
#[ffi_runtime::ffi_global("package.f", crate = runtime)]
fn f() -> bool { true }

#[ffi_global("package.g")]
#[ffi_export(name = "h")]
fn g(#[ffi(default = 2)] x: u8) -> u8 { x }

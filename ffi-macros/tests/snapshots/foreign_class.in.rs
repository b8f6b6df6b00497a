/// A pair that C++ defines.
#[ffi_class("testing.TestIntPair", foreign, extends = Base)]
pub struct TestIntPair {
    /// The first one.
    #[ffi(get, set)]
    pub a: i64,
    #[ffi(method, name = "sum")]
    total: fn(scale: i64, f64) -> i64,
    #[ffi(static_method)]
    unit: fn() -> TestIntPair,
    #[ffi(init)]
    new: fn(i64, i64) -> TestIntPair,
}

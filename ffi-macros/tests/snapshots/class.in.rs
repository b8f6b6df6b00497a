/// Two integers.
#[ffi_class("my_package.IntPair", eq, hash)]
#[derive(Clone, PartialEq, Hash)]
pub struct IntPair {
    /// The first one.
    #[ffi(get, set)]
    a: Field<i64>,
    #[ffi(get, name = "second", default = 3)]
    pub b: i64,
    cache: std::sync::OnceLock<i64>,
}

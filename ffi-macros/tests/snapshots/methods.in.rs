#[ffi_methods]
impl IntPair {
    #[ffi(init)]
    fn new(a: i64, #[ffi(default = 1)] b: i64) -> Result<Self> {
        Ok(Self { a, b })
    }

    /// Sum of both fields.
    #[ffi(name = "__len__")]
    pub fn sum(&self) -> i64 {
        self.a + self.b
    }

    #[ffi(method)]
    fn itself(this: Ref<Self>, others: Option<Vec<Ref<Self>>>) -> Ref<Self> {
        this
    }

    #[ffi(skip)]
    fn own<T>(&mut self, value: T) {}

    const ONE: i64 = 1;
}

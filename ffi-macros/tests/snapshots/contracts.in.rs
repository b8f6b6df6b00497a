#[ffi_export]
fn contracts(
    #[ffi(symbol)] n: usize,
    #[ffi(shape = [n, 2 * (n + 1), 3, _, ..], device = cpu, same_device)] x: TensorView<'_, f32>,
    scalar: i64,
    #[ffi(shape = [m, ..r], same_device, contiguous, aligned = 64, default = None)] y: Option<TensorView<'_>>,
) {}

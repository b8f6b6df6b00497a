#[ffi_export(dispatch(T = [f32, half::bf16], I = [i32, i64]))]
fn gather<'a, I: Element, T: Element>(
    index: Option<TensorView<'a, I>>,
    x: TensorView<'_, T>,
    y: TensorViewMut<'_, T>,
    n: i64,
    #[ffi(default = T::ZERO)] k: T,
) -> Result<Vec<T>> {}

#[ffi_export]
fn borrowed<'a>(text: &'a str, view: TensorView<'_, f32>, call: TypedFunction<fn(i64, &str) -> f64>) -> &'a str { text }

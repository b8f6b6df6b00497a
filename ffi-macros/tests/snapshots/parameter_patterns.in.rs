#[ffi_export]
fn patterns(
    mut count: i64,
    r#type: i64,
    arguments: i64,
    _: i64,
    (x, y): (i64, i64),
    whole @ Point { .. }: Point,
    Wrapper(inner): Wrapper,
    _quiet: i64,
) {
}

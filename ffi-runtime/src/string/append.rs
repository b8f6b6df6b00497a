/// Appends `text`. As `push_str`, but out of line: inlined into texts of many pieces, each takes 50 bytes in every library.
#[inline(never)]
pub(crate) fn append(out: &mut String, text: &str) {
    out.push_str(text);
}

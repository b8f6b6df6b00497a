//! Vocabularies in files: a line that says what it is, then one word a line.

use std::fs;
use std::path::Path;

use ffi_runtime::prelude::*;

const FIRST_LINE: &str = "vocabulary 1, least count ";

pub(crate) fn write(path: &Path, least_count: u64, words: &[String]) -> Result<()> {
    let mut text = format!("{FIRST_LINE}{least_count}\n");
    for word in words {
        text.push_str(word);
        text.push('\n');
    }
    Ok(fs::write(path, text)?)
}

pub(crate) fn read(path: &Path) -> Result<(u64, Vec<String>)> {
    let text = fs::read_to_string(path)?;
    let mut lines = text.lines();
    let Some(least_count) = lines.next().and_then(|line| line.strip_prefix(FIRST_LINE)) else {
        bail!(ValueError, "`{}` is no vocabulary", path.display());
    };
    Ok((least_count.parse()?, lines.map(str::to_owned).collect()))
}

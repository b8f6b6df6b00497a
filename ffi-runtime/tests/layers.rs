//! Each layer of the runtime imports only those below it, as `docs/architecture.md` lists them.

use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest to the highest; what shares a line may import each other's lower neighbours only.
const LAYERS: [&str; 18] = [
    "sys",
    "mem",
    "host",
    "object",
    "any",
    "convert",
    "string",
    "dtype",
    "device",
    "error",
    "parallel",
    "function",
    "container",
    "tensor",
    "module",
    "class",
    "registry",
    "embedded",
];

/// The one edge that goes up: a Rust program without a host starts the embedded one.
const UPWARD: [(&str, &str); 1] = [("host", "embedded")];

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The layers named by `crate::<layer>` in a source text, and by `use crate::{<layer>…, …}`.
fn imported(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    for (at, _) in code.match_indices("crate::") {
        let line_start = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let is_comment = code[line_start..at].trim_start().starts_with("//");
        if is_comment || code[..at].ends_with('$') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        let is_name = |character: char| character.is_alphanumeric() || character == '_';
        if let Some(group) = rest.strip_prefix('{') {
            let group = &group[..group.find('}').unwrap_or(group.len())];
            names.extend(
                group.split(',').map(|item| item.trim().split(|c| !is_name(c)).next().unwrap_or_default()),
            );
        } else {
            names.push(rest.split(|c| !is_name(c)).next().unwrap_or_default());
        }
    }
    names
}

#[test]
fn each_layer_imports_only_lower_ones() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let height = |layer: &str| LAYERS.iter().position(|known| *known == layer);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (index, layer) in LAYERS.iter().enumerate() {
        let mut files = Vec::new();
        rust_files(&source.join(layer), &mut files);
        assert!(!files.is_empty(), "the layer {layer} has no files");
        for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
            let text = fs::read_to_string(file).expect("a readable file");
            for name in imported(&text) {
                let Some(other) = height(name) else { continue };
                seen += 1;
                if other > index && !UPWARD.contains(&(layer, name)) {
                    wrong.push(format!("{} imports {name}", file.display()));
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} imports found: the test no longer reads them");
    assert!(wrong.is_empty(), "imports of higher layers:\n{}", wrong.join("\n"));
}

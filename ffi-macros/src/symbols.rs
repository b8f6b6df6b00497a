//! The spelling of C symbols and of the names that may stand in them.

/// What the loader puts before a function's name to find its symbol.
const PREFIX: &str = "__tvm_ffi_";

/// Export names whose symbol the loader keeps for itself.
const RESERVED: [&str; 4] = ["_library_bin", "_library_ctx", "_registration_errors", "_export_names"];

/// Beginnings of export names whose symbol would be another function's metadata or docstring.
const RESERVED_PREFIXES: [&str; 2] = ["_metadata_", "_doc_"];

/// The symbol of the exported function itself.
pub(crate) fn call(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// The symbol that returns the function's metadata.
pub(crate) fn metadata(name: &str) -> String {
    format!("{PREFIX}_metadata_{name}")
}

/// The symbol that returns the function's docstring.
pub(crate) fn doc(name: &str) -> String {
    format!("{PREFIX}_doc_{name}")
}

/// Why `name` cannot be an export's name, or `None` where it can.
pub(crate) fn refusal(name: &str) -> Option<String> {
    if !is_identifier(name) {
        return Some(format!(
            "`{name}` cannot be exported: the name of an export is made of ASCII letters, digits and `_`, and does \
             not begin with a digit"
        ));
    }
    if RESERVED.contains(&name) {
        return Some(format!(
            "`{name}` cannot be exported: the symbol `{}` belongs to the loader",
            call(name)
        ));
    }
    let prefix = RESERVED_PREFIXES.into_iter().find(|prefix| name.starts_with(prefix))?;
    Some(format!("`{name}` cannot be exported: names that begin with `{prefix}` belong to the loader"))
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_those_the_loader_asks_for() {
        assert_eq!(call("add"), "__tvm_ffi_add");
        assert_eq!(metadata("add"), "__tvm_ffi__metadata_add");
        assert_eq!(doc("add"), "__tvm_ffi__doc_add");
    }

    #[test]
    fn names_are_ascii_identifiers_and_not_the_loaders() {
        for name in ["add", "match", "list", "_", "_x", "a1", "metadata_x", "_docs"] {
            assert_eq!(refusal(name), None, "{name}");
        }
        for name in ["", "1a", "größe", "a.b", "a-b", "a b"] {
            assert!(refusal(name).unwrap().contains("ASCII letters"), "{name}");
        }
        for name in [
            "_library_bin",
            "_library_ctx",
            "_registration_errors",
            "_export_names",
            "_metadata_x",
            "_doc_x",
            "_doc_",
        ] {
            assert!(refusal(name).unwrap().contains("the loader"), "{name}");
        }
    }
}

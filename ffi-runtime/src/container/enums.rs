//! Rust enums: unions of types, and choices by name or number. What their derives have in common.

use crate::any::AnyView;
use crate::convert::{Argument, Mismatch};

/// Appends `int | str`.
pub fn write_union_name(members: &[fn(&mut String)], out: &mut String) {
    for (index, write) in members.iter().enumerate() {
        if index > 0 {
            out.push_str(" | ");
        }
        write(out);
    }
}

/// Appends the schema of a union.
pub fn write_union_schema(members: &[fn(&mut String)], out: &mut String) {
    out.push_str("{\"type\":\"Variant\",\"args\":[");
    for (index, write) in members.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out);
    }
    out.push_str("]}");
}

/// Appends the schema of a choice: its variants' names or numbers.
pub fn write_choice_schema(out: &mut String) {
    out.push_str("{\"type\":\"Variant\",\"args\":[{\"type\":\"ffi.String\"},{\"type\":\"int\"}]}");
}

/// Which variant a value names, by its name or its number.
///
/// # Errors
/// A type mismatch when the value is neither, a value mismatch with all names when there is no such variant.
pub fn find_choice(name: &str, variants: &[(&str, i64)], view: AnyView<'_>) -> Result<usize, Mismatch> {
    let found = if let Ok(text) = <&str>::from_view(view) {
        variants.iter().position(|(variant, _)| *variant == text)
    } else if i64::is_exact(view) {
        let number = i64::from_view(view)?;
        variants.iter().position(|(_, variant)| *variant == number)
    } else {
        return Err(Mismatch::new_type(name, type_name(view)));
    };
    found.ok_or_else(|| {
        let names: Vec<_> =
            variants.iter().map(|(variant, number)| format!("{variant:?} ({number})")).collect();
        Mismatch::new_value(format!("one of {}", names.join(", ")), format!("{view:?}"))
    })
}

fn type_name(view: AnyView<'_>) -> String {
    let mut name = String::new();
    crate::any::write_type_name(view, &mut name);
    name
}

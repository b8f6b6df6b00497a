//! Rust enums: unions of types, and choices by name or number. What their derives have in common.

use core::cell::{Cell, RefCell};

use crate::any::AnyView;
use crate::convert::{Argument, Mismatch};

/// How deep unions may nest in each other: a list that contains itself has no end.
const DEEPEST: u32 = 128;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs a step of a union's conversion, None when unions nest too deep.
pub fn nest_union<R>(run: impl FnOnce() -> R) -> Option<R> {
    /// Leaves the level again, also when a conversion panics.
    struct Level;

    impl Drop for Level {
        fn drop(&mut self) {
            let _ = DEPTH.try_with(|depth| depth.set(depth.get() - 1));
        }
    }

    let depth = DEPTH.try_with(|depth| depth.replace(depth.get() + 1)).ok()?;
    let _level = Level;
    (depth < DEEPEST).then(run)
}

/// The mismatch of unions that nest too deep.
pub fn nested_too_deep() -> Mismatch {
    Mismatch::new_value(
        format!("at most {DEEPEST} unions in each other"),
        "more, or a value that contains itself",
    )
}

thread_local! {
    /// The unions whose name or schema is being written: one that holds itself is written once.
    static WRITING: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Runs `write`, unless the union is being written already. Says whether it ran.
fn write_once(union: &'static str, write: impl FnOnce()) -> bool {
    if WRITING.with_borrow(|writing| writing.contains(&union)) {
        return false;
    }
    WRITING.with_borrow_mut(|writing| writing.push(union));
    write();
    WRITING.with_borrow_mut(|writing| writing.pop());
    true
}

/// Appends `int | str`; a union that holds itself stands in itself by its name.
pub fn write_union_name(union: &'static str, members: &[fn(&mut String)], out: &mut String) {
    if !write_once(union, || write_members(members, out)) {
        out.push_str(union.rsplit("::").next().unwrap_or(union));
    }
}

fn write_members(members: &[fn(&mut String)], out: &mut String) {
    for (index, write) in members.iter().enumerate() {
        if index > 0 {
            out.push_str(" | ");
        }
        write(out);
    }
}

/// Appends the schema of a union; schemas have no names, so a union that holds itself holds anything.
pub fn write_union_schema(union: &'static str, members: &[fn(&mut String)], out: &mut String) {
    if !write_once(union, || write_member_schemas(members, out)) {
        out.push_str("{\"type\":\"Any\"}");
    }
}

/// A `Variant` of one type is none for `tvm_ffi`, which refuses to read such a schema.
fn write_member_schemas(members: &[fn(&mut String)], out: &mut String) {
    if let [only] = members {
        return only(out);
    }
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

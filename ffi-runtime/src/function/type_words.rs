//! How messages name the types of a parameter, and how metadata describes them.

use crate::convert::{Argument, FfiType};
use crate::function::Returned;

/// A type as it is named and described.
#[derive(Clone, Copy, Debug)]
pub struct TypeWords {
    write_name: fn(&mut String),
    write_schema: fn(&mut String),
    in_place: bool,
}

impl TypeWords {
    /// The type of a parameter.
    pub const fn argument<T: Argument>() -> Self {
        Self { in_place: T::IN_PLACE, ..Self::of::<T>() }
    }

    /// The type of a returned value, or the type inside if it is a `Result`.
    pub const fn returned<T: Returned>() -> Self {
        Self::of::<T::Value>()
    }

    const fn of<T: FfiType>() -> Self {
        Self { write_name: T::write_name, write_schema: T::write_schema, in_place: false }
    }
}

/// The type of a parameter or of what is returned; one of several where it depends on type parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Types {
    words: &'static [TypeWords],
    /// Only libraries that have several types anywhere hold the code that joins them.
    join: Option<Join>,
}

#[derive(Clone, Copy, Debug)]
struct Join {
    names: fn(&[TypeWords], &mut String),
    schemas: fn(&[TypeWords], &mut String),
}

impl Types {
    pub(super) const fn one(words: &'static [TypeWords; 1]) -> Self {
        Self { words, join: None }
    }

    pub(super) const fn any_of(words: &'static [TypeWords]) -> Self {
        Self { words, join: Some(Join { names: join_names, schemas: join_schemas }) }
    }

    /// Whether parameters of each of these types may be one tensor.
    pub(super) const fn all_in_place(&self) -> bool {
        let mut index = 0;
        while index < self.words.len() && self.words[index].in_place {
            index += 1;
        }
        index == self.words.len()
    }

    pub(super) fn write_name(&self, out: &mut String) {
        match (self.join, self.words) {
            (None, words) => words.iter().for_each(|ty| (ty.write_name)(out)),
            (Some(join), words) => (join.names)(words, out),
        }
    }

    pub(super) fn write_schema(&self, out: &mut String) {
        match (self.join, self.words) {
            (None, words) => words.iter().for_each(|ty| (ty.write_schema)(out)),
            (Some(join), words) => (join.schemas)(words, out),
        }
    }
}

/// Appends the name of one of several types: `float | int`, `Tensor[float32 | float64]`.
fn join_names(types: &[TypeWords], out: &mut String) {
    let names = distinct(types.iter().map(|ty| ty.write_name));
    let [first, others @ ..] = &names[..] else { return };
    let (before, after) = (common_start(first, others), common_end(first, others));
    if others.is_empty() || before.is_empty() || after.is_empty() {
        return out.push_str(&names.join(" | "));
    }
    let inner: Vec<&str> = names.iter().map(|name| &name[before.len()..name.len() - after.len()]).collect();
    out.push_str(before);
    out.push_str(&inner.join(" | "));
    out.push_str(after);
}

/// Appends the schema of one of several types.
fn join_schemas(types: &[TypeWords], out: &mut String) {
    let schemas = distinct(types.iter().map(|ty| ty.write_schema));
    match &schemas[..] {
        [only] => out.push_str(only),
        several => {
            out.push_str("{\"type\":\"Variant\",\"args\":[");
            out.push_str(&several.join(","));
            out.push_str("]}");
        }
    }
}

/// What each writes, without repetition.
fn distinct(writers: impl Iterator<Item = fn(&mut String)>) -> Vec<String> {
    let mut texts = Vec::new();
    for write in writers {
        let mut text = String::new();
        write(&mut text);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// What all names begin with, up to a bracket.
fn common_start<'a>(first: &'a str, others: &[String]) -> &'a str {
    let is_common = |end: &usize| others.iter().all(|other| other.starts_with(&first[..*end]));
    let mut ends = first.match_indices('[').map(|(at, _)| at + 1);
    &first[..ends.rfind(is_common).unwrap_or(0)]
}

/// What all names end with, from a bracket on.
fn common_end<'a>(first: &'a str, others: &[String]) -> &'a str {
    let is_common = |start: &usize| others.iter().all(|other| other.ends_with(&first[*start..]));
    let mut starts = first.match_indices(']').map(|(at, _)| at);
    &first[starts.find(is_common).unwrap_or(first.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::Any;

    fn name(types: &[TypeWords]) -> String {
        let mut text = String::new();
        join_names(types, &mut text);
        text
    }

    fn schema(types: &[TypeWords]) -> String {
        let mut text = String::new();
        join_schemas(types, &mut text);
        text
    }

    #[test]
    fn one_type_is_itself() {
        assert_eq!(name(&[TypeWords::argument::<i64>()]), "int");
        assert_eq!(name(&[TypeWords::argument::<f32>(), TypeWords::argument::<f64>()]), "float");
        assert_eq!(
            schema(&[TypeWords::argument::<f32>(), TypeWords::argument::<f64>()]),
            "{\"type\":\"float\"}"
        );
    }

    #[test]
    fn several_types_are_a_choice() {
        let types = [TypeWords::argument::<i64>(), TypeWords::argument::<f64>(), TypeWords::argument::<i8>()];
        assert_eq!(name(&types), "int | float");
        assert_eq!(
            schema(&types),
            "{\"type\":\"Variant\",\"args\":[{\"type\":\"int\"},{\"type\":\"float\"}]}"
        );
    }

    #[test]
    fn what_brackets_hold_is_joined_inside() {
        let types = [TypeWords::argument::<Option<i64>>(), TypeWords::argument::<Option<f64>>()];
        assert_eq!(name(&types), "Optional[int | float]");
        let types = [TypeWords::argument::<Option<Option<i64>>>(), TypeWords::argument::<Option<Any>>()];
        assert_eq!(name(&types), "Optional[Optional[int] | Any]");
    }
}

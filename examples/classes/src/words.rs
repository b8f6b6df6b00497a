//! What a word is: letters and digits next to each other, in lower case.

/// The words of a text in order.
pub(crate) fn of(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

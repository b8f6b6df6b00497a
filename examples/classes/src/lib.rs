//! The vocabulary of a tokenizer: built from texts, queried word by word, saved and loaded.
//!
//! `python/vocabulary.py` uses it from Python.

mod file;
mod words;

use std::collections::HashMap;
use std::path::Path;

use ffi_runtime::prelude::*;

/// The words of a text collection, each with a number: the most frequent word has number 1.
///
/// Number 0 stands for every word that is not in the vocabulary.
#[ffi_class("vocabulary.Vocabulary")]
pub struct Vocabulary {
    /// What unknown words decode to. It can be changed at any time.
    #[ffi(get, set)]
    unknown: Field<String>,
    /// The least number of times that a word had to occur.
    #[ffi(get)]
    least_count: u64,
    /// The words by their number; the first place is that of unknown words.
    words: Vec<String>,
    numbers: HashMap<String, u32>,
}

#[ffi_methods]
impl Vocabulary {
    /// Builds the vocabulary of `texts`, leaving out words that occur less than `least_count` times.
    #[ffi(init)]
    pub fn build(texts: Vec<String>, #[ffi(default = 1)] least_count: u64) -> Result<Self> {
        ensure!(least_count > 0, ValueError, "least_count must be above 0");
        let mut counts: HashMap<String, u64> = HashMap::new();
        for word in texts.iter().flat_map(|text| words::of(text)) {
            *counts.entry(word).or_default() += 1;
        }
        let mut frequent: Vec<(String, u64)> =
            counts.into_iter().filter(|(_, count)| *count >= least_count).collect();
        frequent.sort_by(|(left, left_count), (right, right_count)| {
            right_count.cmp(left_count).then_with(|| left.cmp(right))
        });
        Self::of_words(frequent.into_iter().map(|(word, _)| word), least_count)
    }

    #[ffi(skip)]
    fn of_words(words: impl Iterator<Item = String>, least_count: u64) -> Result<Self> {
        let words: Vec<String> = std::iter::once(String::new()).chain(words).collect();
        let mut numbers = HashMap::with_capacity(words.len());
        for (number, word) in words.iter().enumerate().skip(1) {
            let is_new = numbers.insert(word.clone(), u32::try_from(number)?).is_none();
            ensure!(is_new, ValueError, "the word `{word}` stands there twice");
        }
        Ok(Self { unknown: Field::new("<unknown>".to_owned()), least_count, words, numbers })
    }

    /// How many words there are, that for unknown ones included.
    #[ffi(name = "__len__")]
    pub fn size(&self) -> usize {
        self.words.len()
    }

    /// Whether the word has a number.
    #[ffi(name = "__contains__")]
    pub fn contains(&self, word: &str) -> bool {
        self.numbers.contains_key(&word.to_lowercase())
    }

    /// The numbers of the words of a text.
    pub fn encode(&self, text: &str) -> Vec<u32> {
        words::of(text).map(|word| self.numbers.get(&word).copied().unwrap_or(0)).collect()
    }

    /// The numbers of many texts as one tensor of shape (texts, `length`): cut, or filled up with zeros.
    pub fn encode_batch(&self, texts: Vec<String>, length: usize) -> Result<Tensor> {
        let mut numbers = Vec::with_capacity(texts.len() * length);
        for text in &texts {
            let encoded = self.encode(text);
            let filled = encoded.into_iter().map(i64::from).chain(std::iter::repeat(0));
            numbers.extend(filled.take(length));
        }
        Tensor::from_vec(numbers, &[texts.len() as i64, length as i64])
    }

    /// The text of numbers, one space between words.
    pub fn decode(&self, numbers: Vec<u32>) -> Result<String> {
        let unknown = self.unknown.get();
        let mut text = Vec::with_capacity(numbers.len());
        for number in numbers {
            match self.words.get(number as usize) {
                Some(_) if number == 0 => text.push(unknown.as_str()),
                Some(word) => text.push(word),
                None => bail!(IndexError, "there is no word {number}, only {}", self.words.len()),
            }
        }
        Ok(text.join(" "))
    }

    /// The `count` most frequent words.
    pub fn most_frequent(&self, count: usize) -> Vec<String> {
        self.words.iter().skip(1).take(count).cloned().collect()
    }

    /// Writes the vocabulary to a file.
    pub fn save(&self, path: &str) -> Result<()> {
        file::write(Path::new(path), self.least_count, &self.words[1..])
    }

    /// Reads a vocabulary that was saved.
    pub fn load(path: &str) -> Result<Self> {
        let (least_count, words) = file::read(Path::new(path))?;
        Self::of_words(words.into_iter(), least_count)
    }
}

/// A vocabulary with the words of both, those of `left` first.
#[ffi_global("vocabulary.merge")]
pub fn merge(left: &Vocabulary, right: &Vocabulary) -> Result<Vocabulary> {
    let added = right.words[1..].iter().filter(|word| !left.numbers.contains_key(*word));
    let words = left.words[1..].iter().chain(added).cloned();
    Vocabulary::of_words(words, left.least_count.min(right.least_count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        let texts = ["the cat saw the dog", "the dog ran"].map(str::to_owned);
        Vocabulary::build(texts.to_vec(), 1).unwrap()
    }

    #[test]
    fn frequent_words_come_first() {
        let vocabulary = vocabulary();
        assert_eq!(vocabulary.most_frequent(2), ["the", "dog"]);
        assert_eq!(vocabulary.encode("The cat, the bird!"), [1, 3, 1, 0]);
        assert_eq!(vocabulary.decode(vec![1, 0]).unwrap(), "the <unknown>");
        assert!(vocabulary.decode(vec![100]).is_err());
        assert_eq!(vocabulary.size(), 6);
    }

    #[test]
    fn objects_are_shared() {
        let shared = Ref::new(vocabulary());
        let other = shared.clone();
        other.unknown.set("?".to_owned());
        assert_eq!(shared.decode(vec![0]).unwrap(), "?");
        assert_eq!(merge(&shared, &other).unwrap().size(), shared.size());
    }
}

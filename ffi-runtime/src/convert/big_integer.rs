//! Integers of more than 64 bits, which Python sends as objects.

use crate::any::AnyView;
use crate::sys::TypeIndex;

/// The words of a big integer: two's complement, the least significant first, as `c_api.h` lays them out behind
/// their number.
pub(super) fn words<'a>(view: AnyView<'a>) -> Option<&'a [u64]> {
    let object = view.object_of(TypeIndex::BIG_INT)?;
    // SAFETY: the number of words and the words stand behind the header, and live as long as the view.
    unsafe {
        let count = object.as_ptr().add(1).cast::<usize>();
        Some(core::slice::from_raw_parts(count.add(1).cast::<u64>(), *count))
    }
}

/// The value, unsigned when it is too large for a signed one; None when 128 bits do not hold it.
pub(super) fn to_128_bits(words: &[u64]) -> Option<Result<i128, u128>> {
    let wide = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
    match *words {
        [] => Some(Ok(0)),
        [word] => Some(Ok(i128::from(word as i64))),
        [low, high] => Some(Ok(wide(low, high) as i128)),
        [low, high, 0] => Some(Err(wide(low, high))),
        _ => None,
    }
}

/// The nearest float; infinite when it is too large.
pub(super) fn to_float(words: &[u64]) -> f64 {
    let negative = words.last().is_some_and(|word| (*word as i64) < 0);
    // The magnitude, from the most significant word on; its two's complement is taken word by word.
    let mut carry = negative;
    let magnitude: Vec<u64> = words
        .iter()
        .map(|word| {
            let flipped = if negative { !word } else { *word };
            let (sum, over) = flipped.overflowing_add(u64::from(carry));
            carry = over;
            sum
        })
        .collect();
    let value = magnitude.iter().rev().fold(0.0, |value: f64, word| value * 2.0_f64.powi(64) + *word as f64);
    if negative { -value } else { value }
}

/// The value, or how long it is when that is more than 128 bits.
pub(super) fn to_text(words: &[u64]) -> String {
    match to_128_bits(words) {
        Some(Ok(value)) => value.to_string(),
        Some(Err(value)) => value.to_string(),
        None => format!("an integer of {} bits", words.len() * 64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_integers() {
        assert_eq!(to_128_bits(&[u64::MAX]), Some(Ok(-1)));
        assert_eq!(to_128_bits(&[u64::MAX, 0]), Some(Ok(i128::from(u64::MAX))));
        assert_eq!(to_128_bits(&[u64::MAX, u64::MAX, 0]), Some(Err(u128::MAX)));
        assert_eq!(to_128_bits(&[0, 0, 1]), None);
        assert_eq!(to_text(&[0, 0, 0, 1]), "an integer of 256 bits");
    }

    #[test]
    fn words_become_floats() {
        assert_eq!(to_float(&[0, 1]), 2.0_f64.powi(64));
        assert_eq!(to_float(&[0, u64::MAX]), -(2.0_f64.powi(64)));
        assert_eq!(to_float(&[0; 40]), 0.0);
        let mut huge = [0; 40];
        huge[39] = 1;
        assert_eq!(to_float(&huge), f64::INFINITY);
    }
}

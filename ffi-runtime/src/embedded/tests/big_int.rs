use super::{host, raised};
use crate::any::Any;
use crate::error::ErrorKind;
use crate::sys::{ByteArray, RawAny, TypeIndex};

fn make(words: &[i64]) -> Any {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let mut value = RawAny::NONE;
    // SAFETY: the bytes are valid and the result is writable.
    unsafe {
        assert_eq!(host().big_int_from_byte_array.unwrap()(&ByteArray::new(&bytes), &mut value), 0);
        Any::from_raw(value)
    }
}

fn words(value: &Any) -> Vec<i64> {
    // SAFETY: the value is alive while its words are read.
    let bytes = unsafe {
        host().big_int_get_content_byte_array.unwrap()(core::ptr::from_ref(value.view().as_raw())).as_bytes()
    };
    bytes.as_chunks().0.iter().map(|word| i64::from_ne_bytes(*word)).collect()
}

#[test]
fn integers_take_the_words_they_need() {
    for small in [&[][..], &[5], &[5, 0, 0], &[-5, -1]] {
        let value = make(small);
        assert_eq!(value.type_index(), TypeIndex::INT);
        assert_eq!(words(&value), [small.first().copied().unwrap_or(0)]);
    }
    for large in [&[-5, 0][..], &[5, -1], &[0, 1], &[1, 2, 3]] {
        let value = make(large);
        assert_eq!(value.type_index(), TypeIndex::BIG_INT);
        assert_eq!(words(&value), large);
    }
    assert_eq!(words(&make(&[1, 2, 0, 0])), [1, 2]);
    assert!(words(&Any::from(1.5)).is_empty());
    let mut value = RawAny::NONE;
    // SAFETY: the bytes are valid and the result is writable.
    let status = unsafe { host().big_int_from_byte_array.unwrap()(&ByteArray::new(&[0; 9]), &mut value) };
    assert_eq!(status, -1);
    assert_eq!(raised().kind(), ErrorKind::ValueError);
}

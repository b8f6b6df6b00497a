//! Integers beyond 64 bits: words in two's complement, least significant first, as few as the value needs.

use core::ffi::c_int;

use super::{lent, strings};
use crate::any::Any;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, ObjectHeader, RawAny, TypeIndex};

/// The body of a big integer: how many words follow it.
#[repr(transparent)]
struct BigIntBody(usize);

const WORD: usize = size_of::<i64>();

/// A value that fits into 64 bits becomes an ordinary integer.
///
/// # Safety
/// `input` is a valid byte array; `out` points to a writable value that owns nothing.
pub(super) unsafe extern "C" fn big_int_from_byte_array(input: *const ByteArray, out: *mut RawAny) -> c_int {
    // SAFETY: the caller promises both.
    unsafe {
        strings::write_value("TVMFFIBigIntFromByteArray", out, || {
            let (chunks, rest) = lent::bytes(input).as_chunks::<WORD>();
            if !rest.is_empty() {
                let size = chunks.len() * WORD + rest.len();
                bail!(ValueError, "Expected whole words of 8 bytes for an integer but got {size} bytes");
            }
            let mut words: Vec<i64> = chunks.iter().map(|chunk| i64::from_ne_bytes(*chunk)).collect();
            while let [.., below, top] = words[..]
                && top == below >> 63
            {
                words.pop();
            }
            Ok(match words[..] {
                [] => Any::from(0_i64),
                [word] => Any::from(word),
                _ => new_big_int(&words),
            })
        })
    }
}

fn new_big_int(words: &[i64]) -> Any {
    let object = mem::new_object_with_trailing(TypeIndex::BIG_INT, words.len() * WORD, |trailing| {
        // SAFETY: there is room for the words, aligned as the body is.
        unsafe { trailing.cast::<i64>().copy_from_nonoverlapping(words.as_ptr(), words.len()) };
        BigIntBody(words.len())
    });
    // SAFETY: a new object has one reference, which is taken over.
    Any::from_object(unsafe { ObjectPtr::from_owned(object) })
}

/// The words of an integer of either kind, valid as long as the value; none of any other value.
///
/// # Safety
/// `value` points to a value that is alive.
pub(super) unsafe extern "C" fn big_int_get_content_byte_array(value: *const RawAny) -> ByteArray {
    // SAFETY: the caller promises a value.
    let type_index = unsafe { (*value).type_index };
    match type_index {
        // SAFETY: the eight bytes of the value are part of it.
        TypeIndex::INT => ByteArray { data: unsafe { (&raw const (*value).value).cast() }, size: WORD },
        TypeIndex::BIG_INT => {
            // SAFETY: a big integer has its body behind its header, and the words behind that.
            unsafe {
                let body = (*value).pointer().cast::<ObjectHeader>().add(1).cast::<BigIntBody>();
                ByteArray { data: body.add(1).cast_const().cast(), size: (*body).0 * WORD }
            }
        }
        _ => ByteArray { data: core::ptr::null(), size: 0 },
    }
}

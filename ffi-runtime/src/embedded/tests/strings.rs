use super::{bytes, host, raised};
use crate::any::Any;
use crate::error::ErrorKind;
use crate::function::Function;
use crate::sys::{ByteArray, DLDataType, DLDataTypeCode, ObjectHeader, RawAny, RawValue, TypeIndex};

#[test]
fn strings_and_bytes_of_any_length() {
    let host = host();
    for length in [0, 1, 7, 8, 1_000_000] {
        let text = "x".repeat(length);
        let is_small = length <= 7;
        let (mut string, mut byte_string) = (RawAny::NONE, RawAny::NONE);
        // SAFETY: the text is valid and the results are writable.
        let (string, byte_string) = unsafe {
            assert_eq!(host.string_from_byte_array.unwrap()(&bytes(&text), &mut string), 0);
            assert_eq!(host.bytes_from_byte_array.unwrap()(&bytes(&text), &mut byte_string), 0);
            (Any::from_raw(string), Any::from_raw(byte_string))
        };
        let expected = if is_small { TypeIndex::SMALL_STR } else { TypeIndex::STR };
        assert_eq!(string.type_index(), expected);
        assert_eq!(string.to::<&str>().unwrap(), text);
        let expected = if is_small { TypeIndex::SMALL_BYTES } else { TypeIndex::BYTES };
        assert_eq!(byte_string.type_index(), expected);
        assert_eq!(byte_string.to::<&[u8]>().unwrap(), text.as_bytes());
    }
    let mut string = RawAny::NONE;
    let not_utf8 = ByteArray::new(b"\xff\0\xfe and so on");
    // SAFETY: the bytes are valid and the result is writable.
    let string = unsafe {
        assert_eq!(host.string_from_byte_array.unwrap()(&not_utf8, &mut string), 0);
        Any::from_raw(string)
    };
    assert_eq!(string.to::<&str>().unwrap_err().kind(), ErrorKind::ValueError);
}

fn own(view: RawAny) -> Result<Any, crate::error::Error> {
    let mut out = view;
    // SAFETY: the view is valid, and the result may be the same place.
    match unsafe { host().any_view_to_owned_any.unwrap()(&out, &mut out) } {
        // SAFETY: a successful call leaves an owned value.
        0 => Ok(unsafe { Any::from_raw(out) }),
        _ => Err(raised()),
    }
}

#[test]
fn views_become_values() {
    host();
    let text = c"a C string";
    let view =
        RawAny { type_index: TypeIndex::RAW_STR, small_len: 0, value: RawValue { c_str: text.as_ptr() } };
    assert_eq!(own(view).unwrap().to::<&str>().unwrap(), "a C string");
    let array = ByteArray::new(b"bytes");
    let pointer = core::ptr::from_ref(&array).cast_mut().cast();
    let owned = own(RawAny::from_pointer(TypeIndex::BYTE_ARRAY_PTR, pointer)).unwrap();
    assert_eq!(owned.to::<&[u8]>().unwrap(), b"bytes");
    let function = Function::from_fn(|| 1);
    let mut object: *mut ObjectHeader = function.as_object().as_ptr();
    let owned = own(RawAny::from_pointer(TypeIndex::FUNCTION, object.cast())).unwrap();
    assert_eq!(function.as_object().strong_count(), 2);
    // Moved in: the reference that `owned` had.
    core::mem::forget(owned);
    let place = (&raw mut object).cast();
    let moved = own(RawAny::from_pointer(TypeIndex::OBJECT_RVALUE_REF, place)).unwrap();
    assert!(object.is_null());
    assert_eq!(function.as_object().strong_count(), 2);
    drop(moved);
    assert_eq!(function.as_object().strong_count(), 1);
    let tensor = RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, core::ptr::dangling_mut());
    assert_eq!(own(tensor).unwrap_err().kind(), ErrorKind::TypeError);
    let integer = own(Any::from(5).into_raw()).unwrap();
    assert_eq!(integer.to::<i64>().unwrap(), 5);
}

#[test]
fn dtypes_are_read_and_written() {
    let host = host();
    for name in ["float32", "int8x4", "bool", "bfloat16", "float8_e4m3fn", "uint64", "handle", ""] {
        let mut dtype = DLDataType { code: DLDataTypeCode(99), bits: 0, lanes: 0 };
        let mut text = RawAny::NONE;
        // SAFETY: the name is valid and the results are writable.
        let text = unsafe {
            assert_eq!(host.data_type_from_string.unwrap()(&bytes(name), &mut dtype), 0);
            assert_eq!(host.data_type_to_string.unwrap()(&dtype, &mut text), 0);
            Any::from_raw(text)
        };
        assert_eq!(text.to::<&str>().unwrap(), name);
    }
    let mut dtype = DLDataType { code: DLDataTypeCode(99), bits: 7, lanes: 1 };
    let mut text = RawAny::NONE;
    // SAFETY: the dtype is valid and the results are writable.
    unsafe {
        assert_eq!(host.data_type_to_string.unwrap()(&dtype, &mut text), -1);
        assert_eq!(raised().kind(), ErrorKind::ValueError);
        assert_eq!(host.data_type_from_string.unwrap()(&ByteArray::new(b"floa\xff"), &mut dtype), -1);
    }
    assert_eq!(raised().kind(), ErrorKind::ValueError);
}

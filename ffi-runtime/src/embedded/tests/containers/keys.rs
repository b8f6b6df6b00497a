use core::sync::atomic::{AtomicUsize, Ordering};

use super::super::bytes;
use super::{call, host, kind, made};
use crate::any::{Any, AnyView};
use crate::error::Result;
use crate::function::Function;
use crate::string::Bytes;
use crate::sys::{ByteArray, RawAny, TypeIndex};

/// Whether two values are the same key.
fn same(a: impl Into<Any>, b: impl Into<Any>) -> bool {
    let map = made("ffi.Map", (a.into(), 1));
    made("ffi.MapCount", (map, b.into())).to::<bool>().unwrap()
}

/// The body of a string object whose bytes are kept elsewhere.
struct StringBody(#[allow(dead_code, reason = "read as the ABI's cell")] ByteArray);

// SAFETY: the bytes are never changed.
unsafe impl Send for StringBody {}
// SAFETY: as above.
unsafe impl Sync for StringBody {}

fn big(words: &[i64]) -> Any {
    let data: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let mut value = RawAny::NONE;
    // SAFETY: the words are valid and the result is writable.
    unsafe {
        assert_eq!(host().big_int_from_byte_array.unwrap()(&ByteArray::new(&data), &mut value), 0);
        Any::from_raw(value)
    }
}

#[test]
fn strings_and_bytes_are_keys_by_content() {
    for text in ["", "1234567", "12345678", "grüße"] {
        assert!(same(text, text));
        assert!(!same(text, format!("{text}x")));
        assert!(same(Bytes::from(text.as_bytes()), Bytes::from(text.as_bytes())));
        assert!(!same(text, Bytes::from(text.as_bytes())));
    }
    // A short string that is an object all the same.
    static SHORT: &[u8] = b"abc";
    let object = crate::mem::new_object(TypeIndex::STR, StringBody(ByteArray::new(SHORT)));
    // SAFETY: a new object has one reference, which is taken over.
    let object = Any::from_object(unsafe { crate::object::ObjectPtr::from_owned(object) });
    assert!(same(object.clone(), "abc") && same("abc", object));
}

#[test]
fn numbers_are_keys_by_type_and_bits() {
    assert!(same(1, 1) && !same(1, 2) && !same(1, 1.0) && !same(1, true) && !same(0, ()));
    assert!(same(f64::NAN, f64::NAN) && !same(0.0, -0.0) && same(f64::INFINITY, f64::INFINITY));
    assert!(same((), ()));
    assert!(same(big(&[1, 2, 3]), big(&[1, 2, 3])) && !same(big(&[1, 2, 3]), big(&[1, 2, 4])));
    assert!(!same(big(&[1, 2]), big(&[1, 2, 3])));
}

#[test]
fn other_objects_are_keys_by_identity() {
    let array = made("ffi.Array", (1, 2));
    assert!(same(array.clone(), array));
    assert!(!same(made("ffi.Array", (1, 2)), made("ffi.Array", (1, 2))));
}

/// Registers a type with attributes, and returns a maker of its objects, which hold a number.
fn type_with(key: &str, hash: &Any, equal: &Any) -> TypeIndex {
    let get = host().type_get_or_alloc_index.unwrap();
    // SAFETY: the key is valid for the call.
    let index = unsafe { get(&bytes(key), TypeIndex(-1), 1, 0, 0, TypeIndex::OBJECT) };
    for (name, value) in [("__any_hash__", hash), ("__any_equal__", equal)] {
        // SAFETY: the name and the value are valid for the call.
        let status =
            unsafe { host().type_register_attr.unwrap()(index, &bytes(name), value.view().as_raw()) };
        assert_eq!(status, 0);
    }
    index
}

fn object(index: TypeIndex, number: i64) -> Any {
    let object = crate::mem::new_object(index, number);
    // SAFETY: a new object has one reference, which is taken over.
    Any::from_object(unsafe { crate::object::ObjectPtr::from_owned(object) })
}

fn number(view: AnyView<'_>) -> i64 {
    // SAFETY: the tests pass objects made by `object`.
    unsafe { *view.object().unwrap().add(1).cast::<i64>().as_ref() }
}

#[test]
fn a_type_compares_its_objects_itself() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let hash = Function::from_fn(|value: AnyView<'_>| number(value) % 10);
    let equal = Function::from_fn(|a: AnyView<'_>, b: AnyView<'_>| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        number(a) == number(b)
    });
    let index = type_with("test.KeyByFunction", &hash.into(), &equal.into());
    let dict = made("ffi.Dict", ());
    for value in 0..30 {
        made("ffi.DictSetItem", (&dict, object(index, value), value));
    }
    assert!(ASKED.load(Ordering::Relaxed) > 0);
    assert_eq!(made("ffi.DictSize", (&dict,)).to::<i64>().unwrap(), 30);
    assert_eq!(made("ffi.DictGetItem", (&dict, object(index, 17))).to::<i64>().unwrap(), 17);
    made("ffi.DictErase", (&dict, object(index, 17)));
    assert!(!made("ffi.DictCount", (&dict, object(index, 17))).to::<bool>().unwrap());
    let array = made("ffi.Array", (object(index, 1), object(index, 2)));
    assert!(made("ffi.ArrayContains", (array, object(index, 2))).to::<bool>().unwrap());
}

#[test]
fn a_type_compares_its_objects_by_c_functions() {
    unsafe extern "C" fn hash(_: *const RawAny) -> RawAny {
        RawAny::from_bits(TypeIndex::INT, 7)
    }
    unsafe extern "C" fn equal(a: *const RawAny, b: *const RawAny) -> RawAny {
        // SAFETY: the host passes two values.
        let (a, b) = unsafe { (AnyView::from_raw(&*a), AnyView::from_raw(&*b)) };
        RawAny::from_bits(TypeIndex::BOOL, u64::from(number(a) == number(b)))
    }
    let pointer = |address: *mut core::ffi::c_void| crate::convert::IntoAny::into_any(address).unwrap();
    let index = type_with(
        "test.KeyByAddress",
        &pointer(hash as *mut core::ffi::c_void),
        &pointer(equal as *mut core::ffi::c_void),
    );
    assert!(same(object(index, 3), object(index, 3)));
    assert!(!same(object(index, 3), object(index, 4)));
}

#[test]
fn a_comparison_that_fails_or_changes_the_dict() {
    static DICT: std::sync::OnceLock<Any> = std::sync::OnceLock::new();
    let hash = Function::from_fn(|_value: AnyView<'_>| 1);
    let equal = Function::from_fn(|a: AnyView<'_>, b: AnyView<'_>| -> Result<bool> {
        if number(b) == 99 {
            bail!(ValueError, "not comparable");
        }
        if number(b) == 50 {
            made("ffi.DictClear", (DICT.get().unwrap(),));
        }
        Ok(number(a) == number(b))
    });
    let index = type_with("test.KeyThatChanges", &hash.into(), &equal.into());
    let dict = DICT.get_or_init(|| made("ffi.Dict", ()));
    for value in 0..3 {
        made("ffi.DictSetItem", (dict, object(index, value), value));
    }
    let error = call("ffi.DictCount", (dict, object(index, 99))).unwrap_err();
    assert_eq!((kind(&error).as_str(), error.message().as_ref()), ("ValueError", "not comparable"));
    made("ffi.DictSetItem", (dict, object(index, 50), "alone"));
    assert_eq!(made("ffi.DictSize", (dict,)).to::<i64>().unwrap(), 1);
    made("ffi.DictClear", (dict,));
}

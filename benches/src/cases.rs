//! The benchmarked calls: arguments, the outcome that every version must give, and the goal.

use std::ffi::CStr;
use std::ptr;

use crate::abi::{
    ByteArray, DL_TENSOR_PTR, DlTensor, ErrorObject, Host, INT, NONE, PackedCall, RAW_STR, RawAny, SMALL_STR,
    STATIC_OBJECT_BEGIN, STR, StringObject,
};

/// What the project sets itself.
#[derive(Clone, Copy)]
pub enum Goal {
    /// At most this many times the cost of the C version.
    TimesC(f64),
    /// At most this many nanoseconds.
    Nanoseconds(f64),
    /// Shown for information.
    None,
}

/// The outcome of a call.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    None,
    Int(i64),
    Text(String),
    Error { kind: String, message: String },
    Other { type_index: i32 },
}

/// One benchmarked call.
pub struct Case {
    /// The row's title.
    pub name: &'static str,
    /// The export that is called.
    pub export: &'static str,
    pub arguments: Vec<RawAny>,
    pub goal: Goal,
    expected: Outcome,
}

/// 25 bytes: too long for a string that is held in place.
const TEXT: &CStr = c"a text of five-and-twenty";

/// All calls, in the order of the table's rows.
pub fn all(host: &Host) -> Vec<Case> {
    let text = || Outcome::Text(TEXT.to_str().expect("the text is UTF-8").to_owned());
    let raw = RawAny::new(RAW_STR, TEXT.as_ptr().addr() as u64);
    let (x, y) = (tensor(&[2, 3], &[3, 1]), tensor(&[4], &[1]));
    let error =
        Outcome::Error { kind: "ValueError".to_owned(), message: "the value is out of range".to_owned() };
    let case = |name, export, arguments, expected, goal| Case { name, export, arguments, goal, expected };
    vec![
        case("nop", "nop", vec![], Outcome::None, Goal::TimesC(1.15)),
        case(
            "add",
            "add",
            vec![RawAny::new(INT, 40), RawAny::new(INT, 2)],
            Outcome::Int(42),
            Goal::TimesC(1.15),
        ),
        case("two_views", "two_views", vec![x, y], Outcome::Int(3), Goal::TimesC(2.0)),
        case("two_read_only_views", "two_read_only_views", vec![x, y], Outcome::Int(3), Goal::TimesC(2.0)),
        case("echo", "echo", vec![raw], text(), Goal::TimesC(1.1)),
        case("echo_object", "echo", vec![string_object(host)], text(), Goal::None),
        case("echo_string", "echo_string", vec![raw], text(), Goal::None),
        case("raise", "raise", vec![], error, Goal::Nanoseconds(250.0)),
    ]
}

impl Case {
    /// Calls once and compares the outcome with the expected one.
    pub fn check(&self, host: &Host, function: PackedCall) -> Result<(), String> {
        let mut result = RawAny::NONE;
        // SAFETY: the arguments live as long as the process, as does the function.
        let outcome = unsafe {
            let code =
                function(ptr::null_mut(), self.arguments.as_ptr(), self.arguments.len() as i32, &mut result);
            take_outcome(host, code, result)
        };
        if outcome == self.expected {
            Ok(())
        } else {
            Err(format!("{} gives {outcome:?}, not {:?}", self.export, self.expected))
        }
    }
}

/// Reads the outcome of a call and frees it.
///
/// # Safety
/// `code` and `result` are what a packed call just left.
unsafe fn take_outcome(host: &Host, code: i32, result: RawAny) -> Outcome {
    if code != 0 {
        let mut error: *mut ErrorObject = ptr::null_mut();
        // SAFETY: a failed call left an error object, which is owned from here on and freed after its text is copied.
        return unsafe {
            (host.move_raised_error)(&mut error);
            let (kind, message) = ((*error).kind.as_str().to_owned(), (*error).message.as_str().to_owned());
            (host.decrement_reference)(error.cast());
            Outcome::Error { kind, message }
        };
    }
    let object = ptr::with_exposed_provenance_mut::<StringObject>(result.value as usize);
    let outcome = match result.type_index {
        NONE => Outcome::None,
        INT => Outcome::Int(result.value.cast_signed()),
        SMALL_STR => {
            let bytes = &result.value.to_ne_bytes()[..result.padding as usize];
            Outcome::Text(String::from_utf8_lossy(bytes).into_owned())
        }
        // SAFETY: a value with this type index points to a string object.
        STR => Outcome::Text(unsafe { (*object).bytes.as_str().to_owned() }),
        type_index => Outcome::Other { type_index },
    };
    if result.type_index >= STATIC_OBJECT_BEGIN {
        // SAFETY: the result is owned and not used any more.
        unsafe { (host.decrement_reference)(object.cast()) };
    }
    outcome
}

/// A contiguous `f32` tensor argument that lives as long as the process.
fn tensor(shape: &'static [i64], strides: &'static [i64]) -> RawAny {
    let count: i64 = shape.iter().product();
    let data = Box::leak(vec![0.0_f32; count as usize].into_boxed_slice());
    let tensor = Box::leak(Box::new(DlTensor {
        data: data.as_mut_ptr().cast(),
        device_type: 1,
        device_id: 0,
        ndim: shape.len() as i32,
        dtype_code: 2,
        dtype_bits: 32,
        dtype_lanes: 1,
        shape: shape.as_ptr(),
        strides: strides.as_ptr(),
        byte_offset: 0,
    }));
    RawAny::new(DL_TENSOR_PTR, ptr::from_mut(tensor).expose_provenance() as u64)
}

/// The text as a string object that lives as long as the process.
fn string_object(host: &Host) -> RawAny {
    let bytes = ByteArray { data: TEXT.as_ptr().cast(), size: TEXT.count_bytes() };
    let mut object = RawAny::NONE;
    // SAFETY: the bytes are alive, and `object` is a slot for the string.
    let code = unsafe { (host.string_from_bytes)(&bytes, &mut object) };
    assert_eq!(code, 0, "libtvm_ffi makes a string");
    object
}

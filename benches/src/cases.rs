//! The benchmarked calls: arguments, the outcome that every version must give, and the goal.

use std::ffi::CStr;
use std::ptr;

use crate::abi::{
    ErrorObject, Host, INT, NONE, PackedCall, RAW_STR, RawAny, SMALL_STR, STATIC_OBJECT_BEGIN, STR,
    StringObject, TENSOR, TensorObject,
};
use crate::call::FunctionCall;
use crate::values::{array, int, key, map, string, tensor, tensor_object};

/// What the project sets itself.
#[derive(Clone, Copy)]
pub enum Goal {
    /// At most this many times the cost of the C version.
    TimesC(f64),
    /// At most this many times the cost of the faster of the C++ version and the `tvm-ffi` crate's.
    TimesFasterPeer(f64),
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
    /// A tensor of that many `f32`, which begins with that value.
    Tensor {
        elements: i64,
        first: f32,
    },
    Error {
        kind: String,
        message: String,
    },
    Other {
        type_index: i32,
    },
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

/// The shape of 1 MB of `f32`.
const MEGABYTE_SHAPE: &[i64] = &[512, 512];

/// How many calls of its closure one call makes.
pub const CLOSURE_CALLS: i64 = 100;

/// All calls, in the order of the table's rows.
pub fn all(host: &Host) -> Vec<Case> {
    let content = TEXT.to_str().expect("the text is UTF-8");
    let text = || Outcome::Text(content.to_owned());
    let raw = RawAny::new(RAW_STR, TEXT.as_ptr().addr() as u64);
    let (x, y) = (tensor(&[2, 3], &[3, 1]), tensor(&[4], &[1]));
    let (a, b) = (tensor(&[2, 3], &[3, 1]), tensor(&[3, 4], &[4, 1]));
    let error =
        Outcome::Error { kind: "ValueError".to_owned(), message: "the value is out of range".to_owned() };
    let case = |name, export, arguments, expected, goal| Case { name, export, arguments, goal, expected };
    let tensor_of = |first| Outcome::Tensor { elements: MEGABYTE_SHAPE.iter().product(), first };
    let megabyte = tensor_object(host, MEGABYTE_SHAPE, &[512, 1]);
    let (map, key) = (map(host, 100), key(host, 42));
    let best = Goal::TimesFasterPeer(1.1);
    vec![
        case("nop", "nop", vec![], Outcome::None, Goal::TimesC(1.15)),
        case("add", "add", vec![int(40), int(2)], Outcome::Int(42), Goal::TimesC(1.15)),
        case("two_views", "two_views", vec![x, y], Outcome::Int(3), Goal::TimesC(2.0)),
        case("two_read_only_views", "two_read_only_views", vec![x, y], Outcome::Int(3), Goal::TimesC(2.0)),
        case("dispatch", "dispatch", vec![x, y], Outcome::Int(7), Goal::TimesC(1.5)),
        case("shapes", "shapes", vec![a, b], Outcome::Int(6), Goal::TimesC(1.5)),
        case("contracts", "contracts", vec![a, b], Outcome::Int(6), Goal::TimesC(1.5)),
        case("echo", "echo", vec![raw], text(), Goal::TimesC(1.1)),
        case("echo_object", "echo", vec![string(host, content)], text(), Goal::None),
        case("echo_string", "echo_string", vec![raw], text(), Goal::None),
        case("raise", "raise", vec![], error, Goal::Nanoseconds(250.0)),
        case("sum_array", "sum_array", vec![array(host, 1000)], Outcome::Int(499_500), best),
        case(
            "array_to_vector",
            "array_to_vector",
            vec![array(host, 1_000_000)],
            Outcome::Int(999_999),
            Goal::TimesC(2.0),
        ),
        case("map_lookup", "map_lookup", vec![map, key], Outcome::Int(42), best),
        case("typed_map_lookup", "typed_map_lookup", vec![map, key], Outcome::Int(42), best),
        case("new_tensor", "new_tensor", vec![], tensor_of(1.0), best),
        case("same_tensor", "same_tensor", vec![megabyte], tensor_of(0.0), best),
        case("closure", "call_closure", vec![int(CLOSURE_CALLS)], Outcome::Int(5050), best),
    ]
}

impl Case {
    /// The call of one version's function, which is made once and its outcome compared with the expected one.
    pub fn call(&self, host: &Host, function: PackedCall) -> Result<FunctionCall, String> {
        let call = FunctionCall { handle: ptr::null_mut(), function, arguments: self.arguments.clone() };
        let mut result = RawAny::NONE;
        // SAFETY: the arguments live as long as the process, as does the function.
        let outcome = unsafe {
            let code = call.make(&mut result);
            take_outcome(host, code, result)
        };
        if outcome == self.expected {
            Ok(call)
        } else {
            Err(format!("{} gives {outcome:?}, not {:?}", self.export, self.expected))
        }
    }
}

/// Reads the outcome of a call and frees it.
///
/// # Safety
/// `code` and `result` are what a packed call just left.
pub unsafe fn take_outcome(host: &Host, code: i32, result: RawAny) -> Outcome {
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
        TENSOR => {
            // SAFETY: a value with this type index points to a tensor object, here of `f32` with some elements.
            unsafe {
                let tensor = &(*object.cast::<TensorObject>()).tensor;
                let shape = std::slice::from_raw_parts(tensor.shape, tensor.ndim as usize);
                Outcome::Tensor { elements: shape.iter().product(), first: *tensor.data.cast() }
            }
        }
        type_index => Outcome::Other { type_index },
    };
    if result.type_index >= STATIC_OBJECT_BEGIN {
        // SAFETY: the result is owned and not used any more.
        unsafe { (host.decrement_reference)(object.cast()) };
    }
    outcome
}

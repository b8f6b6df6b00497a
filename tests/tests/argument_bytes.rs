//! Every export of the fixture, called through its C symbol with whatever bytes a conforming caller may send: the call
//! returns a value or raises an error that names the function, and nothing else happens.

use core::cell::Cell;
use core::ffi::c_void;
use std::ffi::CString;
use std::process::Command;

use ffi_runtime::prelude::*;
use ffi_runtime::sys::{
    ByteArray, DLDataType, DLDataTypeCode, DLDevice, DLDeviceType, DLTensor, RawAny, RawValue, SafeCall,
    TypeIndex,
};
use ffi_tests::{command, extension};
use libloading::Library;
use proptest::prelude::*;

/// Whether an export panics by design: its reports would drown this test's, and other tests look at it.
fn panics(name: &str) -> bool {
    name.starts_with("panic")
}

/// What a value is made of; the memory behind it lives in [`Memory`].
#[derive(Clone, Debug)]
enum Value {
    /// A plain value: any type index below the objects that holds no pointer, with any bits.
    Plain(i32, u64),
    SmallText(Vec<u8>),
    SmallBytes(Vec<u8>),
    CString(Vec<u8>),
    Bytes(Vec<u8>),
    NullBytes,
    Text(String),
    OwnedBytes(Vec<u8>),
    Function,
    Error,
    Tensor(Described),
    NullTensor,
    OwnedTensor(u8),
    Moved,
    MovedOut,
}

#[derive(Clone, Debug)]
struct Described {
    offset: usize,
    byte_offset: u64,
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
    without_shape: bool,
    dtype: (u8, u8, u16),
    device: i32,
}

/// Keeps what the arguments of one call point to.
#[derive(Default)]
#[expect(clippy::vec_box, reason = "arguments point to the elements, which must stay where they are")]
struct Memory {
    owned: Vec<Any>,
    strings: Vec<CString>,
    bytes: Vec<Box<(Vec<u8>, ByteArray)>>,
    numbers: Vec<Vec<i64>>,
    tensors: Vec<Box<DLTensor>>,
    moved: Vec<Box<*mut c_void>>,
    elements: Vec<Vec<u64>>,
}

impl Memory {
    fn small(type_index: TypeIndex, bytes: &[u8]) -> RawAny {
        let mut value = [0; 8];
        value[..bytes.len()].copy_from_slice(bytes);
        RawAny { type_index, small_len: bytes.len() as u32, value: RawValue { bytes: value } }
    }

    fn own(&mut self, value: Any) -> RawAny {
        self.owned.push(value);
        *self.owned[self.owned.len() - 1].view().as_raw()
    }

    fn raw(&mut self, value: &Value) -> RawAny {
        match value {
            Value::Plain(type_index, bits) => RawAny::from_bits(TypeIndex(*type_index), *bits),
            Value::SmallText(bytes) => Self::small(TypeIndex::SMALL_STR, bytes),
            Value::SmallBytes(bytes) => Self::small(TypeIndex::SMALL_BYTES, bytes),
            Value::CString(bytes) => {
                self.strings.push(CString::new(bytes.clone()).unwrap_or_default());
                let text = self.strings[self.strings.len() - 1].as_ptr();
                RawAny::from_pointer(TypeIndex::RAW_STR, text.cast_mut().cast())
            }
            Value::Bytes(bytes) => {
                let mut kept = Box::new((bytes.clone(), ByteArray::new(&[])));
                kept.1 = ByteArray::new(&kept.0);
                self.bytes.push(kept);
                let array = &raw mut self.bytes.last_mut().expect("just pushed").1;
                RawAny::from_pointer(TypeIndex::BYTE_ARRAY_PTR, array.cast())
            }
            Value::NullBytes => {
                let empty = ByteArray { data: core::ptr::null(), size: 0 };
                self.bytes.push(Box::new((Vec::new(), empty)));
                let array = &raw mut self.bytes.last_mut().expect("just pushed").1;
                RawAny::from_pointer(TypeIndex::BYTE_ARRAY_PTR, array.cast())
            }
            Value::Text(text) => self.own(Any::from(text.as_str())),
            Value::OwnedBytes(bytes) => self.own(Any::from(bytes.as_slice())),
            Value::Function => self.own(Function::from_fn(|x: i64| x.wrapping_add(1)).into()),
            Value::Error => self.own(Error::new(ErrorKind::ValueError, "an argument").into()),
            Value::Tensor(described) => self.tensor(described),
            Value::NullTensor => RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, core::ptr::null_mut()),
            Value::OwnedTensor(count) => {
                let elements = vec![1.5_f32; usize::from(*count)];
                self.own(Tensor::from_vec(elements, &[i64::from(*count)]).expect("a fitting shape").into())
            }
            Value::Moved => {
                // The place owns the reference; a function that takes it leaves null there.
                let object = Any::from("a string that is long enough for an object").into_raw();
                self.moved.push(Box::new(object.pointer()));
                let place = &raw mut **self.moved.last_mut().expect("just pushed");
                RawAny::from_pointer(TypeIndex::OBJECT_RVALUE_REF, place.cast())
            }
            Value::MovedOut => {
                self.moved.push(Box::new(core::ptr::null_mut()));
                let place = &raw mut **self.moved.last_mut().expect("just pushed");
                RawAny::from_pointer(TypeIndex::OBJECT_RVALUE_REF, place.cast())
            }
        }
    }

    fn tensor(&mut self, described: &Described) -> RawAny {
        // Every element that the shape and the strides below reach lies inside.
        self.elements.push(vec![0x3f80_0000_3f80_0000; 4096]);
        let elements = self.elements.last_mut().expect("just pushed");
        let middle = elements.as_mut_ptr().wrapping_add(2048).cast::<u8>();
        self.numbers.push(described.shape.clone());
        let shape = self.numbers.last_mut().expect("just pushed").as_mut_ptr();
        let strides = match &described.strides {
            Some(strides) => {
                self.numbers.push(strides.clone());
                self.numbers.last_mut().expect("just pushed").as_mut_ptr()
            }
            None => core::ptr::null_mut(),
        };
        let (code, bits, lanes) = described.dtype;
        let is_empty = described.shape.contains(&0);
        let tensor = DLTensor {
            data: if is_empty { core::ptr::null_mut() } else { middle.wrapping_add(described.offset).cast() },
            device: DLDevice { device_type: DLDeviceType(described.device), device_id: 0 },
            ndim: described.shape.len() as i32,
            dtype: DLDataType { code: DLDataTypeCode(code), bits, lanes },
            shape: if described.without_shape && described.shape.is_empty() {
                core::ptr::null_mut()
            } else {
                shape
            },
            strides,
            byte_offset: described.byte_offset,
        };
        self.tensors.push(Box::new(tensor));
        let tensor = &raw mut **self.tensors.last_mut().expect("just pushed");
        RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, tensor.cast())
    }

    /// Frees the references that no function took over.
    fn drop_moved(&mut self) {
        for place in self.moved.drain(..).filter(|place| !place.is_null()) {
            // SAFETY: a place that still has its string owns the one reference to it.
            drop(unsafe { Any::from_raw(RawAny::from_pointer(TypeIndex::STR, *place)) });
        }
    }
}

fn tensors() -> impl Strategy<Value = Described> {
    let dimension = (0..4_i64, -4..5_i64);
    let dtype = prop_oneof![
        Just((2, 32, 1)),
        Just((2, 64, 1)),
        Just((0, 64, 1)),
        Just((1, 8, 1)),
        Just((6, 8, 1)),
        Just((4, 16, 1)),
        Just((17, 4, 1)),
        Just((2, 32, 4)),
        (any::<u8>(), 0..65_u8, 0..5_u16),
    ];
    let device = prop_oneof![4 => Just(1), 1 => Just(2), 1 => Just(3), 1 => any::<i32>()];
    let dimensions = prop::collection::vec(dimension, 0..4);
    (0..16_usize, 0..16_u64, dimensions, any::<bool>(), any::<bool>(), dtype, device).prop_map(
        |(offset, byte_offset, dimensions, strided, without_shape, dtype, device)| {
            let (shape, strides): (Vec<_>, Vec<_>) = dimensions.into_iter().unzip();
            let strides = strided.then_some(strides);
            Described { offset, byte_offset, shape, strides, without_shape, dtype, device }
        },
    )
}

fn values() -> impl Strategy<Value = Value> {
    let plain =
        prop_oneof![Just(0), Just(1), Just(2), Just(3), Just(4), Just(5), Just(6), Just(13), 14..64_i32];
    let number = prop_oneof![any::<u64>(), (0..16_u64), Just(u64::MAX)];
    let bytes = || prop::collection::vec(any::<u8>(), 0..40);
    let small = || prop::collection::vec(any::<u8>(), 0..8);
    prop_oneof![
        6 => (plain, number).prop_map(|(type_index, bits)| Value::Plain(type_index, bits)),
        1 => small().prop_map(Value::SmallText),
        1 => small().prop_map(Value::SmallBytes),
        1 => prop::collection::vec(1..255_u8, 0..40).prop_map(Value::CString),
        1 => bytes().prop_map(Value::Bytes),
        1 => Just(Value::NullBytes),
        2 => ".{0,20}".prop_map(Value::Text),
        1 => bytes().prop_map(Value::OwnedBytes),
        1 => Just(Value::Function),
        1 => Just(Value::Error),
        6 => tensors().prop_map(Value::Tensor),
        1 => Just(Value::NullTensor),
        2 => (0..9_u8).prop_map(Value::OwnedTensor),
        1 => Just(Value::Moved),
        1 => Just(Value::MovedOut),
    ]
}

/// The exports of the fixture, by name.
fn exports(library: &Library, symbols: &str) -> Vec<(String, SafeCall)> {
    let names = symbols.lines().filter_map(|line| line.rsplit_once(" T __tvm_ffi_").map(|(_, name)| name));
    names
        .filter(|name| !name.starts_with('_') && !panics(name))
        .map(|name| {
            let symbol = format!("__tvm_ffi_{name}\0");
            // SAFETY: every symbol with this prefix is a packed call.
            let call =
                unsafe { library.get::<SafeCall>(symbol.as_bytes()) }.expect("a symbol that nm has listed");
            (name.to_owned(), *call)
        })
        .collect()
}

/// Calls an export as the packed call convention demands.
fn call(call: SafeCall, arguments: &[RawAny]) -> Result<Any> {
    let mut result = RawAny::NONE;
    // SAFETY: the arguments are valid for the call and the result owns nothing.
    let status =
        unsafe { call(core::ptr::null_mut(), arguments.as_ptr(), arguments.len() as i32, &mut result) };
    match status {
        // SAFETY: a successful call leaves an owned value.
        0 => Ok(unsafe { Any::from_raw(result) }),
        _ => Err(ffi_runtime::__private::take_raised()),
    }
}

#[test]
fn every_export_returns_or_raises() {
    let path = extension::library("fixture_basics");
    let finished = match command::run(Command::new("nm").args(["-D", "--defined-only"]).arg(&path)) {
        Ok(finished) => finished,
        Err(error) => panic!("{error}: install binutils, which a C compiler needs as well"),
    };
    ffi_runtime::host::use_embedded().expect("no other host in this process");
    let _module = Module::load(&path).expect("a loadable fixture");
    // SAFETY: the library is loaded already.
    let library = unsafe { Library::new(&path) }.expect("a loadable fixture");
    let exports = exports(&library, &finished.stdout);
    assert!(exports.len() > 50, "only {} exports found", exports.len());

    let (returned, raised) = (Cell::new(0), Cell::new(0));
    let configuration =
        ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(configuration);
    let strategy = (0..exports.len(), prop::collection::vec(values(), 0..4));
    let outcome = runner.run(&strategy, |(index, arguments)| {
        let (name, symbol) = &exports[index];
        let mut memory = Memory::default();
        let raw: Vec<RawAny> = arguments.iter().map(|value| memory.raw(value)).collect();
        match call(*symbol, &raw) {
            Ok(value) => {
                returned.set(returned.get() + 1);
                let _ = format!("{value:?}");
            }
            Err(error) => {
                raised.set(raised.get() + 1);
                let text = format!("{error:?}");
                let is_named =
                    text.contains(&format!("{name}(")) || error.backtrace().contains("fixture_basics::");
                prop_assert!(is_named, "{name}: {text}");
            }
        }
        memory.drop_moved();
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let (returned, raised) = (returned.get(), raised.get());
    assert!(returned > 300 && raised > 1000, "{returned} calls returned, {raised} raised");
}

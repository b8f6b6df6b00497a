use core::ffi::{c_char, c_void};

use super::{DLDataType, DLDevice, ObjectHeader, TypeIndex, assert_layout};

/// The longest string or byte sequence that is stored in the any itself.
pub const SMALL_BYTES_MAX: usize = 7;

/// `TVMFFIAny`: a type index and eight bytes of value, owned or borrowed as the place says.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct RawAny {
    /// What the value is.
    pub type_index: TypeIndex,
    /// Zero, or the length of a small string or small bytes.
    pub small_len: u32,
    /// The value; which member holds is told by `type_index`.
    pub value: RawValue,
}

/// The eight bytes of value in a [`RawAny`].
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the members are those of the C union in `TVMFFIAny`")]
pub union RawValue {
    pub int: i64,
    pub float: f64,
    pub pointer: *mut c_void,
    pub c_str: *const c_char,
    pub object: *mut ObjectHeader,
    pub data_type: DLDataType,
    pub device: DLDevice,
    pub bytes: [u8; 8],
    pub bits: u64,
}

assert_layout!(RawAny, size 16, type_index at 0, small_len at 4, value at 8);
const _: () = assert!(core::mem::size_of::<RawValue>() == 8);

impl RawAny {
    /// The value None.
    pub const NONE: Self = Self::from_bits(TypeIndex::NONE, 0);

    /// A value given by its eight bytes, with a zero padding.
    #[inline(always)]
    pub const fn from_bits(type_index: TypeIndex, bits: u64) -> Self {
        Self { type_index, small_len: 0, value: RawValue { bits } }
    }

    /// A value that is a pointer or an object.
    #[inline(always)]
    pub const fn from_pointer(type_index: TypeIndex, pointer: *mut c_void) -> Self {
        let mut value = RawValue { bits: 0 };
        value.pointer = pointer;
        Self { type_index, small_len: 0, value }
    }

    /// The eight bytes of the value as an integer.
    #[inline(always)]
    pub const fn bits(&self) -> u64 {
        // SAFETY: every byte of the union is initialised by all constructors and by the C side, and any bit
        // pattern is a u64.
        unsafe { self.value.bits }
    }

    /// The value as a pointer; meaningful for the pointer and object indices.
    #[inline(always)]
    pub const fn pointer(&self) -> *mut c_void {
        // SAFETY: every bit pattern is a raw pointer, which is not dereferenced here.
        unsafe { self.value.pointer }
    }

    /// The value, read member by member, as another function wrote it a moment ago: a processor waits when it is to read
    /// two fresh writes as one, and the compiler would join the reads.
    #[inline(always)]
    pub(crate) fn read_fresh(&self) -> Self {
        // SAFETY: the members are those of a reference, and any bit pattern is one of theirs.
        unsafe {
            Self {
                type_index: (&raw const self.type_index).read_volatile(),
                small_len: (&raw const self.small_len).read_volatile(),
                value: (&raw const self.value).read_volatile(),
            }
        }
    }
}

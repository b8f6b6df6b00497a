use core::ffi::{c_char, c_int, c_void};

use super::{ObjectHandle, RawAny, assert_layout};

/// `TVMFFIByteArray`: bytes that someone else owns; the body of string and bytes objects too.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ByteArray {
    /// The first byte; may be null when `size` is zero.
    pub data: *const c_char,
    /// How many bytes.
    pub size: usize,
}

/// `TVMFFIShapeCell`: the body of a shape object.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ShapeCell {
    /// The first dimension.
    pub data: *const i64,
    /// How many dimensions.
    pub size: usize,
}

/// `TVMFFISeqCell`: the body of array and list objects.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct SeqCell {
    /// The first element, a [`RawAny`].
    pub data: *mut c_void,
    /// How many elements are used.
    pub size: i64,
    /// How many elements there is room for.
    pub capacity: i64,
    /// Frees `data` when that was allocated apart from the object.
    pub data_deleter: Option<unsafe extern "C" fn(data: *mut c_void)>,
}

/// `TVMFFIBacktraceUpdateMode`: what happens to the text that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct BacktraceUpdateMode(pub i32);

impl BacktraceUpdateMode {
    /// The new text takes the old one's place.
    pub const REPLACE: Self = Self(0);
    /// The new text comes after the old one.
    pub const APPEND: Self = Self(1);
}

/// `TVMFFIErrorCell`: the body of an error object.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ErrorCell {
    /// The kind, such as `ValueError`.
    pub kind: ByteArray,
    /// The message.
    pub message: ByteArray,
    /// The frames, most recent call first.
    pub backtrace: ByteArray,
    /// Replaces the backtrace or appends to it.
    pub update_backtrace: Option<
        unsafe extern "C" fn(error: ObjectHandle, backtrace: *const ByteArray, mode: BacktraceUpdateMode),
    >,
    /// The error that caused this one, owned; may be null.
    pub cause_chain: ObjectHandle,
    /// More information about the error, owned; may be null.
    pub extra_context: ObjectHandle,
}

/// `TVMFFISafeCallType`: the packed call convention.
///
/// Arguments are borrowed, the result is owned and arrives as None. Returns 0, or -1 with the error raised.
pub type SafeCall = unsafe extern "C" fn(
    handle: *mut c_void,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
) -> c_int;

/// `TVMFFIFunctionCell`: the body of a function object.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct FunctionCell {
    /// The call that reports errors by its return value.
    pub safe_call: Option<SafeCall>,
    /// A C++ call that throws; null for functions that are not written in C++.
    pub cpp_call: *mut c_void,
}

/// `TVMFFIOpaqueObjectCell`: the body of an object that only its own language understands.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct OpaqueObjectCell {
    /// The other language's object, such as a `PyObject*`.
    pub handle: *mut c_void,
}

impl ByteArray {
    /// The bytes of `bytes`.
    #[inline(always)]
    pub const fn new(bytes: &[u8]) -> Self {
        Self { data: bytes.as_ptr().cast(), size: bytes.len() }
    }

    /// The bytes, empty when there are none or the pointer is null.
    ///
    /// # Safety
    /// `data` is null or points to `size` readable bytes that stay unchanged for `'a`.
    #[inline(always)]
    pub const unsafe fn as_bytes<'a>(&self) -> &'a [u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: the caller promises `size` readable bytes at `data`.
        unsafe { core::slice::from_raw_parts(self.data.cast(), self.size) }
    }
}

assert_layout!(ByteArray, size 16, data at 0, size at 8);
assert_layout!(ShapeCell, size 16, data at 0, size at 8);
assert_layout!(SeqCell, size 32, data at 0, size at 8, capacity at 16, data_deleter at 24);
assert_layout!(
    ErrorCell, size 72, kind at 0, message at 16, backtrace at 32, update_backtrace at 48,
    cause_chain at 56, extra_context at 64
);
assert_layout!(FunctionCell, size 16, safe_call at 0, cpp_call at 8);
assert_layout!(OpaqueObjectCell, size 8, handle at 0);

//! The part of the C ABI that a caller needs, and libtvm_ffi as the host.

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LOCAL, RTLD_NOW};

/// `TVMFFIAny`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawAny {
    pub type_index: i32,
    pub padding: u32,
    pub value: u64,
}

pub const NONE: i32 = 0;
pub const INT: i32 = 1;
pub const DL_TENSOR_PTR: i32 = 7;
pub const RAW_STR: i32 = 8;
pub const SMALL_STR: i32 = 11;
pub const STATIC_OBJECT_BEGIN: i32 = 64;
pub const STR: i32 = 65;
pub const TENSOR: i32 = 70;

impl RawAny {
    pub const NONE: Self = Self::new(NONE, 0);

    pub const fn new(type_index: i32, value: u64) -> Self {
        Self { type_index, padding: 0, value }
    }
}

/// `TVMFFIByteArray`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ByteArray {
    pub data: *const u8,
    pub size: usize,
}

impl ByteArray {
    /// # Safety
    /// The bytes are alive and hold UTF-8 where the result is used.
    pub unsafe fn as_str<'a>(self) -> &'a str {
        if self.size == 0 {
            return "";
        }
        // SAFETY: the caller vouches for the bytes.
        str::from_utf8(unsafe { std::slice::from_raw_parts(self.data, self.size) }).unwrap_or("<no UTF-8>")
    }
}

/// `TVMFFIObject`: the header before the fields of every object.
#[repr(C)]
struct ObjectHeader {
    reference_counts: u64,
    type_index: i32,
    padding: u32,
    deleter: *const c_void,
}

/// A string object.
#[repr(C)]
pub struct StringObject {
    header: ObjectHeader,
    pub bytes: ByteArray,
}

/// An error object, as far as it is read here.
#[repr(C)]
pub struct ErrorObject {
    header: ObjectHeader,
    pub kind: ByteArray,
    pub message: ByteArray,
    pub backtrace: ByteArray,
}

/// `DLTensor`.
#[repr(C)]
pub struct DlTensor {
    pub data: *mut c_void,
    pub device_type: i32,
    pub device_id: i32,
    pub ndim: i32,
    pub dtype_code: u8,
    pub dtype_bits: u8,
    pub dtype_lanes: u16,
    pub shape: *const i64,
    pub strides: *const i64,
    pub byte_offset: u64,
}

/// A tensor object.
#[repr(C)]
pub struct TensorObject {
    header: ObjectHeader,
    pub tensor: DlTensor,
}

/// A function object.
#[repr(C)]
pub struct FunctionObject {
    header: ObjectHeader,
    pub call: PackedCall,
}

/// `DLManagedTensor`.
#[repr(C)]
pub struct ManagedTensor {
    pub tensor: DlTensor,
    pub context: *mut c_void,
    pub deleter: *const c_void,
}

/// `TVMFFISafeCallType`: a packed call.
pub type PackedCall = unsafe extern "C" fn(*mut c_void, *const RawAny, i32, *mut RawAny) -> i32;

/// `TVMFFIFieldGetter`.
pub type FieldGetter = unsafe extern "C" fn(*mut c_void, *mut RawAny) -> i32;

/// `TVMFFIFieldSetter`.
pub type FieldSetter = unsafe extern "C" fn(*mut c_void, *const RawAny) -> i32;

/// `TVMFFIFieldInfo`.
#[repr(C)]
pub struct FieldInfo {
    pub name: ByteArray,
    doc: ByteArray,
    metadata: ByteArray,
    pub flags: i64,
    size: i64,
    alignment: i64,
    pub offset: i64,
    pub getter: FieldGetter,
    /// Unless the flag [`SETTER_IS_FUNCTION`] is set.
    pub setter: FieldSetter,
    default: RawAny,
    static_type_index: i32,
}

/// The flag of a field that is set by a function object.
pub const SETTER_IS_FUNCTION: i64 = 1 << 11;

/// `TVMFFIMethodInfo`.
#[repr(C)]
pub struct MethodInfo {
    pub name: ByteArray,
    doc: ByteArray,
    metadata: ByteArray,
    flags: i64,
    pub method: RawAny,
}

/// `TVMFFITypeInfo`.
#[repr(C)]
pub struct TypeInfo {
    type_index: i32,
    depth: i32,
    key: ByteArray,
    ancestors: *const c_void,
    key_hash: u64,
    pub field_count: i32,
    pub method_count: i32,
    pub fields: *const FieldInfo,
    pub methods: *const MethodInfo,
    metadata: *const c_void,
}

/// The functions of libtvm_ffi that a caller needs.
pub struct Host {
    pub move_raised_error: unsafe extern "C" fn(*mut *mut ErrorObject),
    pub decrement_reference: unsafe extern "C" fn(*mut c_void) -> i32,
    pub string_from_bytes: unsafe extern "C" fn(*const ByteArray, *mut RawAny) -> i32,
    pub tensor_from_dlpack: unsafe extern "C" fn(*mut ManagedTensor, i32, i32, *mut *mut TensorObject) -> i32,
    pub get_global_function: unsafe extern "C" fn(*const ByteArray, *mut *mut FunctionObject) -> i32,
    pub type_key_to_index: unsafe extern "C" fn(*const ByteArray, *mut i32) -> i32,
    pub type_info: unsafe extern "C" fn(i32) -> *const TypeInfo,
}

impl Host {
    /// Loads libtvm_ffi for the whole process.
    pub fn load(path: &Path) -> Result<Self, String> {
        let library = open(path, RTLD_GLOBAL)?;
        // SAFETY: the signatures are those of `c_api.h`.
        unsafe {
            Ok(Self {
                move_raised_error: symbol(&library, path, "TVMFFIErrorMoveFromRaised")?,
                decrement_reference: symbol(&library, path, "TVMFFIObjectDecRef")?,
                string_from_bytes: symbol(&library, path, "TVMFFIStringFromByteArray")?,
                tensor_from_dlpack: symbol(&library, path, "TVMFFITensorFromDLPack")?,
                get_global_function: symbol(&library, path, "TVMFFIFunctionGetGlobal")?,
                type_key_to_index: symbol(&library, path, "TVMFFITypeKeyToIndex")?,
                type_info: symbol(&library, path, "TVMFFIGetTypeInfo")?,
            })
        }
    }
}

/// A loaded version of the functions.
pub struct Extension {
    library: ManuallyDrop<Library>,
    path: PathBuf,
}

impl Extension {
    pub fn load(path: &Path) -> Result<Self, String> {
        Ok(Self { library: open(path, RTLD_LOCAL)?, path: path.to_owned() })
    }

    /// The library's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The export of this name.
    pub fn function(&self, name: &str) -> Result<PackedCall, String> {
        // SAFETY: every symbol with this prefix is a packed call.
        unsafe { symbol(&self.library, &self.path, &format!("__tvm_ffi_{name}")) }
    }
}

/// Opens a library that stays mapped to the end of the process.
fn open(path: &Path, visibility: i32) -> Result<ManuallyDrop<Library>, String> {
    // SAFETY: these are libtvm_ffi and libraries built here; their constructors ask nothing of the caller.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | visibility) };
    library.map(ManuallyDrop::new).map_err(|error| format!("cannot load {}: {error}", path.display()))
}

/// # Safety
/// `F` is the function pointer type of the symbol.
unsafe fn symbol<F: Copy>(library: &Library, path: &Path, name: &str) -> Result<F, String> {
    // SAFETY: the caller vouches for the type.
    let found = unsafe { library.get::<F>(name) };
    found.map(|symbol| *symbol).map_err(|error| format!("{} lacks {name}: {error}", path.display()))
}

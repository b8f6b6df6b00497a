//! One function pointer for each C function of the ABI.

use core::ffi::{CStr, c_char, c_int, c_void};

use super::HostError;
use crate::sys::{
    ByteArray, CustomAllocator, DLDataType, DLManagedTensor, DLManagedTensorVersioned,
    DLPackManagedTensorAllocator, DLTensor, FieldInfo, MethodInfo, ObjectHandle, RawAny, SafeCall,
    TypeAttrColumn, TypeIndex, TypeInfo, TypeMetadata, Version,
};

/// Which implementation a table belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct HostKind(pub u32);

impl HostKind {
    /// The shared library of the `apache-tvm-ffi` package.
    pub const LIBTVM_FFI: Self = Self(1);
    /// The implementation in this crate.
    pub const EMBEDDED: Self = Self(2);
}

/// The start of every [`HostTable`], the same in all versions of this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TableHeader {
    /// [`HostTable::LAYOUT`] of the crate that made the table.
    pub layout: u32,
    /// Its size in bytes; later versions append functions.
    pub size: u32,
    /// The implementation.
    pub kind: HostKind,
    /// Zero.
    pub reserved: u32,
}

/// Defines the table, its filling from symbols and an accessor for each function.
macro_rules! host_functions {
    ($($name:ident = $symbol:literal ($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of a host. One that an older libtvm_ffi lacks is an error only when it is used.
        #[derive(Clone, Copy)]
        #[repr(C)]
        pub struct HostTable {
            /// Says how to read the rest.
            pub header: TableHeader,
            $(
                #[doc = concat!("`", $symbol, "`")]
                pub $name: Option<unsafe extern "C" fn($($argument: $type),*) $(-> $result)?>,
            )*
        }

        impl HostTable {
            /// A table without functions.
            pub const fn empty(kind: HostKind) -> Self {
                Self {
                    header: TableHeader { layout: Self::LAYOUT, size: size_of::<Self>() as u32, kind, reserved: 0 },
                    $($name: None,)*
                }
            }

            /// The symbols of all functions in the table's order, each with a NUL behind it.
            const SYMBOLS: &str = concat!($($symbol, "\0"),*);

            /// How many functions there are.
            const FUNCTIONS: usize = [$(stringify!($name)),*].len();

            $(
                #[doc = concat!("`", $symbol, "`, or an error when the host lacks it.")]
                #[inline]
                #[allow(dead_code, reason = "the table is whole; not every function has a caller yet")]
                pub(crate) fn $name(
                    &self,
                ) -> Result<unsafe extern "C" fn($($argument: $type),*) $(-> $result)?, HostError> {
                    self.$name.ok_or(HostError::MissingFunction($symbol))
                }
            )*
        }
    };
}

host_functions! {
    get_version = "TVMFFIGetVersion"(out: *mut Version);
    object_inc_ref = "TVMFFIObjectIncRef"(object: ObjectHandle) -> c_int;
    object_dec_ref = "TVMFFIObjectDecRef"(object: ObjectHandle) -> c_int;
    object_create_opaque = "TVMFFIObjectCreateOpaque"(handle: *mut c_void, type_index: TypeIndex, deleter: Option<unsafe extern "C" fn(*mut c_void)>, out: *mut ObjectHandle) -> c_int;
    get_custom_allocator = "TVMFFIGetCustomAllocator"() -> *mut CustomAllocator;
    set_custom_allocator = "TVMFFISetCustomAllocator"(allocator: *mut CustomAllocator) -> c_int;
    type_key_to_index = "TVMFFITypeKeyToIndex"(type_key: *const ByteArray, out: *mut TypeIndex) -> c_int;
    function_create = "TVMFFIFunctionCreate"(handle: *mut c_void, safe_call: Option<SafeCall>, deleter: Option<unsafe extern "C" fn(*mut c_void)>, out: *mut ObjectHandle) -> c_int;
    function_get_global = "TVMFFIFunctionGetGlobal"(name: *const ByteArray, out: *mut ObjectHandle) -> c_int;
    function_set_global = "TVMFFIFunctionSetGlobal"(name: *const ByteArray, function: ObjectHandle, allow_override: c_int) -> c_int;
    function_set_global_from_method_info = "TVMFFIFunctionSetGlobalFromMethodInfo"(info: *const MethodInfo, allow_override: c_int) -> c_int;
    any_view_to_owned_any = "TVMFFIAnyViewToOwnedAny"(view: *const RawAny, out: *mut RawAny) -> c_int;
    function_call = "TVMFFIFunctionCall"(function: ObjectHandle, arguments: *mut RawAny, count: i32, result: *mut RawAny) -> c_int;
    error_move_from_raised = "TVMFFIErrorMoveFromRaised"(out: *mut ObjectHandle);
    error_set_raised = "TVMFFIErrorSetRaised"(error: ObjectHandle);
    error_set_raised_from_c_str = "TVMFFIErrorSetRaisedFromCStr"(kind: *const c_char, message: *const c_char);
    error_set_raised_from_c_str_parts = "TVMFFIErrorSetRaisedFromCStrParts"(kind: *const c_char, parts: *mut *const c_char, count: i32);
    error_create = "TVMFFIErrorCreate"(kind: *const ByteArray, message: *const ByteArray, backtrace: *const ByteArray, out: *mut ObjectHandle) -> c_int;
    error_create_with_cause = "TVMFFIErrorCreateWithCauseAndExtraContext"(kind: *const ByteArray, message: *const ByteArray, backtrace: *const ByteArray, cause: ObjectHandle, extra_context: ObjectHandle, out: *mut ObjectHandle) -> c_int;
    tensor_from_dlpack = "TVMFFITensorFromDLPack"(from: *mut DLManagedTensor, require_alignment: i32, require_contiguous: i32, out: *mut ObjectHandle) -> c_int;
    tensor_to_dlpack = "TVMFFITensorToDLPack"(from: ObjectHandle, out: *mut *mut DLManagedTensor) -> c_int;
    tensor_from_dlpack_versioned = "TVMFFITensorFromDLPackVersioned"(from: *mut DLManagedTensorVersioned, require_alignment: i32, require_contiguous: i32, out: *mut ObjectHandle) -> c_int;
    tensor_to_dlpack_versioned = "TVMFFITensorToDLPackVersioned"(from: ObjectHandle, out: *mut *mut DLManagedTensorVersioned) -> c_int;
    tensor_create_unsafe_view = "TVMFFITensorCreateUnsafeView"(source: ObjectHandle, prototype: *const DLTensor, out: *mut ObjectHandle) -> c_int;
    string_from_byte_array = "TVMFFIStringFromByteArray"(input: *const ByteArray, out: *mut RawAny) -> c_int;
    bytes_from_byte_array = "TVMFFIBytesFromByteArray"(input: *const ByteArray, out: *mut RawAny) -> c_int;
    big_int_from_byte_array = "TVMFFIBigIntFromByteArray"(input: *const ByteArray, out: *mut RawAny) -> c_int;
    big_int_get_content_byte_array = "TVMFFIBigIntGetContentByteArray"(value: *const RawAny) -> ByteArray;
    data_type_from_string = "TVMFFIDataTypeFromString"(text: *const ByteArray, out: *mut DLDataType) -> c_int;
    data_type_to_string = "TVMFFIDataTypeToString"(dtype: *const DLDataType, out: *mut RawAny) -> c_int;
    type_register_field = "TVMFFITypeRegisterField"(type_index: TypeIndex, info: *const FieldInfo) -> c_int;
    type_register_method = "TVMFFITypeRegisterMethod"(type_index: TypeIndex, info: *const MethodInfo) -> c_int;
    type_register_metadata = "TVMFFITypeRegisterMetadata"(type_index: TypeIndex, metadata: *const TypeMetadata) -> c_int;
    type_register_attr = "TVMFFITypeRegisterAttr"(type_index: TypeIndex, name: *const ByteArray, value: *const RawAny) -> c_int;
    get_type_attr_column = "TVMFFIGetTypeAttrColumn"(name: *const ByteArray) -> *const TypeAttrColumn;
    backtrace = "TVMFFIBacktrace"(file: *const c_char, line: c_int, function: *const c_char, cross_boundary: c_int) -> *const ByteArray;
    type_get_or_alloc_index = "TVMFFITypeGetOrAllocIndex"(type_key: *const ByteArray, static_type_index: TypeIndex, type_depth: i32, child_slots: i32, child_slots_can_overflow: i32, parent_type_index: TypeIndex) -> TypeIndex;
    get_type_info = "TVMFFIGetTypeInfo"(type_index: TypeIndex) -> *const TypeInfo;
    handle_init_once = "TVMFFIHandleInitOnce"(handle_address: *mut *mut c_void, init: Option<unsafe extern "C" fn(*mut *mut c_void) -> c_int>) -> c_int;
    handle_deinit_once = "TVMFFIHandleDeinitOnce"(handle_address: *mut *mut c_void, deinit: Option<unsafe extern "C" fn(*mut c_void) -> c_int>) -> c_int;
    env_set_stream = "TVMFFIEnvSetStream"(device_type: i32, device_id: i32, stream: *mut c_void, out_original: *mut *mut c_void) -> c_int;
    env_get_stream = "TVMFFIEnvGetStream"(device_type: i32, device_id: i32) -> *mut c_void;
    env_set_tensor_allocator = "TVMFFIEnvSetDLPackManagedTensorAllocator"(allocator: Option<DLPackManagedTensorAllocator>, write_to_global: c_int, out_original: *mut Option<DLPackManagedTensorAllocator>) -> c_int;
    env_get_tensor_allocator = "TVMFFIEnvGetDLPackManagedTensorAllocator"() -> Option<DLPackManagedTensorAllocator>;
    env_tensor_alloc = "TVMFFIEnvTensorAlloc"(prototype: *mut DLTensor, out: *mut ObjectHandle) -> c_int;
    env_check_signals = "TVMFFIEnvCheckSignals"() -> c_int;
    env_register_c_api = "TVMFFIEnvRegisterCAPI"(name: *const c_char, symbol: *mut c_void) -> c_int;
    env_module_lookup_from_imports = "TVMFFIEnvModLookupFromImports"(library_context: ObjectHandle, name: *const c_char, out: *mut ObjectHandle) -> c_int;
    env_module_register_context_symbol = "TVMFFIEnvModRegisterContextSymbol"(name: *const c_char, symbol: *mut c_void) -> c_int;
    env_module_register_system_lib_symbol = "TVMFFIEnvModRegisterSystemLibSymbol"(name: *const c_char, symbol: *mut c_void) -> c_int;
}

impl HostTable {
    /// A table of the functions that `lookup` finds, null meaning that there is none.
    ///
    /// # Safety
    /// `lookup` returns null or the address of the C function of that name.
    pub(crate) unsafe fn from_symbols(kind: HostKind, lookup: &dyn Fn(&CStr) -> *mut c_void) -> Self {
        const {
            let pointers = (size_of::<Self>() - size_of::<TableHeader>()) / size_of::<*mut c_void>();
            assert!(pointers == Self::FUNCTIONS, "behind the header there are only function pointers");
        }
        let mut table = Self::empty(kind);
        let mut symbols = Self::SYMBOLS.as_bytes();
        for index in 0..Self::FUNCTIONS {
            let Ok(symbol) = CStr::from_bytes_until_nul(symbols) else { break };
            symbols = &symbols[symbol.count_bytes() + 1..];
            // SAFETY: the struct is `repr(C)`: behind its header stand the functions in the order of the symbols, each
            // a pointer for which null is None; the caller promises the right addresses.
            unsafe {
                let functions = (&raw mut table).byte_add(size_of::<TableHeader>()).cast::<*mut c_void>();
                functions.add(index).write(lookup(symbol));
            }
        }
        table
    }

    /// Changes when a table of an older version can no longer be read.
    pub const LAYOUT: u32 = 1;

    /// A copy of a table that another library made, with the functions both versions know.
    ///
    /// # Safety
    /// `other` points to a table whose header tells its size.
    pub(crate) unsafe fn copy_from(other: *const TableHeader) -> Result<Self, HostError> {
        // SAFETY: the caller promises a readable header.
        let header = unsafe { *other };
        if header.layout != Self::LAYOUT {
            return Err(HostError::TableLayout { expected: Self::LAYOUT, got: header.layout });
        }
        let mut table = Self::empty(header.kind);
        let size = size_of::<Self>().min(header.size as usize);
        // SAFETY: both tables are `repr(C)` with the same beginning and have at least `size` bytes; a missing
        // function stays None.
        unsafe {
            core::ptr::copy_nonoverlapping(other.cast::<u8>(), (&raw mut table).cast::<u8>(), size);
        }
        table.header.size = size_of::<Self>() as u32;
        Ok(table)
    }

    /// The host's version, zeros when it does not say.
    pub fn version(&self) -> Version {
        let mut version = Version::default();
        if let Some(get_version) = self.get_version {
            // SAFETY: the function writes one `Version`.
            unsafe { get_version(&mut version) };
        }
        version
    }
}

//! The C structs of the tvm-ffi stable ABI, as `tvm/ffi/c_api.h`, `tvm/ffi/extra/c_env_api.h` and
//! `dlpack/dlpack.h` lay them out.
//!
//! Only data: every enum of the C side is a transparent integer, because a newer library may send values
//! this crate does not know. Sizes and offsets are asserted beside each struct; a test compares them with
//! the installed header as well.

mod any;
mod cells;
mod custom_allocator;
mod dlpack;
mod object_header;
mod reflection;
mod type_index;
mod version;

pub use any::{RawAny, RawValue, SMALL_BYTES_MAX};
pub use cells::{
    BacktraceUpdateMode, ByteArray, ErrorCell, FunctionCell, OpaqueObjectCell, SafeCall, SeqCell, ShapeCell,
};
pub use custom_allocator::{AllocHeader, CustomAllocator};
pub use dlpack::{
    DLDataType, DLDataTypeCode, DLDevice, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned,
    DLPACK_FLAG_READ_ONLY, DLPACK_FLAG_SUBBYTE_PADDED, DLPackManagedTensorAllocator, DLPackVersion, DLTensor,
};
pub use object_header::{
    DELETER_BOTH, DELETER_STRONG, DELETER_WEAK, ObjectDeleter, ObjectHandle, ObjectHeader,
};
pub use reflection::{
    FieldFlags, FieldGetter, FieldInfo, FieldSetter, MethodInfo, ObjectCreator, StructuralEqHashKind,
    TypeAttrColumn, TypeInfo, TypeMetadata,
};
pub use type_index::TypeIndex;
pub use version::Version;

/// Asserts the size of a struct and the offsets of its fields at compile time.
macro_rules! assert_layout {
    ($type:ty, size $size:expr $(, $field:ident at $offset:expr)* $(,)?) => {
        #[cfg(target_pointer_width = "64")]
        const _: () = {
            assert!(core::mem::size_of::<$type>() == $size);
            $(assert!(core::mem::offset_of!($type, $field) == $offset);)*
        };
    };
}
pub(crate) use assert_layout;

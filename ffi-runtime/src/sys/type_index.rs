/// `TVMFFITypeIndex`: what a value or an object is.
///
/// Indices below 64 are values stored in the any itself, 64 to 127 objects known to the ABI, from 128 on
/// types registered at run time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct TypeIndex(pub i32);

#[allow(missing_docs, reason = "the names are those of the C enum `TVMFFITypeIndex`")]
impl TypeIndex {
    pub const ANY: Self = Self(-1);
    pub const NONE: Self = Self(0);
    pub const INT: Self = Self(1);
    pub const BOOL: Self = Self(2);
    pub const FLOAT: Self = Self(3);
    pub const OPAQUE_PTR: Self = Self(4);
    pub const DATA_TYPE: Self = Self(5);
    pub const DEVICE: Self = Self(6);
    pub const DL_TENSOR_PTR: Self = Self(7);
    pub const RAW_STR: Self = Self(8);
    pub const BYTE_ARRAY_PTR: Self = Self(9);
    pub const OBJECT_RVALUE_REF: Self = Self(10);
    pub const SMALL_STR: Self = Self(11);
    pub const SMALL_BYTES: Self = Self(12);
    pub const UNCHANGED: Self = Self(13);
    pub const STATIC_OBJECT_BEGIN: Self = Self(64);
    pub const OBJECT: Self = Self(64);
    pub const STR: Self = Self(65);
    pub const BYTES: Self = Self(66);
    pub const ERROR: Self = Self(67);
    pub const FUNCTION: Self = Self(68);
    pub const SHAPE: Self = Self(69);
    pub const TENSOR: Self = Self(70);
    pub const ARRAY: Self = Self(71);
    pub const MAP: Self = Self(72);
    pub const MODULE: Self = Self(73);
    pub const OPAQUE_PY_OBJECT: Self = Self(74);
    pub const LIST: Self = Self(75);
    pub const DICT: Self = Self(76);
    pub const VISIT_INTERRUPT: Self = Self(77);
    pub const BIG_INT: Self = Self(78);
    pub const DYN_OBJECT_BEGIN: Self = Self(128);

    /// Whether a value with this index is a pointer to a reference-counted object.
    #[inline(always)]
    pub const fn is_object(self) -> bool {
        self.0 >= Self::STATIC_OBJECT_BEGIN.0
    }

    /// The types whose indices the ABI fixes, with their keys.
    pub const STATIC_TYPES: [(Self, &str); 29] = [
        (Self::NONE, "None"),
        (Self::INT, "int"),
        (Self::BOOL, "bool"),
        (Self::FLOAT, "float"),
        (Self::OPAQUE_PTR, "void*"),
        (Self::DATA_TYPE, "DataType"),
        (Self::DEVICE, "Device"),
        (Self::DL_TENSOR_PTR, "DLTensor*"),
        (Self::RAW_STR, "const char*"),
        (Self::BYTE_ARRAY_PTR, "TVMFFIByteArray*"),
        (Self::OBJECT_RVALUE_REF, "ObjectRValueRef"),
        (Self::SMALL_STR, "ffi.SmallStr"),
        (Self::SMALL_BYTES, "ffi.SmallBytes"),
        (Self::UNCHANGED, "ffi.Unchanged"),
        (Self::OBJECT, "ffi.Object"),
        (Self::STR, "ffi.String"),
        (Self::BYTES, "ffi.Bytes"),
        (Self::ERROR, "ffi.Error"),
        (Self::FUNCTION, "ffi.Function"),
        (Self::SHAPE, "ffi.Shape"),
        (Self::TENSOR, "ffi.Tensor"),
        (Self::ARRAY, "ffi.Array"),
        (Self::MAP, "ffi.Map"),
        (Self::MODULE, "ffi.Module"),
        (Self::OPAQUE_PY_OBJECT, "ffi.OpaquePyObject"),
        (Self::LIST, "ffi.List"),
        (Self::DICT, "ffi.Dict"),
        (Self::VISIT_INTERRUPT, "ffi.VisitInterrupt"),
        (Self::BIG_INT, "ffi.BigInt"),
    ];
}

use core::ffi::{c_char, c_int, c_void};

use super::assert_layout;

/// `DLDeviceType`: the kind of a device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct DLDeviceType(pub i32);

#[allow(missing_docs, reason = "the names are those of the C enum `DLDeviceType`")]
impl DLDeviceType {
    pub const CPU: Self = Self(1);
    pub const CUDA: Self = Self(2);
    pub const CUDA_HOST: Self = Self(3);
    pub const OPENCL: Self = Self(4);
    pub const VULKAN: Self = Self(7);
    pub const METAL: Self = Self(8);
    pub const VPI: Self = Self(9);
    pub const ROCM: Self = Self(10);
    pub const ROCM_HOST: Self = Self(11);
    pub const EXT_DEV: Self = Self(12);
    pub const CUDA_MANAGED: Self = Self(13);
    pub const ONE_API: Self = Self(14);
    pub const WEBGPU: Self = Self(15);
    pub const HEXAGON: Self = Self(16);
    pub const MAIA: Self = Self(17);
    pub const TRN: Self = Self(18);
}

/// `DLDevice`: a device, such as the CPU or the second CUDA card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct DLDevice {
    /// The kind.
    pub device_type: DLDeviceType,
    /// Which one of that kind, from 0.
    pub device_id: i32,
}

/// `DLDataTypeCode`: the kind of an element type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct DLDataTypeCode(pub u8);

#[allow(missing_docs, reason = "the names are those of the C enum `DLDataTypeCode`")]
impl DLDataTypeCode {
    pub const INT: Self = Self(0);
    pub const UINT: Self = Self(1);
    pub const FLOAT: Self = Self(2);
    pub const OPAQUE_HANDLE: Self = Self(3);
    pub const BFLOAT: Self = Self(4);
    pub const COMPLEX: Self = Self(5);
    pub const BOOL: Self = Self(6);
    pub const FLOAT8_E3M4: Self = Self(7);
    pub const FLOAT8_E4M3: Self = Self(8);
    pub const FLOAT8_E4M3B11FNUZ: Self = Self(9);
    pub const FLOAT8_E4M3FN: Self = Self(10);
    pub const FLOAT8_E4M3FNUZ: Self = Self(11);
    pub const FLOAT8_E5M2: Self = Self(12);
    pub const FLOAT8_E5M2FNUZ: Self = Self(13);
    pub const FLOAT8_E8M0FNU: Self = Self(14);
    pub const FLOAT6_E2M3FN: Self = Self(15);
    pub const FLOAT6_E3M2FN: Self = Self(16);
    pub const FLOAT4_E2M1FN: Self = Self(17);

    /// Whether the code was registered at run time: libtvm_ffi's `custom[name]`.
    pub const fn is_custom(self) -> bool {
        const FIRST: u8 = 129;
        self.0 >= FIRST
    }
}

/// `DLDataType`: an element type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct DLDataType {
    /// The kind.
    pub code: DLDataTypeCode,
    /// Bits of one lane.
    pub bits: u8,
    /// Lanes of one element; 1 for everything that is not a vector type.
    pub lanes: u16,
}

impl DLDataType {
    /// All four bytes as an integer, to compare two types at once.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        // SAFETY: the struct is four bytes without padding.
        unsafe { core::mem::transmute::<Self, u32>(self) }
    }
}

/// `DLTensor`: memory with a shape; what a tensor argument points to.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DLTensor {
    /// The memory, before `byte_offset` is applied.
    pub data: *mut c_void,
    /// Where the memory is.
    pub device: DLDevice,
    /// How many dimensions.
    pub ndim: i32,
    /// The element type.
    pub dtype: DLDataType,
    /// `ndim` sizes; may be null when `ndim` is 0.
    pub shape: *mut i64,
    /// `ndim` distances, in elements; null means row-major.
    pub strides: *mut i64,
    /// Bytes from `data` to the first element.
    pub byte_offset: u64,
}

/// `DLManagedTensor`: an owned tensor, as DLPack before 1.0 passes it.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// The owner's own.
    pub manager_ctx: *mut c_void,
    /// Gives the tensor back; may be none.
    pub deleter: Option<unsafe extern "C" fn(tensor: *mut DLManagedTensor)>,
}

/// `DLPackVersion`: the version of a versioned tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct DLPackVersion {
    /// Differs where the layout differs.
    pub major: u32,
    /// Grows with additions.
    pub minor: u32,
}

/// `DLManagedTensorVersioned`: an owned tensor, as DLPack since 1.0 passes it.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct DLManagedTensorVersioned {
    /// The version of this struct.
    pub version: DLPackVersion,
    /// The owner's own.
    pub manager_ctx: *mut c_void,
    /// Gives the tensor back; may be none.
    pub deleter: Option<unsafe extern "C" fn(tensor: *mut DLManagedTensorVersioned)>,
    /// Bits such as [`DLPACK_FLAG_READ_ONLY`].
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}

/// `DLPACK_FLAG_BITMASK_READ_ONLY`: the memory must not be written to.
pub const DLPACK_FLAG_READ_ONLY: u64 = 1;

/// `DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED`: every element of a type below a byte has bytes of its own.
pub const DLPACK_FLAG_SUBBYTE_PADDED: u64 = 1 << 2;

/// `DLPackManagedTensorAllocator`: allocates a tensor like the prototype, in the caller's framework.
pub type DLPackManagedTensorAllocator = unsafe extern "C" fn(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    error_context: *mut c_void,
    set_error: Option<
        unsafe extern "C" fn(error_context: *mut c_void, kind: *const c_char, message: *const c_char),
    >,
) -> c_int;

assert_layout!(DLDevice, size 8, device_type at 0, device_id at 4);
assert_layout!(DLDataType, size 4, code at 0, bits at 1, lanes at 2);
assert_layout!(
    DLTensor, size 48, data at 0, device at 8, ndim at 16, dtype at 20, shape at 24, strides at 32,
    byte_offset at 40
);
assert_layout!(DLManagedTensor, size 64, dl_tensor at 0, manager_ctx at 48, deleter at 56);
assert_layout!(DLPackVersion, size 8, major at 0, minor at 4);
assert_layout!(
    DLManagedTensorVersioned, size 80, version at 0, manager_ctx at 8, deleter at 16, flags at 24,
    dl_tensor at 32
);

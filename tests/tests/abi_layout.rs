//! The structures of `ffi_runtime::sys` against the header that the package installs.

use ffi_runtime::sys::*;
use ffi_tests::{Compiler, Language, command};
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::OnceLock;

/// Names as `tests/c/abi_layout.c` prints them: `sizeof X`, `alignof X`, `offsetof X.field`, `value NAME`.
type Table = BTreeMap<String, i64>;

/// What the installed header says.
fn header() -> Option<&'static Table> {
    static HEADER: OnceLock<Table> = OnceLock::new();
    let compiler = Compiler::get(Language::C)?;
    Some(HEADER.get_or_init(|| read_header(&compiler)))
}

fn read_header(compiler: &Compiler) -> Table {
    let printed = command::succeed(&mut Command::new(compiler.program("c/abi_layout.c"))).stdout;
    let parse = |line: &str| {
        let (name, value) = line.rsplit_once(' ').expect("a line holds a name and a value");
        (name.to_owned(), value.parse().expect("a value is a number"))
    };
    printed.lines().map(parse).collect()
}

/// Compares every entry, and reports all that differ at once.
fn compare(ours: &Table, header: &Table) {
    let differing: Vec<String> = ours
        .iter()
        .filter(|(name, value)| header.get(*name) != Some(*value))
        .map(|(name, value)| format!("{name}: {value} here, {:?} in the header", header.get(name)))
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// `C name = Rust type { C field = Rust field, … };` with the C name left out where both are the same.
macro_rules! layouts {
    ($($c_name:ident = $rust:ty { $($c_field:ident = $field:ident),* $(,)? })*) => {
        [$(
            (concat!("sizeof ", stringify!($c_name)), size_of::<$rust>()),
            (concat!("alignof ", stringify!($c_name)), align_of::<$rust>()),
            $((
                concat!("offsetof ", stringify!($c_name), ".", stringify!($c_field)),
                core::mem::offset_of!($rust, $field),
            ),)*
        )*]
    };
}

macro_rules! values {
    ($($c_name:ident = $value:expr),* $(,)?) => {
        [$((concat!("value ", stringify!($c_name)), i64::from($value))),*]
    };
}

fn table<const N: usize>(entries: [(&str, i64); N]) -> Table {
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

#[test]
fn structures() {
    let Some(header) = header() else { return };
    let ours = layouts! {
        DLDevice = DLDevice { device_type = device_type, device_id = device_id }
        DLDataType = DLDataType { code = code, bits = bits, lanes = lanes }
        DLTensor = DLTensor {
            data = data, device = device, ndim = ndim, dtype = dtype, shape = shape, strides = strides,
            byte_offset = byte_offset,
        }
        DLManagedTensor = DLManagedTensor {
            dl_tensor = dl_tensor, manager_ctx = manager_ctx, deleter = deleter,
        }
        DLPackVersion = DLPackVersion { major = major, minor = minor }
        DLManagedTensorVersioned = DLManagedTensorVersioned {
            version = version, manager_ctx = manager_ctx, deleter = deleter, flags = flags,
            dl_tensor = dl_tensor,
        }
        TVMFFIVersion = Version { major = major, minor = minor, patch = patch }
        TVMFFIObject = ObjectHeader {
            combined_ref_count = combined_ref_count, type_index = type_index, __padding = padding,
            deleter = deleter,
        }
        TVMFFIAny = RawAny {
            type_index = type_index, zero_padding = small_len, small_str_len = small_len, v_int64 = value,
            v_float64 = value, v_ptr = value, v_obj = value, v_bytes = value,
        }
        TVMFFIByteArray = ByteArray { data = data, size = size }
        TVMFFIShapeCell = ShapeCell { data = data, size = size }
        TVMFFISeqCell = SeqCell {
            data = data, size = size, capacity = capacity, data_deleter = data_deleter,
        }
        TVMFFIErrorCell = ErrorCell {
            kind = kind, message = message, backtrace = backtrace, update_backtrace = update_backtrace,
            cause_chain = cause_chain, extra_context = extra_context,
        }
        TVMFFIFunctionCell = FunctionCell { safe_call = safe_call, cpp_call = cpp_call }
        TVMFFIOpaqueObjectCell = OpaqueObjectCell { handle = handle }
        TVMFFIObjectAllocHeader = AllocHeader { delete_space = delete_space }
        TVMFFICustomAllocator = CustomAllocator { allocate = allocate, context = context }
        TVMFFIFieldInfo = FieldInfo {
            name = name, doc = doc, metadata = metadata, flags = flags, size = size, alignment = alignment,
            offset = offset, getter = getter, setter = setter,
            default_value_or_factory = default_value_or_factory,
            field_static_type_index = field_static_type_index,
        }
        TVMFFIMethodInfo = MethodInfo {
            name = name, doc = doc, metadata = metadata, flags = flags, method = method,
        }
        TVMFFITypeMetadata = TypeMetadata {
            doc = doc, creator = creator, total_size = total_size,
            structural_eq_hash_kind = structural_eq_hash_kind,
        }
        TVMFFITypeAttrColumn = TypeAttrColumn { data = data, size = size, begin_index = begin_index }
        TVMFFITypeInfo = TypeInfo {
            type_index = type_index, type_depth = type_depth, type_key = type_key,
            type_ancestors = type_ancestors, type_key_hash = type_key_hash, num_fields = num_fields,
            num_methods = num_methods, fields = fields, methods = methods, metadata = metadata,
        }
    };
    let ours = table(ours.map(|(name, value)| (name, value as i64)));
    compare(&ours, header);

    // A structure or a field that only one side has would go unnoticed.
    let unknown: Vec<&String> =
        header.keys().filter(|name| !name.starts_with("value ") && !ours.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "not compared: {unknown:?}");
}

#[test]
fn type_indices() {
    let Some(header) = header() else { return };
    let ours = values! {
        kTVMFFIAny = TypeIndex::ANY.0,
        kTVMFFINone = TypeIndex::NONE.0,
        kTVMFFIInt = TypeIndex::INT.0,
        kTVMFFIBool = TypeIndex::BOOL.0,
        kTVMFFIFloat = TypeIndex::FLOAT.0,
        kTVMFFIOpaquePtr = TypeIndex::OPAQUE_PTR.0,
        kTVMFFIDataType = TypeIndex::DATA_TYPE.0,
        kTVMFFIDevice = TypeIndex::DEVICE.0,
        kTVMFFIDLTensorPtr = TypeIndex::DL_TENSOR_PTR.0,
        kTVMFFIRawStr = TypeIndex::RAW_STR.0,
        kTVMFFIByteArrayPtr = TypeIndex::BYTE_ARRAY_PTR.0,
        kTVMFFIObjectRValueRef = TypeIndex::OBJECT_RVALUE_REF.0,
        kTVMFFISmallStr = TypeIndex::SMALL_STR.0,
        kTVMFFISmallBytes = TypeIndex::SMALL_BYTES.0,
        kTVMFFIUnchanged = TypeIndex::UNCHANGED.0,
        kTVMFFIStaticObjectBegin = TypeIndex::STATIC_OBJECT_BEGIN.0,
        kTVMFFIObject = TypeIndex::OBJECT.0,
        kTVMFFIStr = TypeIndex::STR.0,
        kTVMFFIBytes = TypeIndex::BYTES.0,
        kTVMFFIError = TypeIndex::ERROR.0,
        kTVMFFIFunction = TypeIndex::FUNCTION.0,
        kTVMFFIShape = TypeIndex::SHAPE.0,
        kTVMFFITensor = TypeIndex::TENSOR.0,
        kTVMFFIArray = TypeIndex::ARRAY.0,
        kTVMFFIMap = TypeIndex::MAP.0,
        kTVMFFIModule = TypeIndex::MODULE.0,
        kTVMFFIOpaquePyObject = TypeIndex::OPAQUE_PY_OBJECT.0,
        kTVMFFIList = TypeIndex::LIST.0,
        kTVMFFIDict = TypeIndex::DICT.0,
        kTVMFFIVisitInterrupt = TypeIndex::VISIT_INTERRUPT.0,
        kTVMFFIBigInt = TypeIndex::BIG_INT.0,
        kTVMFFIDynObjectBegin = TypeIndex::DYN_OBJECT_BEGIN.0,
    };
    compare(&table(ours), header);
}

#[test]
fn flags_and_modes() {
    let Some(header) = header() else { return };
    let ours = values! {
        kTVMFFIObjectDeleterFlagBitMaskStrong = DELETER_STRONG,
        kTVMFFIObjectDeleterFlagBitMaskWeak = DELETER_WEAK,
        kTVMFFIObjectDeleterFlagBitMaskBoth = DELETER_BOTH,
        kTVMFFIBacktraceUpdateModeReplace = BacktraceUpdateMode::REPLACE.0,
        kTVMFFIBacktraceUpdateModeAppend = BacktraceUpdateMode::APPEND.0,
        kTVMFFIFieldFlagBitMaskWritable = FieldFlags::WRITABLE.0,
        kTVMFFIFieldFlagBitMaskHasDefault = FieldFlags::HAS_DEFAULT.0,
        kTVMFFIFieldFlagBitMaskIsStaticMethod = FieldFlags::IS_STATIC_METHOD.0,
        kTVMFFISEqHashKindUnsupported = StructuralEqHashKind::UNSUPPORTED.0,
        kTVMFFISEqHashKindTreeNode = StructuralEqHashKind::TREE_NODE.0,
        DLPACK_FLAG_BITMASK_READ_ONLY = DLPACK_FLAG_READ_ONLY as i64,
    };
    compare(&table(ours), header);
}

#[test]
fn devices_and_data_types() {
    let Some(header) = header() else { return };
    let ours = values! {
        kDLCPU = DLDeviceType::CPU.0,
        kDLCUDA = DLDeviceType::CUDA.0,
        kDLCUDAHost = DLDeviceType::CUDA_HOST.0,
        kDLOpenCL = DLDeviceType::OPENCL.0,
        kDLVulkan = DLDeviceType::VULKAN.0,
        kDLMetal = DLDeviceType::METAL.0,
        kDLVPI = DLDeviceType::VPI.0,
        kDLROCM = DLDeviceType::ROCM.0,
        kDLROCMHost = DLDeviceType::ROCM_HOST.0,
        kDLExtDev = DLDeviceType::EXT_DEV.0,
        kDLCUDAManaged = DLDeviceType::CUDA_MANAGED.0,
        kDLOneAPI = DLDeviceType::ONE_API.0,
        kDLWebGPU = DLDeviceType::WEBGPU.0,
        kDLHexagon = DLDeviceType::HEXAGON.0,
        kDLMAIA = DLDeviceType::MAIA.0,
        kDLTrn = DLDeviceType::TRN.0,
        kDLInt = DLDataTypeCode::INT.0,
        kDLUInt = DLDataTypeCode::UINT.0,
        kDLFloat = DLDataTypeCode::FLOAT.0,
        kDLOpaqueHandle = DLDataTypeCode::OPAQUE_HANDLE.0,
        kDLBfloat = DLDataTypeCode::BFLOAT.0,
        kDLComplex = DLDataTypeCode::COMPLEX.0,
        kDLBool = DLDataTypeCode::BOOL.0,
        kDLFloat8_e3m4 = DLDataTypeCode::FLOAT8_E3M4.0,
        kDLFloat8_e4m3 = DLDataTypeCode::FLOAT8_E4M3.0,
        kDLFloat8_e4m3b11fnuz = DLDataTypeCode::FLOAT8_E4M3B11FNUZ.0,
        kDLFloat8_e4m3fn = DLDataTypeCode::FLOAT8_E4M3FN.0,
        kDLFloat8_e4m3fnuz = DLDataTypeCode::FLOAT8_E4M3FNUZ.0,
        kDLFloat8_e5m2 = DLDataTypeCode::FLOAT8_E5M2.0,
        kDLFloat8_e5m2fnuz = DLDataTypeCode::FLOAT8_E5M2FNUZ.0,
        kDLFloat8_e8m0fnu = DLDataTypeCode::FLOAT8_E8M0FNU.0,
        kDLFloat6_e2m3fn = DLDataTypeCode::FLOAT6_E2M3FN.0,
        kDLFloat6_e3m2fn = DLDataTypeCode::FLOAT6_E3M2FN.0,
        kDLFloat4_e2m1fn = DLDataTypeCode::FLOAT4_E2M1FN.0,
    };
    compare(&table(ours), header);
}

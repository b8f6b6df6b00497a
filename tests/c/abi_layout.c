/* Prints `name value` for each size, offset and enumerator of the installed header. */
#include <stddef.h>
#include <stdio.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#define SIZE(type) printf("sizeof " #type " %zu\n", sizeof(type)), \
                   printf("alignof " #type " %zu\n", _Alignof(type))
#define OFFSET(type, field) printf("offsetof " #type "." #field " %zu\n", offsetof(type, field))
#define VALUE(name) printf("value " #name " %lld\n", (long long)(name))

static void dlpack(void) {
  SIZE(DLDevice);
  OFFSET(DLDevice, device_type);
  OFFSET(DLDevice, device_id);
  SIZE(DLDataType);
  OFFSET(DLDataType, code);
  OFFSET(DLDataType, bits);
  OFFSET(DLDataType, lanes);
  SIZE(DLTensor);
  OFFSET(DLTensor, data);
  OFFSET(DLTensor, device);
  OFFSET(DLTensor, ndim);
  OFFSET(DLTensor, dtype);
  OFFSET(DLTensor, shape);
  OFFSET(DLTensor, strides);
  OFFSET(DLTensor, byte_offset);
  SIZE(DLManagedTensor);
  OFFSET(DLManagedTensor, dl_tensor);
  OFFSET(DLManagedTensor, manager_ctx);
  OFFSET(DLManagedTensor, deleter);
  SIZE(DLPackVersion);
  OFFSET(DLPackVersion, major);
  OFFSET(DLPackVersion, minor);
  SIZE(DLManagedTensorVersioned);
  OFFSET(DLManagedTensorVersioned, version);
  OFFSET(DLManagedTensorVersioned, manager_ctx);
  OFFSET(DLManagedTensorVersioned, deleter);
  OFFSET(DLManagedTensorVersioned, flags);
  OFFSET(DLManagedTensorVersioned, dl_tensor);
  VALUE(DLPACK_FLAG_BITMASK_READ_ONLY);
  VALUE(DLPACK_FLAG_BITMASK_IS_COPIED);
  VALUE(kDLCPU);
  VALUE(kDLCUDA);
  VALUE(kDLCUDAHost);
  VALUE(kDLOpenCL);
  VALUE(kDLVulkan);
  VALUE(kDLMetal);
  VALUE(kDLVPI);
  VALUE(kDLROCM);
  VALUE(kDLROCMHost);
  VALUE(kDLExtDev);
  VALUE(kDLCUDAManaged);
  VALUE(kDLOneAPI);
  VALUE(kDLWebGPU);
  VALUE(kDLHexagon);
  VALUE(kDLMAIA);
  VALUE(kDLTrn);
  VALUE(kDLInt);
  VALUE(kDLUInt);
  VALUE(kDLFloat);
  VALUE(kDLOpaqueHandle);
  VALUE(kDLBfloat);
  VALUE(kDLComplex);
  VALUE(kDLBool);
  VALUE(kDLFloat8_e3m4);
  VALUE(kDLFloat8_e4m3);
  VALUE(kDLFloat8_e4m3b11fnuz);
  VALUE(kDLFloat8_e4m3fn);
  VALUE(kDLFloat8_e4m3fnuz);
  VALUE(kDLFloat8_e5m2);
  VALUE(kDLFloat8_e5m2fnuz);
  VALUE(kDLFloat8_e8m0fnu);
  VALUE(kDLFloat6_e2m3fn);
  VALUE(kDLFloat6_e3m2fn);
  VALUE(kDLFloat4_e2m1fn);
}

static void values(void) {
  SIZE(TVMFFIVersion);
  OFFSET(TVMFFIVersion, major);
  OFFSET(TVMFFIVersion, minor);
  OFFSET(TVMFFIVersion, patch);
  SIZE(TVMFFIObject);
  OFFSET(TVMFFIObject, combined_ref_count);
  OFFSET(TVMFFIObject, type_index);
  OFFSET(TVMFFIObject, __padding);
  OFFSET(TVMFFIObject, deleter);
  SIZE(TVMFFIAny);
  OFFSET(TVMFFIAny, type_index);
  OFFSET(TVMFFIAny, zero_padding);
  OFFSET(TVMFFIAny, small_str_len);
  OFFSET(TVMFFIAny, v_int64);
  OFFSET(TVMFFIAny, v_float64);
  OFFSET(TVMFFIAny, v_ptr);
  OFFSET(TVMFFIAny, v_obj);
  OFFSET(TVMFFIAny, v_bytes);
  SIZE(TVMFFIByteArray);
  OFFSET(TVMFFIByteArray, data);
  OFFSET(TVMFFIByteArray, size);
  SIZE(TVMFFIShapeCell);
  OFFSET(TVMFFIShapeCell, data);
  OFFSET(TVMFFIShapeCell, size);
  SIZE(TVMFFISeqCell);
  OFFSET(TVMFFISeqCell, data);
  OFFSET(TVMFFISeqCell, size);
  OFFSET(TVMFFISeqCell, capacity);
  OFFSET(TVMFFISeqCell, data_deleter);
  SIZE(TVMFFIErrorCell);
  OFFSET(TVMFFIErrorCell, kind);
  OFFSET(TVMFFIErrorCell, message);
  OFFSET(TVMFFIErrorCell, backtrace);
  OFFSET(TVMFFIErrorCell, update_backtrace);
  OFFSET(TVMFFIErrorCell, cause_chain);
  OFFSET(TVMFFIErrorCell, extra_context);
  SIZE(TVMFFIFunctionCell);
  OFFSET(TVMFFIFunctionCell, safe_call);
  OFFSET(TVMFFIFunctionCell, cpp_call);
  SIZE(TVMFFIOpaqueObjectCell);
  OFFSET(TVMFFIOpaqueObjectCell, handle);
  SIZE(TVMFFIObjectAllocHeader);
  OFFSET(TVMFFIObjectAllocHeader, delete_space);
  SIZE(TVMFFICustomAllocator);
  OFFSET(TVMFFICustomAllocator, allocate);
  OFFSET(TVMFFICustomAllocator, context);
}

static void reflection(void) {
  SIZE(TVMFFIFieldInfo);
  OFFSET(TVMFFIFieldInfo, name);
  OFFSET(TVMFFIFieldInfo, doc);
  OFFSET(TVMFFIFieldInfo, metadata);
  OFFSET(TVMFFIFieldInfo, flags);
  OFFSET(TVMFFIFieldInfo, size);
  OFFSET(TVMFFIFieldInfo, alignment);
  OFFSET(TVMFFIFieldInfo, offset);
  OFFSET(TVMFFIFieldInfo, getter);
  OFFSET(TVMFFIFieldInfo, setter);
  OFFSET(TVMFFIFieldInfo, default_value_or_factory);
  OFFSET(TVMFFIFieldInfo, field_static_type_index);
  SIZE(TVMFFIMethodInfo);
  OFFSET(TVMFFIMethodInfo, name);
  OFFSET(TVMFFIMethodInfo, doc);
  OFFSET(TVMFFIMethodInfo, metadata);
  OFFSET(TVMFFIMethodInfo, flags);
  OFFSET(TVMFFIMethodInfo, method);
  SIZE(TVMFFITypeMetadata);
  OFFSET(TVMFFITypeMetadata, doc);
  OFFSET(TVMFFITypeMetadata, creator);
  OFFSET(TVMFFITypeMetadata, total_size);
  OFFSET(TVMFFITypeMetadata, structural_eq_hash_kind);
  SIZE(TVMFFITypeAttrColumn);
  OFFSET(TVMFFITypeAttrColumn, data);
  OFFSET(TVMFFITypeAttrColumn, size);
  OFFSET(TVMFFITypeAttrColumn, begin_index);
  SIZE(TVMFFITypeInfo);
  OFFSET(TVMFFITypeInfo, type_index);
  OFFSET(TVMFFITypeInfo, type_depth);
  OFFSET(TVMFFITypeInfo, type_key);
  OFFSET(TVMFFITypeInfo, type_ancestors);
  OFFSET(TVMFFITypeInfo, type_key_hash);
  OFFSET(TVMFFITypeInfo, num_fields);
  OFFSET(TVMFFITypeInfo, num_methods);
  OFFSET(TVMFFITypeInfo, fields);
  OFFSET(TVMFFITypeInfo, methods);
  OFFSET(TVMFFITypeInfo, metadata);
}

static void enumerators(void) {
  VALUE(kTVMFFIAny);
  VALUE(kTVMFFINone);
  VALUE(kTVMFFIInt);
  VALUE(kTVMFFIBool);
  VALUE(kTVMFFIFloat);
  VALUE(kTVMFFIOpaquePtr);
  VALUE(kTVMFFIDataType);
  VALUE(kTVMFFIDevice);
  VALUE(kTVMFFIDLTensorPtr);
  VALUE(kTVMFFIRawStr);
  VALUE(kTVMFFIByteArrayPtr);
  VALUE(kTVMFFIObjectRValueRef);
  VALUE(kTVMFFISmallStr);
  VALUE(kTVMFFISmallBytes);
  VALUE(kTVMFFIUnchanged);
  VALUE(kTVMFFIStaticObjectBegin);
  VALUE(kTVMFFIObject);
  VALUE(kTVMFFIStr);
  VALUE(kTVMFFIBytes);
  VALUE(kTVMFFIError);
  VALUE(kTVMFFIFunction);
  VALUE(kTVMFFIShape);
  VALUE(kTVMFFITensor);
  VALUE(kTVMFFIArray);
  VALUE(kTVMFFIMap);
  VALUE(kTVMFFIModule);
  VALUE(kTVMFFIOpaquePyObject);
  VALUE(kTVMFFIList);
  VALUE(kTVMFFIDict);
  VALUE(kTVMFFIVisitInterrupt);
  VALUE(kTVMFFIBigInt);
  VALUE(kTVMFFIStaticObjectEnd);
  VALUE(kTVMFFIDynObjectBegin);
  VALUE(kTVMFFIObjectDeleterFlagBitMaskStrong);
  VALUE(kTVMFFIObjectDeleterFlagBitMaskWeak);
  VALUE(kTVMFFIObjectDeleterFlagBitMaskBoth);
  VALUE(kTVMFFIBacktraceUpdateModeReplace);
  VALUE(kTVMFFIBacktraceUpdateModeAppend);
  VALUE(kTVMFFIFieldFlagBitMaskWritable);
  VALUE(kTVMFFIFieldFlagBitMaskHasDefault);
  VALUE(kTVMFFIFieldFlagBitMaskIsStaticMethod);
  VALUE(kTVMFFIFieldFlagBitMaskSEqHashIgnore);
  VALUE(kTVMFFIFieldFlagBitMaskSEqHashDefPattern);
  VALUE(kTVMFFIFieldFlagBitMaskDefaultFromFactory);
  VALUE(kTVMFFIFieldFlagBitMaskReprOff);
  VALUE(kTVMFFIFieldFlagBitMaskCompareOff);
  VALUE(kTVMFFIFieldFlagBitMaskHashOff);
  VALUE(kTVMFFIFieldFlagBitMaskInitOff);
  VALUE(kTVMFFIFieldFlagBitMaskKwOnly);
  VALUE(kTVMFFIFieldFlagBitSetterIsFunctionObj);
  VALUE(kTVMFFIFieldFlagBitMaskSEqHashDefSimple);
  VALUE(kTVMFFISEqHashKindUnsupported);
  VALUE(kTVMFFISEqHashKindTreeNode);
  VALUE(kTVMFFISEqHashKindFreeVar);
  VALUE(kTVMFFISEqHashKindDAGNode);
  VALUE(kTVMFFISEqHashKindConstTreeNode);
  VALUE(kTVMFFISEqHashKindUniqueInstance);
}

int main(void) {
  dlpack();
  values();
  reflection();
  enumerators();
  return 0;
}

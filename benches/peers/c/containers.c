/* The benchmarked functions that take containers, tensors and functions, as the others: written by hand, tags checked. */
#include <stdlib.h>
#include <string.h>
#include <tvm/ffi/c_api.h>

#define EXPORT __attribute__((visibility("default")))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

__attribute__((noinline, cold)) static int type_error(const char* message) {
  TVMFFIErrorSetRaisedFromCStr("TypeError", message);
  return -1;
}

static inline int return_int(TVMFFIAny* result, int64_t value) {
  result->type_index = kTVMFFIInt;
  result->zero_padding = 0;
  result->v_int64 = value;
  return 0;
}

/* What stands behind an object's header. */
static inline void* cell(TVMFFIObject* object) { return (char*)object + sizeof(TVMFFIObject); }

static inline int call(TVMFFIObject* function, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  return ((TVMFFIFunctionCell*)cell(function))->safe_call(function, arguments, count, result);
}

EXPORT int __tvm_ffi_sum_array(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 1)) return type_error("sum_array expects one argument");
  if (UNLIKELY(arguments[0].type_index != kTVMFFIArray)) return type_error("argument 0 of sum_array is no array");
  const TVMFFISeqCell* array = (const TVMFFISeqCell*)cell(arguments[0].v_obj);
  const TVMFFIAny* elements = (const TVMFFIAny*)array->data;
  int64_t sum = 0;
  for (int64_t i = 0; i < array->size; ++i) {
    if (UNLIKELY(elements[i].type_index != kTVMFFIInt)) return type_error("an element is no integer");
    sum += elements[i].v_int64;
  }
  return return_int(result, sum);
}

/* The loop that the memory bounds: it checks no tags. */
EXPORT int __tvm_ffi_array_to_vector(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 1)) return type_error("array_to_vector expects one argument");
  if (UNLIKELY(arguments[0].type_index != kTVMFFIArray)) {
    return type_error("argument 0 of array_to_vector is no array");
  }
  const TVMFFISeqCell* array = (const TVMFFISeqCell*)cell(arguments[0].v_obj);
  const TVMFFIAny* elements = (const TVMFFIAny*)array->data;
  int64_t* values = (int64_t*)malloc(array->size * sizeof(int64_t));
  if (UNLIKELY(values == NULL || array->size == 0)) return type_error("no elements, or no memory");
  for (int64_t i = 0; i < array->size; ++i) values[i] = elements[i].v_int64;
  __asm__ volatile("" : : "r"(values) : "memory"); /* keeps the copy */
  int64_t last = values[array->size - 1];
  free(values);
  return return_int(result, last);
}

/* One call of the host's, through a handle that is asked for once. */
EXPORT int __tvm_ffi_map_lookup(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  static TVMFFIObjectHandle get_item = NULL;
  if (UNLIKELY(count != 2)) return type_error("map_lookup expects two arguments");
  if (UNLIKELY(arguments[0].type_index != kTVMFFIMap)) return type_error("argument 0 of map_lookup is no map");
  if (UNLIKELY(get_item == NULL)) {
    TVMFFIByteArray name = {"ffi.MapGetItem", 14};
    if (TVMFFIFunctionGetGlobal(&name, &get_item)) return -1;
    if (get_item == NULL) return type_error("the host has no ffi.MapGetItem");
  }
  if (UNLIKELY(call((TVMFFIObject*)get_item, arguments, 2, result))) return -1;
  if (UNLIKELY(result->type_index != kTVMFFIInt)) return type_error("the value is no integer");
  return 0;
}

/* As the Map[str, int] of the others, but unchecked: the ABI has no quick way to see all keys and values. */
EXPORT int __tvm_ffi_typed_map_lookup(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  return __tvm_ffi_map_lookup(handle, arguments, count, result);
}

typedef struct {
  DLManagedTensorVersioned managed;
  int64_t shape[2];
  int64_t strides[2];
} OwnedTensor;

static void delete_tensor(DLManagedTensorVersioned* managed) {
  free(managed->dl_tensor.data);
  free(managed);
}

EXPORT int __tvm_ffi_new_tensor(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 0)) return type_error("new_tensor expects no arguments");
  enum { kRows = 512, kElements = kRows * kRows };
  float* data = (float*)malloc(kElements * sizeof(float));
  OwnedTensor* tensor = (OwnedTensor*)calloc(1, sizeof(OwnedTensor));
  if (UNLIKELY(data == NULL || tensor == NULL)) return type_error("out of memory");
  for (int i = 0; i < kElements; ++i) data[i] = 1.0f;
  tensor->shape[0] = tensor->shape[1] = tensor->strides[0] = kRows;
  tensor->strides[1] = 1;
  tensor->managed.version.major = DLPACK_MAJOR_VERSION;
  tensor->managed.version.minor = DLPACK_MINOR_VERSION;
  tensor->managed.deleter = delete_tensor;
  tensor->managed.dl_tensor.data = data;
  tensor->managed.dl_tensor.device.device_type = kDLCPU;
  tensor->managed.dl_tensor.ndim = 2;
  tensor->managed.dl_tensor.dtype.code = kDLFloat;
  tensor->managed.dl_tensor.dtype.bits = 32;
  tensor->managed.dl_tensor.dtype.lanes = 1;
  tensor->managed.dl_tensor.shape = tensor->shape;
  tensor->managed.dl_tensor.strides = tensor->strides;
  TVMFFIObjectHandle object;
  if (TVMFFITensorFromDLPackVersioned(&tensor->managed, 0, 0, &object)) return -1;
  result->type_index = kTVMFFITensor;
  result->v_obj = (TVMFFIObject*)object;
  return 0;
}

EXPORT int __tvm_ffi_same_tensor(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 1)) return type_error("same_tensor expects one argument");
  if (UNLIKELY(arguments[0].type_index != kTVMFFITensor)) {
    return type_error("argument 0 of same_tensor is no tensor object");
  }
  TVMFFIObjectIncRef(arguments[0].v_obj);
  *result = arguments[0];
  return 0;
}

static int add_one(void* self, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 1)) return type_error("add_one expects one argument");
  if (UNLIKELY(arguments[0].type_index != kTVMFFIInt)) return type_error("argument 0 of add_one is no integer");
  return return_int(result, arguments[0].v_int64 + 1);
}

/* Calls the function with 0, 1, 2 and so on, and adds up what it returns. */
static int call_repeatedly(TVMFFIObject* function, int64_t calls, TVMFFIAny* result) {
  int64_t sum = 0;
  for (int64_t i = 0; i < calls; ++i) {
    TVMFFIAny argument, returned;
    return_int(&argument, i);
    returned.type_index = kTVMFFINone;
    returned.zero_padding = 0;
    returned.v_int64 = 0;
    if (UNLIKELY(call(function, &argument, 1, &returned))) return -1;
    if (UNLIKELY(returned.type_index != kTVMFFIInt)) return type_error("the function returned no integer");
    sum += returned.v_int64;
  }
  return return_int(result, sum);
}

EXPORT int __tvm_ffi_call_closure(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  static TVMFFIObjectHandle closure = NULL;
  if (UNLIKELY(count != 1)) return type_error("call_closure expects one argument");
  if (UNLIKELY(arguments[0].type_index != kTVMFFIInt)) {
    return type_error("argument 0 of call_closure is no integer");
  }
  if (UNLIKELY(closure == NULL) && TVMFFIFunctionCreate(NULL, add_one, NULL, &closure)) return -1;
  return call_repeatedly((TVMFFIObject*)closure, arguments[0].v_int64, result);
}

EXPORT int __tvm_ffi_call_function(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 2)) return type_error("call_function expects two arguments");
  if (UNLIKELY(arguments[0].type_index != kTVMFFIFunction)) {
    return type_error("argument 0 of call_function is no function");
  }
  if (UNLIKELY(arguments[1].type_index != kTVMFFIInt)) {
    return type_error("argument 1 of call_function is no integer");
  }
  return call_repeatedly(arguments[0].v_obj, arguments[1].v_int64, result);
}

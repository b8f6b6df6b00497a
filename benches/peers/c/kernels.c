/* The functions that choose by dtype and check shapes, written by hand against the C header. */
#include <tvm/ffi/c_api.h>

#define EXPORT __attribute__((visibility("default")))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define CHECK(condition, kind, message) \
  if (UNLIKELY(!(condition))) return error(kind, message)

__attribute__((noinline, cold)) static int error(const char* kind, const char* message) {
  TVMFFIErrorSetRaisedFromCStr(kind, message);
  return -1;
}

static inline int return_int(TVMFFIAny* result, int64_t value) {
  result->type_index = kTVMFFIInt;
  result->zero_padding = 0;
  result->v_int64 = value;
  return 0;
}

static inline const DLTensor* tensor(const TVMFFIAny* argument) {
  if (argument->type_index == kTVMFFIDLTensorPtr) return (const DLTensor*)argument->v_ptr;
  if (argument->type_index == kTVMFFITensor) {
    return (const DLTensor*)((const char*)argument->v_obj + sizeof(TVMFFIObject));
  }
  return NULL;
}

static inline int has_dtype(const DLTensor* x, uint8_t code, uint8_t bits) {
  return x->dtype.code == code && x->dtype.bits == bits && x->dtype.lanes == 1;
}

#define TAKE_TWO(x, y)                                          \
  CHECK(count == 2, "TypeError", "two arguments are expected"); \
  const DLTensor* x = tensor(&arguments[0]);                    \
  CHECK(x != NULL, "TypeError", "argument 0 is no tensor");     \
  const DLTensor* y = tensor(&arguments[1]);                    \
  CHECK(y != NULL, "TypeError", "argument 1 is no tensor");

#define INSTANCE(code, bits, type)                                                  \
  if (has_dtype(x, code, bits)) {                                                   \
    CHECK(has_dtype(y, code, bits), "TypeError", "argument 1 is of another dtype"); \
    return return_int(result, x->ndim + y->ndim + (int64_t)sizeof(type));           \
  }

EXPORT int __tvm_ffi_dispatch(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  TAKE_TWO(x, y)
  INSTANCE(kDLFloat, 64, double)
  INSTANCE(kDLInt, 32, int32_t)
  INSTANCE(kDLFloat, 32, float)
  return error("TypeError", "argument 0 is of a dtype that is not expected");
}

#define CHECK_SHAPES(x, y)                                                         \
  CHECK(has_dtype(x, kDLFloat, 32), "TypeError", "argument 0 is no float32");      \
  CHECK(has_dtype(y, kDLFloat, 32), "TypeError", "argument 1 is no float32");      \
  CHECK(x->ndim == 2, "ValueError", "argument 0 does not have two dimensions");    \
  CHECK(y->ndim == 2, "ValueError", "argument 1 does not have two dimensions");    \
  CHECK(x->shape[1] == y->shape[0], "ValueError", "the shapes do not fit");

EXPORT int __tvm_ffi_shapes(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  TAKE_TWO(x, y)
  CHECK_SHAPES(x, y)
  return return_int(result, x->shape[0] + y->shape[1]);
}

static inline int is_contiguous(const DLTensor* x) {
  if (x->strides == NULL) return 1;
  int64_t expected = 1;
  for (int32_t i = x->ndim - 1; i >= 0; i--) {
    if (x->shape[i] != 1 && x->strides[i] != expected) return 0;
    expected *= x->shape[i];
  }
  return 1;
}

static inline int is_aligned(const DLTensor* x, uint64_t alignment) {
  return ((uint64_t)x->data + x->byte_offset) % alignment == 0;
}

EXPORT int __tvm_ffi_contracts(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  TAKE_TWO(x, y)
  CHECK_SHAPES(x, y)
  CHECK(x->device.device_type == kDLCPU, "ValueError", "argument 0 is not on the CPU");
  CHECK(y->device.device_type == kDLCPU, "ValueError", "argument 1 is not on the CPU");
  CHECK(x->device.device_id == y->device.device_id, "ValueError", "the devices differ");
  CHECK(is_contiguous(x), "ValueError", "argument 0 is not contiguous");
  CHECK(is_contiguous(y), "ValueError", "argument 1 is not contiguous");
  CHECK(is_aligned(x, 4), "ValueError", "argument 0 is not aligned");
  CHECK(is_aligned(y, 4), "ValueError", "argument 1 is not aligned");
  return return_int(result, x->shape[0] + y->shape[1]);
}

/* The benchmarked functions, written by hand against the C header: the floor that the other versions are measured by.
 * Each checks its argument count and type tags and does nothing else that the call does not need. */
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

/* The tensor of an argument, or NULL where it is none. */
static inline const DLTensor* tensor(const TVMFFIAny* argument) {
  if (argument->type_index == kTVMFFIDLTensorPtr) return (const DLTensor*)argument->v_ptr;
  if (argument->type_index == kTVMFFITensor) {
    return (const DLTensor*)((const char*)argument->v_obj + sizeof(TVMFFIObject));
  }
  return NULL;
}

/* The bytes of a string argument; nonzero where it is none. */
static inline int text(const TVMFFIAny* argument, TVMFFIByteArray* bytes) {
  switch (argument->type_index) {
    case kTVMFFIRawStr:
      bytes->data = argument->v_c_str;
      bytes->size = strlen(argument->v_c_str);
      return 0;
    case kTVMFFISmallStr:
      bytes->data = argument->v_bytes;
      bytes->size = argument->small_str_len;
      return 0;
    case kTVMFFIStr:
      *bytes = *(const TVMFFIByteArray*)((const char*)argument->v_obj + sizeof(TVMFFIObject));
      return 0;
    default:
      return -1;
  }
}

EXPORT int __tvm_ffi_nop(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 0)) return type_error("nop expects no arguments");
  return 0; /* the result arrives as None */
}

EXPORT int __tvm_ffi_add(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 2)) return type_error("add expects two arguments");
  if (UNLIKELY(arguments[0].type_index != kTVMFFIInt)) return type_error("argument 0 of add is no integer");
  if (UNLIKELY(arguments[1].type_index != kTVMFFIInt)) return type_error("argument 1 of add is no integer");
  return return_int(result, arguments[0].v_int64 + arguments[1].v_int64);
}

EXPORT int __tvm_ffi_two_views(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 2)) return type_error("two_views expects two arguments");
  const DLTensor* x = tensor(&arguments[0]);
  if (UNLIKELY(x == NULL)) return type_error("argument 0 of two_views is no tensor");
  const DLTensor* y = tensor(&arguments[1]);
  if (UNLIKELY(y == NULL)) return type_error("argument 1 of two_views is no tensor");
  return return_int(result, (int64_t)x->ndim + y->ndim);
}

EXPORT int __tvm_ffi_two_read_only_views(void* handle, const TVMFFIAny* arguments, int32_t count,
                                         TVMFFIAny* result) {
  return __tvm_ffi_two_views(handle, arguments, count, result);
}

EXPORT int __tvm_ffi_echo(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  TVMFFIByteArray bytes;
  if (UNLIKELY(count != 1)) return type_error("echo expects one argument");
  if (UNLIKELY(text(&arguments[0], &bytes))) return type_error("argument 0 of echo is no string");
  return TVMFFIStringFromByteArray(&bytes, result);
}

/* A heap string of the library's own on the way, as a function that returns an owned string has. */
EXPORT int __tvm_ffi_echo_string(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  TVMFFIByteArray bytes;
  if (UNLIKELY(count != 1)) return type_error("echo_string expects one argument");
  if (UNLIKELY(text(&arguments[0], &bytes))) return type_error("argument 0 of echo_string is no string");
  char* owned = (char*)malloc(bytes.size + 1);
  if (UNLIKELY(owned == NULL)) return type_error("out of memory");
  memcpy(owned, bytes.data, bytes.size);
  bytes.data = owned;
  int code = TVMFFIStringFromByteArray(&bytes, result);
  free(owned);
  return code;
}

EXPORT int __tvm_ffi_raise(void* handle, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  if (UNLIKELY(count != 0)) return type_error("raise expects no arguments");
  TVMFFIErrorSetRaisedFromCStr("ValueError", "the value is out of range");
  return -1;
}

/* What the C callers share: assertions, and calls whose error is read back. */
#ifndef CHECK_H_
#define CHECK_H_

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tvm/ffi/c_api.h>

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

/* The error of the last failed call. */
static char error_kind[64];
static char error_message[1024];
static char error_backtrace[8192];

static inline void copy_text(char* to, size_t room, TVMFFIByteArray from) {
  size_t size = from.size < room ? from.size : room - 1;
  memcpy(to, from.data, size);
  to[size] = 0;
}

static inline void take_error(void) {
  TVMFFIObjectHandle error = NULL;
  TVMFFIErrorMoveFromRaised(&error);
  CHECK(error != NULL);
  TVMFFIErrorCell* cell = (TVMFFIErrorCell*)((char*)error + sizeof(TVMFFIObject));
  copy_text(error_kind, sizeof error_kind, cell->kind);
  copy_text(error_message, sizeof error_message, cell->message);
  copy_text(error_backtrace, sizeof error_backtrace, cell->backtrace);
  CHECK(TVMFFIObjectDecRef(error) == 0);
}

static inline void* open_library(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library != NULL);
  return library;
}

static inline TVMFFISafeCallType find(void* library, const char* name) {
  char symbol[256];
  snprintf(symbol, sizeof symbol, "__tvm_ffi_%s", name);
  TVMFFISafeCallType call;
  *(void**)&call = dlsym(library, symbol);
  if (call == NULL) fprintf(stderr, "%s is missing\n", symbol);
  CHECK(call != NULL);
  return call;
}

static inline TVMFFIObjectHandle find_global(const char* name) {
  TVMFFIByteArray key = {name, strlen(name)};
  TVMFFIObjectHandle function = NULL;
  CHECK(TVMFFIFunctionGetGlobal(&key, &function) == 0);
  return function;
}

static inline TVMFFIAny any_none(void) {
  TVMFFIAny any;
  memset(&any, 0, sizeof any);
  return any;
}

static inline TVMFFIAny any_int(int64_t value) {
  TVMFFIAny any = any_none();
  any.type_index = kTVMFFIInt;
  any.v_int64 = value;
  return any;
}

static inline TVMFFIAny any_raw_str(const char* text) {
  TVMFFIAny any = any_none();
  any.type_index = kTVMFFIRawStr;
  any.v_c_str = text;
  return any;
}

static inline TVMFFIAny any_tensor(DLTensor* tensor) {
  TVMFFIAny any = any_none();
  any.type_index = kTVMFFIDLTensorPtr;
  any.v_ptr = tensor;
  return any;
}

static inline TVMFFIAny any_object(TVMFFIObjectHandle object) {
  TVMFFIAny any = any_none();
  any.type_index = ((TVMFFIObject*)object)->type_index;
  any.v_obj = object;
  return any;
}

/* Calls what must succeed. */
static inline TVMFFIAny call(TVMFFISafeCallType function, int32_t count, const TVMFFIAny* arguments) {
  TVMFFIAny result = any_none();
  if (function(NULL, arguments, count, &result) != 0) {
    take_error();
    fprintf(stderr, "%s: %s\n%s", error_kind, error_message, error_backtrace);
    CHECK(!"the call succeeds");
  }
  return result;
}

/* Calls what must fail with this kind and a message that holds these words. */
static inline void call_fails(TVMFFISafeCallType function, int32_t count, const TVMFFIAny* arguments,
                              const char* kind, const char* words) {
  TVMFFIAny result = any_none();
  CHECK(function(NULL, arguments, count, &result) == -1);
  CHECK(result.type_index == kTVMFFINone);
  take_error();
  if (strcmp(error_kind, kind) != 0 || strstr(error_message, words) == NULL) {
    fprintf(stderr, "wanted %s with `%s`, got %s: %s\n", kind, words, error_kind, error_message);
    CHECK(!"the error is the right one");
  }
}

#endif  /* CHECK_H_ */

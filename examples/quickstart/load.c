/* Loads the extension from C, through its symbols. From the root of the workspace:
 *
 *   cc -o load $(tvm-ffi-config --cflags) examples/quickstart/load.c \
 *      $(tvm-ffi-config --ldflags --libs) -Wl,-rpath,$(tvm-ffi-config --libdir) -ldl
 *   ./load target/debug/libquickstart_extension.so
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tvm/ffi/c_api.h>

static TVMFFISafeCallType find(void* library, const char* symbol) {
  TVMFFISafeCallType function;
  *(void**)&function = dlsym(library, symbol);
  if (function == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return function;
}

/* The error of the last failed call, which is then free for the next. */
static void print_error(FILE* out) {
  TVMFFIObjectHandle error = NULL;
  TVMFFIErrorMoveFromRaised(&error);
  if (error == NULL) return;
  TVMFFIErrorCell* cell = (TVMFFIErrorCell*)((char*)error + sizeof(TVMFFIObject));
  fprintf(out, "%.*s: %.*s\n%.*s", (int)cell->kind.size, cell->kind.data, (int)cell->message.size,
          cell->message.data, (int)cell->backtrace.size, cell->backtrace.data);
  TVMFFIObjectDecRef(error);
}

static void expect(int code) {
  if (code == 0) return;
  print_error(stderr);
  exit(1);
}

static TVMFFIAny any_int(int64_t value) {
  TVMFFIAny any = {.type_index = kTVMFFIInt, .v_int64 = value};
  return any;
}

static TVMFFIAny any_tensor(DLTensor* tensor) {
  TVMFFIAny any = {.type_index = kTVMFFIDLTensorPtr, .v_ptr = tensor};
  return any;
}

static int times_ten(void* self, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  (void)self;
  if (count != 1 || arguments[0].type_index != kTVMFFIInt) {
    TVMFFIErrorSetRaisedFromCStr("TypeError", "expected one integer");
    return -1;
  }
  *result = any_int(arguments[0].v_int64 * 10);
  return 0;
}

int main(int count, char** paths) {
  const char* path = count > 1 ? paths[1] : "target/debug/libquickstart_extension.so";
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }

  float input[] = {1, 2, 3, 4, 5}, output[5];
  int64_t shape[] = {5};
  DLTensor x = {.data = input, .device = {kDLCPU, 0}, .ndim = 1, .dtype = {kDLFloat, 32, 1}, .shape = shape};
  DLTensor y = x;
  y.data = output;
  TVMFFIAny tensors[] = {any_tensor(&x), any_tensor(&y)};
  TVMFFIAny result = {.type_index = kTVMFFINone};
  expect(find(library, "__tvm_ffi_add_one")(NULL, tensors, 2, &result));
  printf("add_one([1.0, 2.0, 3.0, 4.0, 5.0]) = [%.1f, %.1f, %.1f, %.1f, %.1f]\n", output[0], output[1],
         output[2], output[3], output[4]);

  TVMFFIAny number = any_int(41);
  expect(find(library, "__tvm_ffi_add")(NULL, &number, 1, &result));
  printf("add(41) = %lld\n", (long long)result.v_int64);

  TVMFFIByteArray name = {"quickstart.greet", strlen("quickstart.greet")};
  TVMFFIObjectHandle greet = NULL;
  expect(TVMFFIFunctionGetGlobal(&name, &greet));
  TVMFFIAny world = {.type_index = kTVMFFIRawStr, .v_c_str = "world"};
  result = (TVMFFIAny){.type_index = kTVMFFINone};
  expect(TVMFFIFunctionCall(greet, &world, 1, &result));
  TVMFFIByteArray* text = (TVMFFIByteArray*)((char*)result.v_obj + sizeof(TVMFFIObject));
  printf("quickstart.greet(\"world\") = %.*s\n", (int)text->size, text->data);
  TVMFFIObjectDecRef(result.v_obj);
  TVMFFIObjectDecRef(greet);

  TVMFFIObjectHandle callback = NULL;
  expect(TVMFFIFunctionCreate(NULL, times_ten, NULL, &callback));
  TVMFFIAny function = {.type_index = kTVMFFIFunction, .v_obj = callback};
  TVMFFIAny arguments[] = {function, any_int(4)};
  result = (TVMFFIAny){.type_index = kTVMFFINone};
  expect(find(library, "__tvm_ffi_apply")(NULL, arguments, 2, &result));
  printf("apply(times ten, 4) = %lld\n", (long long)result.v_int64);
  TVMFFIObjectDecRef(callback);

  number = any_int(-1);
  result = (TVMFFIAny){.type_index = kTVMFFINone};
  if (find(library, "__tvm_ffi_check_positive")(NULL, &number, 1, &result) != 0) {
    printf("check_positive(-1) raised\n");
    print_error(stdout);
  }
  return 0;
}

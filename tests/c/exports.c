/* Calls exports of the library named by the first argument through their C symbols. */
#include "check.h"

static void integers(void* library) {
  TVMFFISafeCallType add = find(library, "add");
  TVMFFIAny arguments[] = {any_int(40), any_int(2), any_int(0)};
  TVMFFIAny result = call(add, 2, arguments);
  CHECK(result.type_index == kTVMFFIInt && result.zero_padding == 0 && result.v_int64 == 42);
  CHECK(call(add, 1, arguments).v_int64 == 41);
  call_fails(add, 3, arguments, "TypeError",
             "Mismatched number of arguments when calling: `add(a: int, b: int = 1) -> int`. "
             "Expected 1 to 2 but got 3");
  call_fails(add, 0, NULL, "TypeError", "Expected 1 to 2 but got 0");
  arguments[0].type_index = kTVMFFIFloat;
  call_fails(add, 2, arguments, "TypeError", "Expected `int` but got `float`");
  CHECK(call(find(library, "nothing"), 0, NULL).type_index == kTVMFFINone);
}

/* Values that no Rust enum lists, and pointers that are NULL. */
static void foreign_values(void* library) {
  TVMFFISafeCallType add = find(library, "add");
  int32_t unknown[] = {-7, 14, 63, kTVMFFIStaticObjectEnd, 100};
  for (size_t index = 0; index < sizeof unknown / sizeof *unknown; ++index) {
    TVMFFIAny argument = any_none();
    argument.type_index = unknown[index];
    call_fails(add, 1, &argument, "TypeError", "Expected `int` but got");
  }
  TVMFFIAny null_text = any_raw_str(NULL);
  TVMFFIAny result = any_none();
  TVMFFISafeCallType echo = find(library, "echo_str");
  if (echo(NULL, &null_text, 1, &result) != 0) {
    take_error();
  } else {
    CHECK(result.type_index == kTVMFFISmallStr && result.small_str_len == 0);
  }

  TVMFFIAny device = any_none();
  device.type_index = kTVMFFIDevice;
  device.v_device.device_type = (DLDeviceType)12345;
  device.v_device.device_id = 6;
  result = call(find(library, "echo_device"), 1, &device);
  CHECK(result.v_device.device_type == (DLDeviceType)12345 && result.v_device.device_id == 6);

  TVMFFIAny dtype = any_none();
  dtype.type_index = kTVMFFIDataType;
  dtype.v_dtype = (DLDataType){250, 3, 7};
  result = call(find(library, "echo_data_type"), 1, &dtype);
  CHECK(result.v_dtype.code == 250 && result.v_dtype.bits == 3 && result.v_dtype.lanes == 7);
}

/* A string argument may come in each of three forms; a result is never a borrowed one. */
static void strings(void* library) {
  TVMFFISafeCallType echo = find(library, "echo_str");
  const char* texts[] = {"", "1234567", "12345678", "a text of some length"};
  for (size_t index = 0; index < 4; ++index) {
    size_t size = strlen(texts[index]);
    TVMFFIAny owned = any_none();
    TVMFFIByteArray bytes = {texts[index], size};
    CHECK(TVMFFIStringFromByteArray(&bytes, &owned) == 0);
    TVMFFIAny forms[] = {any_raw_str(texts[index]), owned};
    for (int form = 0; form < 2; ++form) {
      TVMFFIAny result = call(echo, 1, &forms[form]);
      if (size <= 7) {
        CHECK(result.type_index == kTVMFFISmallStr && result.small_str_len == size);
        CHECK(memcmp(result.v_bytes, texts[index], size) == 0);
      } else {
        CHECK(result.type_index == kTVMFFIStr);
        TVMFFIByteArray* cell = (TVMFFIByteArray*)((char*)result.v_obj + sizeof(TVMFFIObject));
        CHECK(cell->size == size && strcmp(cell->data, texts[index]) == 0);
        CHECK(TVMFFIObjectDecRef(result.v_obj) == 0);
      }
    }
    if (owned.type_index == kTVMFFIStr) CHECK(TVMFFIObjectDecRef(owned.v_obj) == 0);
  }
  TVMFFIByteArray interior = {"a\0b", 3};
  TVMFFIAny argument = any_none();
  argument.type_index = kTVMFFIByteArrayPtr;
  argument.v_ptr = &interior;
  CHECK(call(find(library, "count_bytes"), 1, &argument).v_int64 == 3);
  TVMFFIByteArray empty = {NULL, 0};
  argument.v_ptr = &empty;
  CHECK(call(find(library, "count_bytes"), 1, &argument).v_int64 == 0);
}

static int triple(void* self, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  ++*(int*)self;
  CHECK(count == 1 && arguments[0].type_index == kTVMFFIInt);
  *result = any_int(arguments[0].v_int64 * 3);
  return 0;
}

static int refuses(void* self, const TVMFFIAny* arguments, int32_t count, TVMFFIAny* result) {
  (void)self, (void)arguments, (void)count, (void)result;
  TVMFFIErrorSetRaisedFromCStr("IndexError", "the callback refuses");
  return -1;
}

static void freed(void* self) { *(int*)self += 100; }

static void callbacks(void* library) {
  int calls = 0;
  TVMFFIObjectHandle function = NULL;
  CHECK(TVMFFIFunctionCreate(&calls, triple, freed, &function) == 0);
  TVMFFIAny arguments[] = {any_object(function), any_int(5)};
  CHECK(call(find(library, "call_with"), 2, arguments).v_int64 == 15);
  CHECK(calls == 1);

  /* A moved argument leaves the caller's handle empty or is released by the caller. */
  TVMFFIAny moved[] = {any_none(), any_int(6)};
  TVMFFIObjectHandle given = function;
  CHECK(TVMFFIObjectIncRef(given) == 0);
  moved[0].type_index = kTVMFFIObjectRValueRef;
  moved[0].v_ptr = &given;
  CHECK(call(find(library, "call_with"), 2, moved).v_int64 == 18);
  if (given != NULL) CHECK(TVMFFIObjectDecRef(given) == 0);
  CHECK(calls == 2);
  CHECK(TVMFFIObjectDecRef(function) == 0);
  CHECK(calls == 102);

  int unused = 0;
  CHECK(TVMFFIFunctionCreate(&unused, refuses, freed, &function) == 0);
  arguments[0] = any_object(function);
  call_fails(find(library, "call_with"), 2, arguments, "IndexError", "the callback refuses");
  CHECK(strstr(error_backtrace, "callbacks.rs") != NULL);
  CHECK(TVMFFIObjectDecRef(function) == 0);
  CHECK(unused == 100);
}

static void closures(void* library) {
  TVMFFIAny five = any_int(5);
  TVMFFIAny adder = call(find(library, "make_adder"), 1, &five);
  CHECK(adder.type_index == kTVMFFIFunction);
  TVMFFIAny result = any_none();
  CHECK(TVMFFIFunctionCall(adder.v_obj, &five, 1, &result) == 0);
  CHECK(result.v_int64 == 10);
  TVMFFIFunctionCell* cell = (TVMFFIFunctionCell*)((char*)adder.v_obj + sizeof(TVMFFIObject));
  CHECK(cell->safe_call != NULL);
  CHECK(cell->safe_call(adder.v_obj, &five, 1, &result) == 0 && result.v_int64 == 10);
  CHECK(TVMFFIObjectDecRef(adder.v_obj) == 0);

  TVMFFIAny before = call(find(library, "count_tracked"), 0, NULL);
  TVMFFIAny tracked = call(find(library, "make_tracked"), 0, NULL);
  CHECK(call(find(library, "count_tracked"), 0, NULL).v_int64 == before.v_int64 + 1);
  CHECK(TVMFFIObjectDecRef(tracked.v_obj) == 0);
  CHECK(call(find(library, "count_tracked"), 0, NULL).v_int64 == before.v_int64);
}

static void errors(void* library) {
  TVMFFIAny arguments[] = {any_raw_str("KeyError"), any_raw_str("no such key")};
  call_fails(find(library, "raise_kind"), 2, arguments, "KeyError", "no such key");
  CHECK(strstr(error_backtrace, "  File \"") == error_backtrace);
  CHECK(strstr(error_backtrace, "errors.rs\", line ") != NULL);
  CHECK(strstr(error_backtrace, ", in fixture_basics::errors::raise_kind\n") != NULL);
  TVMFFIAny text = any_raw_str("from C");
  call_fails(find(library, "panic_with"), 1, &text, "RuntimeError", "from C");
  CHECK(strstr(error_backtrace, "errors.rs\", line ") != NULL);
}

static void metadata(void* library) {
  TVMFFIAny text = call(find(library, "_metadata_add"), 0, NULL);
  CHECK(text.type_index == kTVMFFIStr);
  TVMFFIByteArray* cell = (TVMFFIByteArray*)((char*)text.v_obj + sizeof(TVMFFIObject));
  CHECK(strstr(cell->data, "\"type_schema\"") != NULL);
  CHECK(TVMFFIObjectDecRef(text.v_obj) == 0);
  text = call(find(library, "_doc_add"), 0, NULL);
  CHECK(text.type_index == kTVMFFIStr);
  cell = (TVMFFIByteArray*)((char*)text.v_obj + sizeof(TVMFFIObject));
  CHECK(strcmp(cell->data, "Adds two integers.") == 0);
  CHECK(TVMFFIObjectDecRef(text.v_obj) == 0);
}

static void globals(void) {
  TVMFFIObjectHandle add = find_global("fixture_basics.add");
  CHECK(add != NULL);
  TVMFFIAny arguments[] = {any_int(40), any_int(2)};
  TVMFFIAny result = any_none();
  CHECK(TVMFFIFunctionCall(add, arguments, 2, &result) == 0);
  CHECK(result.v_int64 == 42);
  CHECK(TVMFFIObjectDecRef(add) == 0);
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  void* library = open_library(arguments[1]);
  integers(library);
  foreign_values(library);
  strings(library);
  callbacks(library);
  closures(library);
  errors(library);
  metadata(library);
  globals();
  puts("done");
  return 0;
}

/* Loads an extension and checks what is named: `<library> [export=NAME] [global=NAME] [loader=ENDING] [class=KEY]…`.
 * Each export and each global takes and returns one integer; an export's metadata must be there too. A
 * loader makes a module from any path. A class is made from one integer, which is its field `value`, and has a
 * method `more` that adds to it. */
#include "check.h"

static void print_result(const char* kind, const char* name, TVMFFIAny result) {
  CHECK(result.type_index == kTVMFFIInt);
  printf("%s %s %lld\n", kind, name, (long long)result.v_int64);
}

int main(int count, char** arguments) {
  CHECK(count >= 2);
  void* library = open_library(arguments[1]);
  for (int index = 2; index < count; ++index) {
    TVMFFIAny one = any_int(1);
    if (strncmp(arguments[index], "export=", 7) == 0) {
      const char* name = arguments[index] + 7;
      print_result("export", name, call(find(library, name), 1, &one));
      char metadata[128];
      snprintf(metadata, sizeof metadata, "_metadata_%s", name);
      TVMFFIAny text = call(find(library, metadata), 0, NULL);
      CHECK(text.type_index == kTVMFFIStr);
      CHECK(strstr(*(char**)((char*)text.v_obj + sizeof(TVMFFIObject)), "type_schema") != NULL);
      CHECK(TVMFFIObjectDecRef(text.v_obj) == 0);
    } else if (strncmp(arguments[index], "loader=", 7) == 0) {
      const char* ending = arguments[index] + 7;
      char name[128];
      snprintf(name, sizeof name, "ffi.Module.load_from_file.%s", ending);
      TVMFFIObjectHandle function = find_global(name);
      if (function == NULL) fprintf(stderr, "%s is not registered\n", name);
      CHECK(function != NULL);
      TVMFFIAny path_and_ending[2] = {any_none(), any_none()};
      path_and_ending[0].type_index = path_and_ending[1].type_index = kTVMFFIRawStr;
      path_and_ending[0].v_c_str = "path";
      path_and_ending[1].v_c_str = ending;
      TVMFFIAny module = any_none();
      CHECK(TVMFFIFunctionCall(function, path_and_ending, 2, &module) == 0);
      CHECK(module.type_index == kTVMFFIModule);
      printf("loader %s\n", ending);
      CHECK(TVMFFIObjectDecRef(module.v_obj) == 0);
      CHECK(TVMFFIObjectDecRef(function) == 0);
    } else if (strncmp(arguments[index], "class=", 6) == 0) {
      const char* key = arguments[index] + 6;
      TVMFFIByteArray key_bytes = {key, strlen(key)};
      int32_t type_index = 0;
      if (TVMFFITypeKeyToIndex(&key_bytes, &type_index) != 0) {
        fprintf(stderr, "%s is not registered\n", key);
        return 1;
      }
      const TVMFFITypeInfo* info = TVMFFIGetTypeInfo(type_index);
      CHECK(info->num_fields == 1 && info->num_methods == 2 && info->metadata != NULL);
      TVMFFIAny object = any_none(), value = any_none(), more = any_none();
      for (int method = 0; method < 2; ++method) {
        const TVMFFIMethodInfo* found = &info->methods[method];
        if (found->name.size == strlen("__ffi_init__") && strncmp(found->name.data, "__ffi_init__", 12) == 0) {
          CHECK(TVMFFIFunctionCall(found->method.v_obj, &one, 1, &object) == 0);
        }
      }
      CHECK(object.type_index == type_index);
      CHECK(info->fields[0].getter((char*)object.v_obj + info->fields[0].offset, &value) == 0);
      for (int method = 0; method < 2; ++method) {
        const TVMFFIMethodInfo* found = &info->methods[method];
        if (found->name.size == 4 && strncmp(found->name.data, "more", 4) == 0) {
          TVMFFIAny both[2] = {object, one};
          CHECK(TVMFFIFunctionCall(found->method.v_obj, both, 2, &more) == 0);
        }
      }
      CHECK(value.type_index == kTVMFFIInt && value.v_int64 == 1);
      print_result("class", key, more);
      CHECK(TVMFFIObjectDecRef(object.v_obj) == 0);
    } else {
      CHECK(strncmp(arguments[index], "global=", 7) == 0);
      const char* name = arguments[index] + 7;
      TVMFFIObjectHandle function = find_global(name);
      if (function == NULL) fprintf(stderr, "%s is not registered\n", name);
      CHECK(function != NULL);
      TVMFFIAny result = any_none();
      CHECK(TVMFFIFunctionCall(function, &one, 1, &result) == 0);
      print_result("global", name, result);
      CHECK(TVMFFIObjectDecRef(function) == 0);
    }
  }
  return 0;
}

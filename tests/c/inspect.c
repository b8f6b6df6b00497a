/* Loads an extension and checks what is named: `<library> [export=NAME] [global=NAME]…`. Each export
 * and each global takes and returns one integer; an export's metadata must be there too. */
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

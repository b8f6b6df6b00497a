/* Opens the extension before any host is there: `<extension> <libtvm_ffi>`. */
#include "check.h"

int main(int count, char** arguments) {
  CHECK(count == 3);
  void* library = open_library(arguments[1]);
  TVMFFISafeCallType add = find(library, "add");

  /* Without a host a call that needs none works, and one that needs one fails. */
  TVMFFIAny values[] = {any_int(40), any_int(2), any_int(0)};
  TVMFFIAny result = any_none();
  CHECK(add(NULL, values, 2, &result) == 0 && result.v_int64 == 42);
  result = any_none();
  CHECK(add(NULL, values, 3, &result) == -1);
  CHECK(add(NULL, values, 2, &result) == 0 && result.v_int64 == 42);

  /* Once there is one, errors arrive in it. */
  void* host = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL);
  CHECK(host != NULL);
  void (*move_from_raised)(TVMFFIObjectHandle*);
  *(void**)&move_from_raised = dlsym(host, "TVMFFIErrorMoveFromRaised");
  int (*get_global)(const TVMFFIByteArray*, TVMFFIObjectHandle*);
  *(void**)&get_global = dlsym(host, "TVMFFIFunctionGetGlobal");
  CHECK(move_from_raised != NULL && get_global != NULL);
  result = any_none();
  CHECK(add(NULL, values, 3, &result) == -1);
  TVMFFIObjectHandle error = NULL;
  move_from_raised(&error);
  CHECK(error != NULL);
  TVMFFIErrorCell* cell = (TVMFFIErrorCell*)((char*)error + sizeof(TVMFFIObject));
  CHECK(cell->kind.size == 9 && memcmp(cell->kind.data, "TypeError", 9) == 0);

  /* So are the globals, after that call at the latest. */
  TVMFFIByteArray name = {"fixture_basics.add", 18};
  TVMFFIObjectHandle function = NULL;
  CHECK(get_global(&name, &function) == 0);
  CHECK(function != NULL);
  puts("done");
  return 0;
}

// Loads the library named by the first argument as a module and calls it with C++ types.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

namespace ffi = tvm::ffi;

#define CHECK(condition)                                                                    \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);    \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)

// The error that a call throws; the program ends where there is none.
template <typename Call>
ffi::Error caught(Call call) {
  try {
    call();
  } catch (const ffi::Error& error) {
    return error;
  }
  CHECK(!"the call throws");
  std::exit(1);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void calls(const ffi::Module& module) {
  ffi::Function add = module->GetFunction("add").value();
  CHECK(add(40, 2).cast<int64_t>() == 42);
  CHECK(add(41).cast<int64_t>() == 42);
  CHECK(add(true, 2).cast<int64_t>() == 3);
  CHECK(!module->GetFunction("no_such_function").has_value());
  CHECK(module->GetFunctionDoc("add").value() == "Adds two integers.");
  CHECK(holds(module->GetFunctionMetadata("add").value(), "type_schema"));
  ffi::Function echo = module->GetFunction("echo_str").value();
  for (const std::string& text : {std::string(), std::string("short"), std::string(1000, 'x')}) {
    CHECK(echo(text).cast<std::string>() == text);
    CHECK(echo(ffi::String(text)).cast<ffi::String>() == text);
  }
  CHECK(module->GetFunction("option_i64").value()(nullptr) == nullptr);
}

void errors(const ffi::Module& module) {
  ffi::Function add = module->GetFunction("add").value();
  ffi::Error error = caught([&] { add(1.5); });
  CHECK(error.kind() == "TypeError");
  CHECK(holds(error.message(), "when calling: `add(a: int, b: int = 1) -> int`. Expected `int` but got `float`"));
  error = caught([&] { module->GetFunction("require_positive").value()(-3); });
  CHECK(error.kind() == "ValueError");
  CHECK(error.message() == "expected a positive number, got -3");
  CHECK(holds(error.backtrace(), "errors.rs\", line "));
  error = caught([&] { module->GetFunction("panic_with").value()("from C++"); });
  CHECK(holds(error.message(), "from C++"));
}

void callbacks(const ffi::Module& module) {
  ffi::Function call_with = module->GetFunction("call_with").value();
  ffi::Function triple = ffi::Function::FromTyped([](int64_t value) { return value * 3; });
  CHECK(call_with(triple, 5).cast<int64_t>() == 15);
  ffi::Function refuses = ffi::Function::FromTyped([](int64_t) -> int64_t {
    TVM_FFI_THROW(KeyError) << "the callback refuses";
  });
  ffi::Error error = caught([&] { call_with(refuses, 5); });
  CHECK(error.kind() == "KeyError");
  CHECK(error.message() == "the callback refuses");
  CHECK(holds(error.backtrace(), "callbacks.rs"));

  ffi::Function adder = module->GetFunction("make_adder").value()(5).cast<ffi::Function>();
  CHECK(adder(1).cast<int64_t>() == 6);
  ffi::TypedFunction<int64_t(int64_t)> typed = adder;
  CHECK(typed(2) == 7);
}

void globals() {
  ffi::Function add = ffi::Function::GetGlobalRequired("fixture_basics.add");
  CHECK(add(40, 2).cast<int64_t>() == 42);
  ffi::Error error = caught([] { ffi::Function::GetGlobalRequired("fixture_basics.raise_error")("text"); });
  CHECK(error.kind() == "RuntimeError");
  CHECK(error.message() == "text");
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  ffi::Function adder;
  {
    ffi::Module module = ffi::Module::LoadFromFile(arguments[1]);
    calls(module);
    errors(module);
    callbacks(module);
    globals();
    adder = module->GetFunction("make_adder").value()(1).cast<ffi::Function>();
  }
  // What a module gave outlives it.
  CHECK(adder(1).cast<int64_t>() == 2);
  globals();
  std::puts("done");
  return 0;
}

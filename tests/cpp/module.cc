// Loads the libraries named by the arguments as modules and calls them with C++ types.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/container/tuple.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/rvalue_ref.h>
#include <tvm/ffi/string.h>
#include <utility>

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

// The array of a result, and whether the function changed it in place.
std::pair<ffi::Array<int64_t>, bool> changed(const ffi::Any& result) {
  ffi::Tuple<ffi::Array<int64_t>, bool> parts = result.cast<ffi::Tuple<ffi::Array<int64_t>, bool>>();
  return {parts.get<0>(), parts.get<1>()};
}

void moves(const ffi::Module& module) {
  ffi::Function append = module->GetFunction("append").value();
  ffi::Array<int64_t> items = {1, 2};
  items.reserve(8);
  const void* address = items.get();
  auto [copy, copied_in_place] = changed(append(items, 3));
  CHECK(!copied_in_place && copy.size() == 3 && items.size() == 2);
  auto [moved, in_place] = changed(append(ffi::RValueRef(std::move(items)), 3));
  CHECK(in_place && moved.get() == address && moved.size() == 3 && moved[2] == 3);
  CHECK(!items.defined());

  // An array that Rust has grown is an array to C++.
  moved.push_back(4);
  CHECK(moved.size() == 4 && moved[3] == 4);
  ffi::Array<int64_t> grown = changed(append(copy, 4)).first;
  grown.push_back(5);
  CHECK(grown.size() == 5 && grown.capacity() >= 5 && grown[4] == 5);

  // Not while another argument is the same object.
  ffi::Function beside = module->GetFunction("references_beside_borrowed").value();
  ffi::Array<ffi::String> texts = {"a text of more than seven bytes"};
  ffi::Array<ffi::String> same = texts;
  auto result = beside(ffi::RValueRef(std::move(same)), texts).cast<ffi::Tuple<int64_t, ffi::String>>();
  CHECK(result.get<0>() == 3 && result.get<1>() == texts[0]);

  // A view of a moved tensor that points into it.
  ffi::Tensor tensor = module->GetFunction("new_tensor").value()(3).cast<ffi::Tensor>();
  ffi::TensorView view(tensor);
  ffi::Function tensor_beside = module->GetFunction("references_of_tensor_beside").value();
  auto counted =
      tensor_beside(ffi::RValueRef(std::move(tensor)), view).cast<ffi::Tuple<int64_t, int64_t>>();
  CHECK(counted.get<0>() == 2 && counted.get<1>() == 3);
}

void globals() {
  ffi::Function add = ffi::Function::GetGlobalRequired("fixture_basics.add");
  CHECK(add(40, 2).cast<int64_t>() == 42);
  ffi::Error error = caught([] { ffi::Function::GetGlobalRequired("fixture_basics.raise_error")("text"); });
  CHECK(error.kind() == "RuntimeError");
  CHECK(error.message() == "text");
}

int main(int count, char** arguments) {
  CHECK(count == 3);
  ffi::Function adder;
  {
    ffi::Module module = ffi::Module::LoadFromFile(arguments[1]);
    calls(module);
    errors(module);
    callbacks(module);
    globals();
    moves(ffi::Module::LoadFromFile(arguments[2]));
    adder = module->GetFunction("make_adder").value()(1).cast<ffi::Function>();
  }
  // What a module gave outlives it.
  CHECK(adder(1).cast<int64_t>() == 2);
  globals();
  std::puts("done");
  return 0;
}

// Loads the library named by the first argument, which makes modules in Rust, and uses them with C++ types.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/c_env_api.h>
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

ffi::Module counters(const ffi::Module& library, int64_t start) {
  return library->GetFunction("counters").value()(start).cast<ffi::Module>();
}

int64_t live(const ffi::Module& library) {
  return library->GetFunction("live_counters").value()().cast<int64_t>();
}

// The virtual functions that are answered in Rust.
void answers(const ffi::Module& library) {
  ffi::Module module = counters(library, 5);
  CHECK(std::string(module->kind()) == "counters");
  CHECK(module->GetPropertyMask() == ffi::Module::kRunnable);
  CHECK(module->GetFunction("next").value()().cast<int64_t>() == 5);
  CHECK(module->GetFunction("next").value()().cast<int64_t>() == 6);
  CHECK(module->GetFunction("add").value()(40, 2).cast<int64_t>() == 42);
  CHECK(!module->GetFunction("missing").has_value());
  CHECK(module->ImplementsFunction("add"));
  CHECK(!module->ImplementsFunction("a name that is too long for a small string"));
  CHECK(!module->ImplementsFunction(ffi::String("\xff\xfe", 2)));
  CHECK(!module->GetFunction(ffi::String("\xff\xfe", 2)).has_value());
  CHECK(module->GetFunctionDoc("add").value() == "Adds two integers.");
  CHECK(module->GetFunctionDoc("next").value() == "Counts");
  CHECK(!module->GetFunctionDoc("missing").has_value());
  CHECK(holds(module->GetFunctionMetadata("add").value(), "type_schema"));
  CHECK(!module->GetFunctionMetadata("next").has_value());
  ffi::Error error = caught([&] { module->GetFunction("raises").value()(); });
  CHECK(error.kind() == "KeyError" && error.message() == "no entry");
  error = caught([&] { module->GetFunction("cannot_be_made").value()(); });
  CHECK(error.kind() == "ValueError" && error.message() == "this function cannot be made");
  error = caught([&] { module->GetFunction("panics").value()(); });
  CHECK(holds(error.message(), "no such luck"));
  CHECK(!module->GetFunctionDoc("panics").has_value());
}

// Those that are still the base class's.
void inherited(const ffi::Module& library) {
  ffi::Module module = counters(library, 0);
  CHECK(holds(caught([&] { module->WriteToFile("file", ""); }).message(), "Module[counters]"));
  CHECK(holds(caught([&] { module->SaveToBytes(); }).message(), "Module[counters]"));
  CHECK(module->GetWriteFormats().size() == 0);
  CHECK(module->InspectSource("") == "");
}

// A module of this program, beside those of Rust.
class OwnModule final : public ffi::ModuleObj {
 public:
  const char* kind() const final { return "own"; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    if (name != "seven") return std::nullopt;
    return ffi::Function::FromTyped([]() { return 7; });
  }
};

void imports(const ffi::Module& library) {
  ffi::Module first = counters(library, 0), second = counters(library, 100);
  ffi::Module own(ffi::make_object<OwnModule>());
  CHECK(first->imports().size() == 0);
  first->ImportModule(second);
  second->ImportModule(own);
  CHECK(first->imports().size() == 1);
  CHECK(first->imports()[0].cast<ffi::Module>().same_as(second));
  CHECK(first->GetFunction("seven", true).value()().cast<int64_t>() == 7);
  CHECK(!first->GetFunction("seven", false).has_value());
  CHECK(first->ImplementsFunction("seven", true));
  CHECK(holds(caught([&] { second->ImportModule(first); }).message(), "Cyclic"));
  for (int i = 0; i < 20; ++i) first->ImportModule(counters(library, i));
  CHECK(first->imports().size() == 21);
  CHECK(live(library) == 22);
  own->ImportModule(counters(library, 0));
  CHECK(own->GetFunction("add", true).value()(1, 2).cast<int64_t>() == 3);
  first->ClearImports();
  CHECK(first->imports().size() == 0);
  CHECK(first->GetFunction("next", true).value()().cast<int64_t>() == 0);
}

// As generated code asks for functions: through the C function, which keeps what it finds in the module.
void lookup_cache(const ffi::Module& library) {
  ffi::Module module = counters(library, 0);
  module->ImportModule(counters(library, 100));
  void* context = const_cast<ffi::ModuleObj*>(module.operator->());
  TVMFFIObjectHandle found = nullptr, again = nullptr;
  CHECK(TVMFFIEnvModLookupFromImports(context, "add", &found) == 0);
  CHECK(TVMFFIEnvModLookupFromImports(context, "add", &again) == 0);
  CHECK(found != nullptr && found == again);
}

void containers(const ffi::Module& library) {
  ffi::Module module = counters(library, 0);
  ffi::Map<ffi::Module, int> map;
  map.Set(module, 1);
  CHECK(map.count(module) == 1);
  ffi::Any any = module;
  CHECK(any.cast<ffi::Module>().same_as(module));
  CHECK(any.as<ffi::ModuleObj>() == module.operator->());
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  ffi::Module library = ffi::Module::LoadFromFile(arguments[1]);
  answers(library);
  inherited(library);
  imports(library);
  lookup_cache(library);
  containers(library);
  CHECK(live(library) == 0);
  // What a module gave outlives it.
  ffi::Function next = counters(library, 3)->GetFunction("next").value();
  CHECK(live(library) == 0);
  CHECK(next().cast<int64_t>() == 3);
  // Dropped when the program ends.
  static ffi::Module last = counters(library, 0);
  CHECK(last.defined());
  std::puts("done");
  return 0;
}

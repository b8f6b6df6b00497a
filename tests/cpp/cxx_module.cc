// Prints where a C++ compiler puts the virtual functions and members of `ModuleObj`.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <tvm/ffi/extra/module.h>
#include <type_traits>

namespace tvm {
namespace ffi {

// The class names this struct as its friend.
struct ModuleObj::InternalUnsafe {
  static std::size_t imports(const ModuleObj* module) { return offset(module, &module->imports_); }
  static std::size_t cache(const ModuleObj* module) {
    return offset(module, &module->import_lookup_cache_);
  }
  static std::size_t offset(const ModuleObj* module, const void* member) {
    return static_cast<const char*>(member) - reinterpret_cast<const char*>(module);
  }
};

}  // namespace ffi
}  // namespace tvm

namespace ffi = tvm::ffi;

// As many virtual functions as the crate knows; with one more, `last` would not be the last one.
struct Derived : ffi::ModuleObj {
  const char* kind() const override { return "derived"; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String&) override { return std::nullopt; }
  virtual void last() {}
};

// By the Itanium ABI a pointer to a virtual member function holds its offset in the table.
template <typename Pointer>
std::size_t slot(Pointer function) {
  std::ptrdiff_t words[2];
  static_assert(sizeof(words) == sizeof(function), "a pointer and an adjustment");
  std::memcpy(words, &function, sizeof(words));
#if defined(__aarch64__)
  return words[0] / sizeof(void*);
#else
  return (words[0] - 1) / sizeof(void*);
#endif
}

void print(const char* name, std::size_t value) { std::printf("%s %zu\n", name, value); }

int main() {
  using ffi::ModuleObj;
  using ffi::Optional;
  using ffi::String;
  print("slot kind", slot(&ModuleObj::kind));
  print("slot GetPropertyMask", slot(&ModuleObj::GetPropertyMask));
  using GetFunction = Optional<ffi::Function> (ModuleObj::*)(const String&);
  print("slot GetFunction", slot<GetFunction>(&ModuleObj::GetFunction));
  using ImplementsFunction = bool (ModuleObj::*)(const String&);
  print("slot ImplementsFunction", slot<ImplementsFunction>(&ModuleObj::ImplementsFunction));
  using GetText = Optional<String> (ModuleObj::*)(const String&);
  print("slot GetFunctionDoc", slot<GetText>(&ModuleObj::GetFunctionDoc));
  print("slot GetFunctionMetadata", slot<GetText>(&ModuleObj::GetFunctionMetadata));
  print("slot ImportModule", slot(&ModuleObj::ImportModule));
  print("slot ClearImports", slot(&ModuleObj::ClearImports));
  print("number of slots", slot(&Derived::last));

  auto derived = std::make_unique<Derived>();
  const ModuleObj* module = derived.get();
  const void* header = ffi::detail::ObjectUnsafe::GetHeader(module);
  print("offset of header", ModuleObj::InternalUnsafe::offset(module, header));
  print("offset of imports_", ModuleObj::InternalUnsafe::imports(module));
  print("offset of import_lookup_cache_", ModuleObj::InternalUnsafe::cache(module));
  print("size of ModuleObj", sizeof(ModuleObj));

  // Values that are not copied byte for byte are returned at a place that the caller names.
  static_assert(!std::is_trivially_copyable_v<Optional<ffi::Function>>);
  static_assert(!std::is_trivially_copyable_v<Optional<String>>);
  print("size of String", sizeof(String));
  print("size of Optional<String>", sizeof(Optional<String>));
  print("size of Optional<Function>", sizeof(Optional<ffi::Function>));
  return 0;
}

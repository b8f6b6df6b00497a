// The benchmarked classes, registered with the C++ reflection.
#include <tvm/ffi/function.h>
#include <tvm/ffi/reflection/registry.h>
#include <tvm/ffi/string.h>

#include <cstdint>
#include <utility>

namespace {

namespace ffi = tvm::ffi;

class IntPair : public ffi::Object {
 public:
  int64_t a;
  int64_t b;

  IntPair(int64_t a, int64_t b) : a(a), b(b) {}
  int64_t sum() const { return a + b; }

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("benches_cpp.IntPair", IntPair, ffi::Object);
};

class Label : public ffi::Object {
 public:
  ffi::String text;

  explicit Label(ffi::String text) : text(std::move(text)) {}

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("benches_cpp.Label", Label, ffi::Object);
};

ffi::String class_package() { return "benches_cpp"; }

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = tvm::ffi::reflection;
  refl::ObjectDef<IntPair>()
      .def(refl::init<int64_t, int64_t>())
      .def_rw("a", &IntPair::a)
      .def_ro("b", &IntPair::b)
      .def("sum", &IntPair::sum);
  refl::ObjectDef<Label>().def(refl::init<ffi::String>()).def_rw("text", &Label::text);
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(class_package, class_package);

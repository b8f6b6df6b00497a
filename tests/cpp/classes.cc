// Holds objects of Rust classes, reads their fields and calls their methods by reflection.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/dataclass.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/extra/structural_equal.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/reflection/accessor.h>
#include <tvm/ffi/string.h>
#include <vector>

namespace ffi = tvm::ffi;
namespace reflection = tvm::ffi::reflection;

#define CHECK(condition)                                                                    \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);    \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)

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

constexpr const char* kPair = "fixture_classes.IntPair";

ffi::ObjectRef make_pair(int64_t a, int64_t b) {
  return reflection::GetMethod(kPair, "__ffi_init__")(a, b).cast<ffi::ObjectRef>();
}

void fields_and_methods() {
  ffi::ObjectRef pair = make_pair(1, 2);
  CHECK(pair->GetTypeKey() == kPair);
  reflection::FieldGetter a(kPair, "a"), b(kPair, "b");
  CHECK(a(pair).cast<int64_t>() == 1 && b(pair).cast<int64_t>() == 2);
  reflection::FieldSetter set_a(kPair, "a"), set_b(kPair, "b");
  set_a(pair, 10);
  CHECK(a(pair).cast<int64_t>() == 10);
  ffi::Error error = caught([&] { set_a(pair, "x"); });
  CHECK(error.kind() == "TypeError" && holds(error.message(), "Mismatched type on field `a`"));
  // The setter of a field that is only read is there for hosts that fill an object in.
  error = caught([&] { set_b(pair, 3); });
  CHECK(holds(error.message(), "read-only"));
  CHECK(b(pair).cast<int64_t>() == 2);
  ffi::Function sum = reflection::GetMethod(kPair, "sum");
  CHECK(sum(pair).cast<int64_t>() == 12);
  CHECK(reflection::GetMethod(kPair, "scaled")(pair, 3).cast<int64_t>() == 6);
  CHECK(reflection::GetMethod(kPair, "itself")(pair).cast<ffi::ObjectRef>().same_as(pair));
  error = caught([&] { sum(1); });
  CHECK(holds(error.message(), "Expected `fixture_classes.IntPair` but got `int`"));
  error = caught([&] { make_pair(1, 2), reflection::GetMethod(kPair, "__ffi_init__")("x"); });
  CHECK(error.kind() == "TypeError");
}

void inheritance(const ffi::Module& module) {
  ffi::ObjectRef circle =
      reflection::GetMethod("fixture_classes.Circle", "__ffi_init__")("round", 2.0).cast<ffi::ObjectRef>();
  CHECK(module->GetFunction("name_of").value()(circle).cast<std::string>() == "round");
  CHECK(module->GetFunction("radius_of").value()(circle).cast<double>() == 2.0);
  CHECK(reflection::FieldGetter("fixture_classes.Shape", "name")(circle).cast<std::string>() == "round");
  CHECK(reflection::GetMethod("fixture_classes.Shape", "shouted")(circle).cast<std::string>() == "ROUND");
  ffi::Error error =
      caught([&] { reflection::GetMethod("fixture_classes.Circle", "__ffi_init__")("bad", -1.0); });
  CHECK(error.kind() == "ValueError" && holds(error.message(), "below zero"));
}

void containers(const ffi::Module& module) {
  ffi::Array<ffi::ObjectRef> pairs{make_pair(1, 2), make_pair(3, 4)};
  CHECK(module->GetFunction("sum_of_pairs").value()(pairs).cast<int64_t>() == 10);
  auto made = module->GetFunction("pairs").value()(5).cast<ffi::Array<ffi::ObjectRef>>();
  CHECK(made.size() == 5 && made[0].unique() == false);
}

void copies() {
  ffi::ObjectRef pair = make_pair(1, 2);
  ffi::ObjectRef copy = ffi::DeepCopy(pair).cast<ffi::ObjectRef>();
  CHECK(!copy.same_as(pair));
  CHECK(reflection::GetMethod(kPair, "sum")(copy).cast<int64_t>() == 3);
  CHECK(holds(ffi::ReprPrint(pair), "a=1"));
  auto point = [](int64_t x, int64_t y) {
    return reflection::GetMethod("fixture_classes.Point", "__ffi_init__")(x, y).cast<ffi::ObjectRef>();
  };
  CHECK(ffi::StructuralEqual()(point(1, 2), point(1, 2)));
  CHECK(!ffi::StructuralEqual()(point(1, 2), point(1, 3)));
}

void weak() {
  ffi::WeakObjectPtr<ffi::Object> weak;
  {
    ffi::ObjectRef pair = make_pair(1, 2);
    weak = ffi::WeakObjectPtr<ffi::Object>(ffi::GetObjectPtr<ffi::Object>(const_cast<ffi::Object*>(pair.get())));
    CHECK(!weak.expired());
  }
  CHECK(weak.expired());
}

void threads() {
  ffi::ObjectRef pair = make_pair(0, 1);
  reflection::FieldGetter a(kPair, "a");
  reflection::FieldSetter set_a(kPair, "a");
  ffi::Function sum = reflection::GetMethod(kPair, "sum");
  std::atomic<bool> good{true};
  std::vector<std::thread> all;
  for (int64_t number = 0; number < 8; ++number) {
    all.emplace_back([&, number] {
      for (int round = 0; round < 2000; ++round) {
        set_a(pair, number);
        int64_t value = a(pair).cast<int64_t>();
        if (value < 0 || value > 7 || sum(pair).cast<int64_t>() > 8) good = false;
        make_pair(round, number);
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  CHECK(good);
}

int main(int, char** arguments) {
  ffi::Module module = ffi::Module::LoadFromFile(arguments[1]);
  fields_and_methods();
  inheritance(module);
  containers(module);
  copies();
  weak();
  threads();
  std::puts("done");
  return 0;
}

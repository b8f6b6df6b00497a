// Loads the extension from C++, as a module. From the root of the workspace:
//
//   c++ -o load $(tvm-ffi-config --cxxflags) examples/quickstart/load.cc $(tvm-ffi-config --ldflags --libs) -Wl,-rpath,$(tvm-ffi-config --libdir)
//   ./load target/debug/libquickstart_extension.so
#include <cstdio>
#include <string>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

namespace ffi = tvm::ffi;

int main(int count, char** paths) {
  const char* path = count > 1 ? paths[1] : "target/debug/libquickstart_extension.so";
  ffi::Module module = ffi::Module::LoadFromFile(path);

  float input[] = {1, 2, 3, 4, 5}, output[5];
  int64_t shape[] = {5};
  DLTensor x{input, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  DLTensor y{output, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, nullptr, 0};
  module->GetFunction("add_one").value()(&x, &y);
  std::printf("add_one([1.0, 2.0, 3.0, 4.0, 5.0]) = [%.1f, %.1f, %.1f, %.1f, %.1f]\n", output[0],
              output[1], output[2], output[3], output[4]);

  int64_t sum = module->GetFunction("add").value()(41).cast<int64_t>();
  std::printf("add(41) = %lld\n", static_cast<long long>(sum));

  ffi::Function greet = ffi::Function::GetGlobalRequired("quickstart.greet");
  std::printf("quickstart.greet(\"world\") = %s\n", greet("world").cast<std::string>().c_str());

  ffi::Function times_ten = ffi::Function::FromTyped([](int64_t value) { return value * 10; });
  int64_t product = module->GetFunction("apply").value()(times_ten, 4).cast<int64_t>();
  std::printf("apply(times ten, 4) = %lld\n", static_cast<long long>(product));

  try {
    module->GetFunction("check_positive").value()(-1);
  } catch (const ffi::Error& error) {
    std::printf("check_positive(-1) raised\n%s: %s\n%s", error.kind().c_str(), error.message().c_str(),
                error.backtrace().c_str());
  }
  return 0;
}

// The benchmarked functions that take containers, tensors and functions, written with the C++ export macro.
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

namespace ffi = tvm::ffi;

int64_t sum_array(ffi::Array<int64_t> values) {
  int64_t sum = 0;
  for (int64_t value : values) sum += value;
  return sum;
}

int64_t array_to_vector(ffi::Array<int64_t> array) {
  std::vector<int64_t> values(array.begin(), array.end());
  asm volatile("" : : "r"(values.data()) : "memory");  // keeps the copy
  return values.back();
}

int64_t map_lookup(ffi::Map<ffi::Any, ffi::Any> map, ffi::String key) { return map.at(key).cast<int64_t>(); }

int64_t typed_map_lookup(ffi::Map<ffi::String, int64_t> map, ffi::String key) { return map.at(key); }

struct Allocator {
  void AllocData(DLTensor* tensor) { tensor->data = std::malloc(ffi::GetDataSize(*tensor)); }
  void FreeData(DLTensor* tensor) { std::free(tensor->data); }
};

ffi::Tensor new_tensor() {
  ffi::Tensor tensor =
      ffi::Tensor::FromNDAlloc(Allocator(), ffi::Shape{512, 512}, DLDataType{kDLFloat, 32, 1}, DLDevice{kDLCPU, 0});
  float* data = static_cast<float*>(tensor.data_ptr());
  for (int64_t i = 0; i < 512 * 512; ++i) data[i] = 1.0f;
  return tensor;
}

ffi::Tensor same_tensor(ffi::Tensor tensor) { return tensor; }

int64_t call_function(ffi::Function function, int64_t calls) {
  int64_t sum = 0;
  for (int64_t i = 0; i < calls; ++i) sum += function(i).cast<int64_t>();
  return sum;
}

int64_t call_closure(int64_t calls) {
  static ffi::Function closure = ffi::Function::FromTyped([](int64_t value) { return value + 1; });
  return call_function(closure, calls);
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(sum_array, sum_array);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(array_to_vector, array_to_vector);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(map_lookup, map_lookup);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(typed_map_lookup, typed_map_lookup);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(new_tensor, new_tensor);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(same_tensor, same_tensor);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(call_closure, call_closure);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(call_function, call_function);

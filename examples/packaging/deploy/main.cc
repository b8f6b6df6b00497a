// Runs the library of the wheel from C++: `deploy path/to/libmy_ffi_extension.so`.

#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/reflection/accessor.h>
#include <tvm/ffi/tvm_ffi.h>

#include <iostream>

namespace ffi = tvm::ffi;

// Memory that a tensor lives in.
struct Memory {
  void AllocData(DLTensor* tensor) { tensor->data = new float[ffi::GetDataSize(*tensor) / sizeof(float)]; }
  void FreeData(DLTensor* tensor) { delete[] static_cast<float*>(tensor->data); }
};

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: deploy LIBRARY\n";
    return 2;
  }
  ffi::Module library = ffi::Module::LoadFromFile(argv[1]);

  const DLDevice cpu{kDLCPU, 0};
  const DLDataType float32{kDLFloat, 32, 1};
  ffi::Tensor x = ffi::Tensor::FromNDAlloc(Memory(), {3}, float32, cpu);
  ffi::Tensor y = ffi::Tensor::FromNDAlloc(Memory(), {3}, float32, cpu);
  for (int i = 0; i < 3; ++i) static_cast<float*>(x.data_ptr())[i] = static_cast<float>(i);
  library->GetFunction("add_one").value()(x, y);
  for (int i = 0; i < 3; ++i) std::cout << static_cast<float*>(y.data_ptr())[i] << (i < 2 ? " " : "\n");

  try {
    ffi::Function::GetGlobalRequired("my_ffi_extension.raise_error")("from Rust");
  } catch (const ffi::Error& error) {
    std::cout << error.kind() << ": " << error.message() << "\n";
  }

  const char* int_pair = "my_ffi_extension.IntPair";
  ffi::Any pair = ffi::reflection::GetMethod(int_pair, "__ffi_init__")(1, 2);
  std::cout << ffi::reflection::GetMethod(int_pair, "sum")(pair).cast<int64_t>() << "\n";
  return 0;
}

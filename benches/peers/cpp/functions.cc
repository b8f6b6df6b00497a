// The benchmarked functions, written with the C++ export macro.
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <cstdint>
#include <string>

namespace {

namespace ffi = tvm::ffi;

void nop() {}

int64_t add(int64_t a, int64_t b) { return a + b; }

int64_t two_views(ffi::TensorView x, ffi::TensorView y) { return int64_t{x.ndim()} + y.ndim(); }

ffi::String echo(ffi::String text) { return text; }

std::string echo_string(std::string text) { return text; }

void raise() { TVM_FFI_THROW(ValueError) << "the value is out of range"; }

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(nop, nop);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(add, add);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(two_views, two_views);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(two_read_only_views, two_views);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(echo, echo);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(echo_string, echo_string);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(raise, raise);

// The functions that choose by dtype and check shapes, written with the C++ export macro.
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

#include <cstdint>

namespace {

namespace ffi = tvm::ffi;

bool has_dtype(const ffi::TensorView& x, uint8_t code, uint8_t bits) {
  DLDataType dtype = x.dtype();
  return dtype.code == code && dtype.bits == bits && dtype.lanes == 1;
}

template <typename T>
int64_t instance(const ffi::TensorView& x, const ffi::TensorView& y) {
  return int64_t{x.ndim()} + y.ndim() + static_cast<int64_t>(sizeof(T));
}

int64_t dispatch(ffi::TensorView x, ffi::TensorView y) {
  if (x.dtype() != y.dtype()) TVM_FFI_THROW(TypeError) << "y is of another dtype";
  if (has_dtype(x, kDLFloat, 64)) return instance<double>(x, y);
  if (has_dtype(x, kDLInt, 32)) return instance<int32_t>(x, y);
  if (has_dtype(x, kDLFloat, 32)) return instance<float>(x, y);
  TVM_FFI_THROW(TypeError) << "x is of a dtype that is not expected";
}

void check_shapes(const ffi::TensorView& x, const ffi::TensorView& y) {
  if (!has_dtype(x, kDLFloat, 32)) TVM_FFI_THROW(TypeError) << "x is no float32";
  if (!has_dtype(y, kDLFloat, 32)) TVM_FFI_THROW(TypeError) << "y is no float32";
  TVM_FFI_CHECK(x.ndim() == 2, ValueError);
  TVM_FFI_CHECK(y.ndim() == 2, ValueError);
  TVM_FFI_CHECK(x.size(1) == y.size(0), ValueError);
}

int64_t shapes(ffi::TensorView x, ffi::TensorView y) {
  check_shapes(x, y);
  return x.size(0) + y.size(1);
}

int64_t contracts(ffi::TensorView x, ffi::TensorView y) {
  check_shapes(x, y);
  TVM_FFI_CHECK(x.device().device_type == kDLCPU, ValueError);
  TVM_FFI_CHECK(y.device().device_type == kDLCPU, ValueError);
  TVM_FFI_CHECK(x.device().device_id == y.device().device_id, ValueError);
  TVM_FFI_CHECK(x.IsContiguous(), ValueError);
  TVM_FFI_CHECK(y.IsContiguous(), ValueError);
  TVM_FFI_CHECK(reinterpret_cast<uintptr_t>(x.data_ptr()) % 4 == 0, ValueError);
  TVM_FFI_CHECK(reinterpret_cast<uintptr_t>(y.data_ptr()) % 4 == 0, ValueError);
  return x.size(0) + y.size(1);
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(dispatch, dispatch);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(shapes, shapes);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(contracts, contracts);

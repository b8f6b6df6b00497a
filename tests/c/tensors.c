/* Passes `DLTensor`s of every unusual shape that DLPack allows. */
#include "check.h"

static DLTensor tensor_of(void* data, int32_t ndim, int64_t* shape, int64_t* strides) {
  DLTensor tensor;
  memset(&tensor, 0, sizeof tensor);
  tensor.data = data;
  tensor.device = (DLDevice){kDLCPU, 0};
  tensor.ndim = ndim;
  tensor.dtype = (DLDataType){kDLFloat, 32, 1};
  tensor.shape = shape;
  tensor.strides = strides;
  return tensor;
}

static double sum(void* library, DLTensor* tensor) {
  TVMFFIAny argument = any_tensor(tensor);
  TVMFFIAny result = call(find(library, "sum_f32"), 1, &argument);
  CHECK(result.type_index == kTVMFFIFloat);
  return result.v_float64;
}

static void sum_fails(void* library, DLTensor* tensor, const char* kind, const char* words) {
  TVMFFIAny argument = any_tensor(tensor);
  call_fails(find(library, "sum_f32"), 1, &argument, kind, words);
}

static void expect_description(void* library, DLTensor* tensor, const char* words) {
  TVMFFIAny argument = any_tensor(tensor);
  TVMFFIAny result = call(find(library, "describe"), 1, &argument);
  CHECK(result.type_index == kTVMFFIStr);
  TVMFFIByteArray* cell = (TVMFFIByteArray*)((char*)result.v_obj + sizeof(TVMFFIObject));
  if (strstr(cell->data, words) == NULL) {
    fprintf(stderr, "`%s` is not in `%s`\n", words, cell->data);
    CHECK(!"the description holds the words");
  }
  CHECK(TVMFFIObjectDecRef(result.v_obj) == 0);
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  void* library = open_library(arguments[1]);
  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};

  /* The offset counts bytes. */
  int64_t six[] = {6};
  DLTensor tensor = tensor_of(data, 1, six, NULL);
  tensor.byte_offset = 8;
  CHECK(sum(library, &tensor) == 27);
  TVMFFIAny argument = any_tensor(&tensor);
  CHECK(call(find(library, "first_f32"), 1, &argument).v_float64 == 2);

  /* No dimensions: one element, and neither shape nor strides. */
  tensor = tensor_of(data + 5, 0, NULL, NULL);
  CHECK(sum(library, &tensor) == 5);
  expect_description(library, &tensor, "shape=[] ");
  expect_description(library, &tensor, "numel=1 contiguous=true");

  /* No elements: no data, and strides of any value. */
  int64_t empty[] = {4, 0, 4}, any_strides[] = {-1, 77, 3};
  tensor = tensor_of(NULL, 3, empty, any_strides);
  CHECK(sum(library, &tensor) == 0);
  expect_description(library, &tensor, "numel=0 contiguous=true");
  tensor.strides = NULL;
  CHECK(sum(library, &tensor) == 0);

  /* The stride of a dimension of one element is never used. */
  int64_t row[] = {1, 3}, row_strides[] = {99, 1};
  tensor = tensor_of(data, 2, row, row_strides);
  CHECK(sum(library, &tensor) == 3);
  expect_description(library, &tensor, "contiguous=true");

  /* Every second column. */
  int64_t columns[] = {2, 2}, column_strides[] = {4, 2};
  tensor = tensor_of(data, 2, columns, column_strides);
  expect_description(library, &tensor, "contiguous=false");
  argument = any_tensor(&tensor);
  CHECK(call(find(library, "sum_strided"), 1, &argument).v_float64 == 0 + 2 + 4 + 6);
  sum_fails(library, &tensor, "ValueError", "contiguous");

  /* Without strides a tensor is row-major. */
  tensor = tensor_of(data, 2, columns, NULL);
  CHECK(sum(library, &tensor) == 6);
  expect_description(library, &tensor, "strides=[2, 1]");

  /* An odd address, with and without elements. */
  char bytes[24] = {0};
  char* odd = bytes + 1 - (uintptr_t)bytes % 2 + 0;
  if ((uintptr_t)odd % 2 == 0) ++odd;
  int64_t two[] = {2}, none[] = {0};
  tensor = tensor_of(odd, 1, two, NULL);
  sum_fails(library, &tensor, "ValueError", "align");
  tensor = tensor_of(odd, 1, none, NULL);
  CHECK(sum(library, &tensor) == 0);
  tensor = tensor_of(bytes, 1, two, NULL);
  tensor.byte_offset = (uintptr_t)bytes % 4 == 0 ? 1 : 4 - (uintptr_t)bytes % 4 + 1;
  sum_fails(library, &tensor, "ValueError", "align");

  /* Other dtypes: the code, the bits and the lanes all count. */
  tensor = tensor_of(data, 1, two, NULL);
  tensor.dtype = (DLDataType){kDLFloat, 64, 1};
  sum_fails(library, &tensor, "TypeError", "float64");
  tensor.dtype = (DLDataType){kDLInt, 32, 1};
  sum_fails(library, &tensor, "TypeError", "int32");
  tensor.dtype = (DLDataType){kDLFloat, 32, 4};
  sum_fails(library, &tensor, "TypeError", "float32x4");
  tensor.dtype = (DLDataType){200, 32, 1};
  sum_fails(library, &tensor, "TypeError", "float32");
  expect_description(library, &tensor, "numel=2 ");
  tensor.dtype = (DLDataType){kDLFloat4_e2m1fn, 4, 2};
  expect_description(library, &tensor, "dtype=float4_e2m1fnx2 ");
  argument = any_tensor(&tensor);
  CHECK(call(find(library, "byte_size"), 1, &argument).v_int64 == 2);

  /* Memory that the CPU cannot read, on devices known and unknown. */
  tensor = tensor_of(data, 1, two, NULL);
  tensor.device = (DLDevice){kDLCUDA, 1};
  sum_fails(library, &tensor, "ValueError", "cuda:1");
  expect_description(library, &tensor, "device=cuda:1");
  tensor.device = (DLDevice){(DLDeviceType)999, 0};
  sum_fails(library, &tensor, "ValueError", "999");
  tensor.device = (DLDevice){kDLCUDAHost, 0};
  CHECK(sum(library, &tensor) == 1);

  /* What no conforming caller sends is refused rather than read. */
  tensor = tensor_of(NULL, 1, two, NULL);
  sum_fails(library, &tensor, "ValueError", "x");
  int64_t negative[] = {-2}, huge[] = {INT64_MAX, INT64_MAX};
  tensor = tensor_of(data, 1, negative, NULL);
  sum_fails(library, &tensor, "ValueError", "x");
  tensor = tensor_of(data, 2, huge, NULL);
  sum_fails(library, &tensor, "ValueError", "x");
  argument = any_tensor(NULL);
  TVMFFIAny result = any_none();
  CHECK(find(library, "sum_f32")(NULL, &argument, 1, &result) == -1);
  take_error();

  /* Overlap counts the offset and the strides. */
  int64_t four[] = {4};
  DLTensor low = tensor_of(data, 1, four, NULL), high = tensor_of(data, 1, four, NULL);
  high.byte_offset = 16;
  TVMFFIAny pair[] = {any_tensor(&low), any_tensor(&high)};
  call(find(library, "add_one"), 2, pair);
  CHECK(data[4] == 1 && data[7] == 4 && data[0] == 0);
  high.byte_offset = 12;
  call_fails(find(library, "add_one"), 2, pair, "ValueError", "overlap");
  CHECK(strstr(error_message, "x") != NULL && strstr(error_message, "y") != NULL);
  CHECK(data[3] == 3);

  puts("done");
  return 0;
}

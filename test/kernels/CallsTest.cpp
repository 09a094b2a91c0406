// Calls from a file nobody vouches for: check() refuses them, or run() stays within its operands (under a sanitizer this
// is proven to the byte). And the calls it must take, it takes.
#include "runtime/kernels/binary.h"
#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/call.h"
#include "runtime/kernels/function.h"
#include "runtime/kernels/reduce.h"
#include "test/kernels/Exact.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <vector>

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Tensor {
  uint8_t type;
  std::vector<uint64_t> dims;
};

template <typename... Structs> std::vector<uint8_t> bytesOf(const Structs &...structs) {
  std::vector<uint8_t> bytes;
  auto append = [&](const auto &one) {
    const auto *at = reinterpret_cast<const uint8_t *>(&one);
    bytes.insert(bytes.end(), at, at + sizeof one);
  };
  (append(structs), ...);
  return bytes;
}

/// A call with memory of exactly its operands' sizes.
struct Call {
  std::string kernel;
  std::vector<Tensor> inputs, outputs;
  std::vector<uint8_t> attributes;

  /// What check() says, then run(); "ok" when both agree to it.
  std::string make() const {
    std::vector<npu_blob_operand> operands;
    std::vector<std::unique_ptr<uint8_t[]>> memory;
    std::vector<void *> data;
    for (const auto *list : {&inputs, &outputs})
      for (const Tensor &tensor : *list) {
        npu_blob_operand operand = {};
        operand.type = tensor.type;
        operand.rank = uint8_t(tensor.dims.size());
        uint64_t bytes = tensor.type == NPU_TYPE_F32 || tensor.type == NPU_TYPE_I32 ? 4 : 1;
        for (size_t i = 0; i < tensor.dims.size(); ++i)
          bytes *= operand.dims[i] = tensor.dims[i];
        operands.push_back(operand);
        memory.push_back(std::make_unique<uint8_t[]>(bytes));
        data.push_back(memory.back().get());
      }
    std::vector<uint64_t> aligned(attributes.size() / 8 + 1);
    std::copy(attributes.begin(), attributes.end(), reinterpret_cast<uint8_t *>(aligned.data()));
    npu_call call = {operands.data(), nullptr, uint32_t(inputs.size()), uint32_t(outputs.size()), aligned.data(),
                     attributes.size()};
    const npu_kernel *found = npu_find_kernel(npu_kernels, kernel.c_str(), 1);
    if (!found)
      return "no such kernel";
    if (const char *defect = found->check(&call))
      return defect;
    call.data = data.data();
    const char *defect = found->run(&call);
    return defect ? defect : "ok";
  }
};

const Tensor f32(std::vector<uint64_t> dims) { return {NPU_TYPE_F32, std::move(dims)}; }

std::vector<Call> legalCalls() {
  const npu_axis rows = {6, 3, 3, 2, 1, 1, 1}, columns = {5, 5, 3, 1, 1, 1, 1};
  const npu_conv conv = {{2, rows, columns}, 4, 6, 2};
  const npu_resize resize = {1, 3, {4, 8, 1, 0, 2}, {4, 2, 2, 0, 1}};
  const npu_function_step square[] = {{NPU_FN_X, 0}, {NPU_FN_X, 0}, {NPU_FN_MUL, 0}};
  const int64_t permutation[] = {2, 0, 1}, slice[] = {1, 3, -0, 1, -1, 0}, pads[] = {1, 0, 0, 2};
  return {
      {"conv_f32", {f32({2, 6, 5, 4}), f32({6, 3, 3, 2}), f32({6})}, {f32({2, 3, 5, 6})},
       bytesOf(npu_attributes_conv_f32{conv, -kInfinity, kInfinity})},
      {"matmul_f32", {f32({2, 1, 4, 3}), f32({1, 3, 5, 4})}, {f32({2, 3, 3, 5})},
       bytesOf(npu_attributes_matmul_f32{0.5f, -kInfinity, kInfinity, 1, 1, {0, 0}})},
      {"pool_f32", {f32({2, 6, 5, 4})}, {f32({2, 3, 5, 4})},
       bytesOf(npu_attributes_pool_f32{conv.window, 4, NPU_POOL_AVERAGE, 1, 0, 6})},
      {"binary_f32", {f32({2, 1, 4}), f32({3, 1})}, {f32({2, 3, 4})},
       bytesOf(npu_attributes_binary_f32{NPU_ADD, -kInfinity, kInfinity, 0})},
      {"clip_f32", {f32({7})}, {f32({7})}, bytesOf(npu_attributes_clip_f32{0, 6})},
      {"function_f32", {f32({7})}, {f32({7})}, bytesOf(square)},
      {"reduce_f32", {f32({2, 3, 4})}, {f32({2, 1, 4})}, bytesOf(npu_attributes_reduce_f32{NPU_REDUCE_MIN, 2, -1, 1})},
      {"softmax_f32", {f32({2, 3, 4})}, {f32({2, 3, 4})}, bytesOf(npu_softmax{2, 3, 4})},
      {"resize_nearest", {{NPU_TYPE_I8, {1, 4, 4, 3}}}, {{NPU_TYPE_I8, {1, 8, 2, 3}}}, bytesOf(resize)},
      {"resize_linear_f32", {f32({1, 4, 4, 3})}, {f32({1, 8, 2, 3})}, bytesOf(resize)},
      {"concat", {f32({2, 3}), f32({2, 1})}, {f32({2, 4})}, bytesOf(npu_attributes_concat{1})},
      {"reshape", {f32({2, 3})}, {f32({6})}, {}},
      {"transpose", {f32({2, 3, 4})}, {f32({4, 2, 3})}, bytesOf(permutation)},
      {"slice", {f32({2, 4, 1})}, {f32({1, 4, 5})}, bytesOf(slice)},
      {"pad", {{NPU_TYPE_I8, {2, 3}}}, {{NPU_TYPE_I8, {3, 5}}}, bytesOf(npu_attributes_pad{7}, pads)},
      {"quantize", {f32({2, 3})}, {{NPU_TYPE_I8, {2, 3}}},
       bytesOf(npu_attributes_formats{1, 2}, npu_attributes_format{1, 0, -128, 127}, npu_attributes_format{2, 3, -128, 127})},
      {"dequantize", {{NPU_TYPE_I32, {2, 3}}}, {f32({2, 3})},
       bytesOf(npu_attributes_formats{1, 1}, npu_attributes_format{1, 0, -5, 127})},
  };
}

TEST(Calls, LegalOnesRun) {
  for (const Call &call : legalCalls())
    EXPECT_EQ(call.make(), "ok") << call.kernel;
}

TEST(Calls, EveryKernelIsAmongThem) {
  const std::vector<Call> calls = legalCalls();
  for (const npu_kernel *const *kernel = npu_kernels; *kernel; ++kernel)
    EXPECT_TRUE(std::any_of(calls.begin(), calls.end(), [&](const Call &c) { return c.kernel == (*kernel)->name; }))
        << (*kernel)->name;
}

// Wrong bytes, extents, types and counts, one or several at once.
TEST(Calls, CorruptOnesStayWithinTheirOperands) {
  exact::Random random(20);
  int refused = 0, run = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<Call> calls = legalCalls();
    Call &call = calls[size_t(random.in(0, int64_t(calls.size()) - 1))];
    for (int64_t k = random.in(1, 3); k > 0; --k) {
      std::vector<Tensor> &side = random.in(0, 1) ? call.inputs : call.outputs;
      Tensor &tensor = side[size_t(random.in(0, int64_t(side.size()) - 1))];
      switch (random.in(0, 5)) {
      case 0: tensor.type = uint8_t(random.in(1, 12)) == 1 ? NPU_TYPE_F32 : NPU_TYPE_I8; break;
      case 1: tensor.dims[size_t(random.in(0, int64_t(tensor.dims.size()) - 1))] = uint64_t(random.in(1, 9)); break;
      case 2: tensor.dims.push_back(uint64_t(random.in(1, 2))); break;
      default:
        if (!call.attributes.empty()) {
          uint8_t &byte = call.attributes[size_t(random.in(0, int64_t(call.attributes.size()) - 1))];
          byte = uint8_t(random.in(0, 3) ? byte + random.in(-2, 2) : random.in(0, 255));
        }
      }
    }
    ++(call.make() == "ok" ? run : refused);
  }
  EXPECT_GT(refused, 5000);
  EXPECT_GT(run, 1000);
}

TEST(Calls, UnknownNamesAndVersionsAreNotFound) {
  EXPECT_EQ(npu_find_kernel(npu_kernels, "conv_f64", 1), nullptr);
  EXPECT_EQ(npu_find_kernel(npu_kernels, "conv_f32", 2), nullptr);
  EXPECT_EQ(npu_find_kernel(nullptr, "conv_f32", 1), nullptr);
}

} // namespace

#include "compiler/verify/VerifyBlob.h"
#include "compiler/evaluate/Evaluator.h"
#include "compiler/verify/Device.h"
#include "dialects/nn/Nn.h"
#include "runtime/format/blob.h"

#include <cstring>
#include <random>

using namespace mlir;
namespace npu {

namespace {

/// The real values that the network's own quantisation of an input can tell apart, and a little more.
struct Range {
  double low = -1, high = 1;
};

Range rangeOf(Value argument) {
  for (Operation *user : argument.getUsers()) {
    // Layout may stand between the input and its quantise.
    if (isa<nn::TransposeOp, nn::ReshapeOp>(user))
      return rangeOf(user->getResult(0));
    auto quantize = dyn_cast<nn::QuantizeOp>(user);
    auto type = quantize ? dyn_cast<quant::UniformQuantizedType>(cast<ShapedType>(quantize.getType()).getElementType())
                         : quant::UniformQuantizedType();
    if (!type)
      continue;
    auto real = [&](int64_t step) { return type.getScale() * static_cast<double>(step - type.getZeroPoint()); };
    return {real(type.getStorageTypeMin() - 3), real(type.getStorageTypeMax() + 3)};
  }
  return {};
}

/// Raw draws of the standard's generator, so that every machine draws the same.
TensorValue draw(Value argument, std::mt19937_64 &random) {
  TensorValue tensor = TensorValue::zeros(cast<RankedTensorType>(argument.getType()));
  if (!tensor.type.getElementType().isF32()) {
    for (uint8_t &byte : tensor.bytes)
      byte = static_cast<uint8_t>(random() >> 56);
    return tensor;
  }
  Range range = rangeOf(argument);
  for (int64_t i = 0; i < tensor.count(); ++i) {
    double share = static_cast<double>(random() >> 11) / 9007199254740992.0;
    tensor.as<float>()[i] = static_cast<float>(range.low + share * (range.high - range.low));
  }
  return tensor;
}

/// One element as text.
std::string element(const TensorValue &like, const std::vector<uint8_t> &bytes, int64_t index) {
  if (like.type.getElementType().isF32()) {
    float value = 0;
    std::memcpy(&value, bytes.data() + 4 * index, 4);
    return std::to_string(value);
  }
  int64_t value = 0;
  size_t width = bytes.size() / static_cast<size_t>(like.count());
  std::memcpy(&value, bytes.data() + width * index, width);
  return std::to_string(width == 1 ? static_cast<int8_t>(value) : value);
}

LogicalResult compare(func::FuncOp function, const std::string &name, const TensorValue &wanted,
                      const std::vector<uint8_t> &got) {
  if (got.size() != wanted.bytes.size())
    return function.emitError("output '") << name << "' has " << got.size() << " bytes, wanted " << wanted.bytes.size();
  size_t width = got.size() / static_cast<size_t>(wanted.count());
  int64_t differing = 0, first = 0;
  for (int64_t i = 0; i < wanted.count(); ++i)
    if (std::memcmp(got.data() + i * width, wanted.bytes.data() + i * width, width) != 0 && differing++ == 0)
      first = i;
  if (differing == 0)
    return success();
  return function.emitError("output '") << name << "': " << differing << " of " << wanted.count()
                                        << " values differ from the reference; the first at " << first << ": got "
                                        << element(wanted, got, first) << ", wanted " << element(wanted, wanted.bytes, first);
}

LogicalResult runOnce(func::FuncOp function, const Evaluator &evaluator, CheckedDevice &device, std::mt19937_64 &random,
                      int64_t &compared) {
  std::vector<TensorValue> inputs;
  std::vector<std::vector<uint8_t>> bytes, outputs(function.getNumResults());
  for (Value argument : function.getArguments()) {
    inputs.push_back(draw(argument, random));
    bytes.push_back(inputs.back().bytes);
  }
  FailureOr<std::vector<TensorValue>> wanted = evaluator.run(inputs);
  if (failed(wanted))
    return failure();
  if (std::optional<std::string> fault = device.run(bytes, outputs))
    return function.emitError("the simulator in checked mode: ") << *fault;
  LogicalResult equal = success();
  for (auto [index, tensor] : llvm::enumerate(*wanted)) {
    compared += tensor.count();
    if (failed(compare(function, device.outputName(index), tensor, outputs[index])))
      equal = failure();
  }
  return equal;
}

struct FreeMemory {
  void operator()(uint8_t *memory) const { std::free(memory); }
};

} // namespace

FailureOr<std::string> verifyBlob(const std::vector<uint8_t> &blob, ModuleOp reference, unsigned runs) {
  auto functions = reference.getOps<func::FuncOp>();
  if (functions.empty())
    return reference.emitError("the reference has no function");
  func::FuncOp function = *functions.begin();
  size_t padded = (blob.size() + NPU_BLOB_ALIGN - 1) / NPU_BLOB_ALIGN * NPU_BLOB_ALIGN;
  std::unique_ptr<uint8_t, FreeMemory> bytes(static_cast<uint8_t *>(std::aligned_alloc(NPU_BLOB_ALIGN, padded)));
  if (!bytes)
    return function.emitError("not enough memory to verify a blob of ") << blob.size() << " bytes";
  std::memcpy(bytes.get(), blob.data(), blob.size());
  CheckedDevice device;
  if (std::optional<std::string> fault = device.open(bytes.get(), blob.size()))
    return function.emitError("the runtime refuses the blob: ") << *fault;
  FailureOr<Evaluator> evaluator = Evaluator::create(function);
  if (failed(evaluator))
    return failure();
  std::mt19937_64 random(20260101);
  int64_t compared = 0;
  for (unsigned run = 0; run < runs; ++run)
    if (failed(runOnce(function, *evaluator, device, random, compared)))
      return failure();
  return "equal to the reference in checked mode: " + std::to_string(compared) + " output values of " +
         std::to_string(runs) + (runs == 1 ? " run" : " runs") + " on noise";
}

} // namespace npu

// What the reference NPU asks of each operator. The texts are the manual's lines and the diagnostics.
#include "dialects/nn/Nn.h"
#include "llvm/Support/raw_ostream.h"
#include "targets/rnpu/RnpuTarget.h"

using namespace mlir;

namespace npu {
namespace {

using Got = std::optional<std::string>;

std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}
std::string pair(int64_t a, int64_t b) { return std::to_string(a) + "x" + std::to_string(b); }
Type elementOf(Value value) { return cast<ShapedType>(value.getType()).getElementType(); }
ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }

bool isI8(Value value) {
  auto type = dyn_cast<quant::UniformQuantizedType>(elementOf(value));
  return type && type.isSigned() && type.getStorageType().isInteger(8);
}
bool isU8(Value value) {
  auto type = dyn_cast<quant::UniformQuantizedType>(elementOf(value));
  return type && !type.isSigned() && type.getStorageType().isInteger(8);
}
bool isF32(Value value) { return elementOf(value).isF32(); }
bool isConstant(Value value) { return value.getDefiningOp<nn::ConstantOp>() != nullptr; }

Got gotType(Value value) { return print(elementOf(value)); }

Got allI8(Operation *op) {
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (!isI8(value))
      return gotType(value);
  return {};
}
Got allMovable(Operation *op) {
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (!isI8(value) && !isU8(value) && !isF32(value))
      return gotType(value);
  return {};
}
// u8 only lives at the borders; a table leads to i8 and back.
Got i8OrU8(Operation *op) {
  Value in = op->getOperand(0), out = op->getResult(0);
  for (Value value : {in, out})
    if (!isI8(value) && !isU8(value))
      return gotType(value);
  return isI8(in) || isI8(out) ? Got() : Got("u8 at both ends");
}
Got f32ToI8(Operation *op) {
  if (!isF32(op->getOperand(0)))
    return gotType(op->getOperand(0));
  return isI8(op->getResult(0)) ? Got() : gotType(op->getResult(0));
}
Got i8ToF32(Operation *op) {
  if (!isI8(op->getOperand(0)))
    return gotType(op->getOperand(0));
  return isF32(op->getResult(0)) ? Got() : gotType(op->getResult(0));
}

// Input, filter, bias, result of a product.
Got productFormats(Operation *op) {
  Value input = op->getOperand(0), filter = op->getOperand(1), bias = op->getOperand(2), output = op->getResult(0);
  if (!isI8(input) || !isI8(output))
    return gotType(isI8(input) ? output : input);
  auto weights = dyn_cast<quant::QuantizedType>(elementOf(filter));
  if (!weights || !weights.isSigned() || !weights.getStorageType().isInteger(8))
    return gotType(filter);
  auto sums = dyn_cast<quant::QuantizedType>(elementOf(bias));
  return sums && sums.getStorageType().isInteger(32) ? Got() : gotType(bias);
}
Got symmetricFilter(Operation *op) {
  Type type = elementOf(op->getOperand(1));
  bool symmetric = true;
  if (auto perTensor = dyn_cast<quant::UniformQuantizedType>(type))
    symmetric = perTensor.getZeroPoint() == 0;
  else if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(type))
    symmetric = llvm::all_of(perAxis.getZeroPoints(), [](int64_t zero) { return zero == 0; });
  return symmetric ? Got() : print(type);
}
Got constantFilter(Operation *op) {
  return isConstant(op->getOperand(1)) && isConstant(op->getOperand(2)) ? Got() : Got("a computed one");
}

Got convKernel(Operation *op) {
  ArrayRef<int64_t> filter = shapeOf(op->getOperand(1));
  return filter[1] <= 64 && filter[2] <= 64 ? Got() : Got(pair(filter[1], filter[2]));
}
Got within8(ArrayRef<int64_t> pairs) { return pairs[0] <= 8 && pairs[1] <= 8 ? Got() : Got(pair(pairs[0], pairs[1])); }
Got convStrides(Operation *op) { return within8(cast<nn::ConvOp>(op).getStrides()); }
Got convDilations(Operation *op) { return within8(cast<nn::ConvOp>(op).getDilations()); }
Got channelsLast(Operation *op) { return op->hasAttr("channels_first") ? Got("channels first") : Got(); }

Got poolWindow(Operation *op) {
  auto pool = cast<nn::PoolOp>(op);
  for (ArrayRef<int64_t> list : {pool.getKernel(), pool.getStrides(), pool.getDilations(), pool.getPads()})
    for (int64_t n : list)
      if (n > 65535)
        return std::to_string(n);
  return {};
}
// Distinct counts each take a parameter record; half of the records serve one command.
Got averageCounts(Operation *op) {
  auto pool = cast<nn::PoolOp>(op);
  bool full = llvm::all_of(pool.getPads(), [](int64_t pad) { return pad == 0; });
  int64_t taps = pool.getKernel()[0] * pool.getKernel()[1];
  return pool.getKind() == nn::PoolKind::Max || full || taps <= 512 ? Got() : Got(std::to_string(taps));
}

Got binaryKind(Operation *op) {
  auto kind = cast<nn::BinaryOp>(op).getKind();
  return kind == nn::BinaryKind::Div ? Got(nn::stringifyBinaryKind(kind).str()) : Got();
}
// Sums of products whatever the operands hold: each has its zero point between -128 and 127.
Got matmulSums(Operation *op) {
  int64_t most = cast<nn::MatmulOp>(op).getInner();
  for (Value value : op->getOperands())
    if (auto type = dyn_cast<quant::UniformQuantizedType>(elementOf(value)))
      most *= std::max(127 - type.getZeroPoint(), type.getZeroPoint() + 128);
  return most <= std::numeric_limits<int32_t>::max() ? Got() : Got(std::to_string(most));
}
// Rows are the product of all axes but the last two: they broadcast together or not at all.
Got binaryBroadcast(Operation *op) {
  ArrayRef<int64_t> output = shapeOf(op->getResult(0));
  auto product = [](ArrayRef<int64_t> shape) {
    int64_t n = 1;
    for (int64_t extent : shape.drop_back(std::min<size_t>(shape.size(), 2)))
      n *= extent;
    return n;
  };
  for (Value operand : op->getOperands()) {
    int64_t rows = product(shapeOf(operand));
    if (rows != 1 && rows != product(output))
      return print(operand.getType());
  }
  return {};
}

Got resizeWeights(Operation *op) {
  auto resize = cast<nn::ResizeOp>(op);
  int64_t rows = resize.getDenominators()[0], columns = resize.getDenominators()[1];
  return resize.getKind() == nn::ResizeKind::Nearest || rows <= (INT64_C(1) << 31) / columns ? Got()
                                                                                           : Got(pair(rows, columns));
}

Got reduceKind(Operation *op) {
  auto kind = cast<nn::ReduceOp>(op).getKind();
  return kind == nn::ReduceKind::Min ? Got(nn::stringifyReduceKind(kind).str()) : Got();
}
Got reduceAxes(Operation *op) {
  SmallVector<int64_t> axes(cast<nn::ReduceOp>(op).getAxes());
  llvm::sort(axes);
  for (size_t i = 1; i < axes.size(); ++i)
    if (axes[i] != axes[i - 1] + 1)
      return "axes " + std::to_string(axes[i - 1]) + " and " + std::to_string(axes[i]);
  return axes.empty() ? Got("no axis") : Got();
}
Got softmaxAxis(Operation *op) {
  auto softmax = cast<nn::SoftmaxOp>(op);
  size_t rank = shapeOf(softmax.getInput()).size();
  return softmax.getAxis() + 1 == rank ? Got()
                                       : Got("axis " + std::to_string(softmax.getAxis()) + " of rank " + std::to_string(rank));
}

constexpr llvm::StringLiteral kI8 = "i8 operands and results, quantised per tensor";
constexpr llvm::StringLiteral kMovable = "elements of f32, or of i8 or u8 quantised per tensor";
constexpr llvm::StringLiteral kProduct = "i8 input and result per tensor, i8 filter, i32 bias";
constexpr llvm::StringLiteral kSymmetric = "a filter with zero point 0";
constexpr llvm::StringLiteral kConstant = "a constant filter and bias";

constexpr Constraint kConstraints[] = {
    {"nn.quantize", "f32 input and i8 result, quantised per tensor", f32ToI8},
    {"nn.dequantize", "i8 input, quantised per tensor, and f32 result", i8ToF32},
    {"nn.requantize", "i8 or u8 at one end and i8 at the other, quantised per tensor", i8OrU8},
    {"nn.clamp", kI8, allI8},
    {"nn.function", kI8, allI8},
    {"nn.conv", "channels last", channelsLast},
    {"nn.conv", kProduct, productFormats},
    {"nn.conv", kSymmetric, symmetricFilter},
    {"nn.conv", kConstant, constantFilter},
    {"nn.conv", "kernel at most 64x64", convKernel},
    {"nn.conv", "strides at most 8x8", convStrides},
    {"nn.conv", "dilations at most 8x8", convDilations},
    {"nn.dense", kProduct, productFormats},
    {"nn.dense", kSymmetric, symmetricFilter},
    {"nn.dense", kConstant, constantFilter},
    {"nn.matmul", kI8, allI8},
    {"nn.matmul", "one matrix for all products, or one for each", binaryBroadcast},
    {"nn.matmul", "sums that cannot leave 32 bits: inner extent times the largest distances from both zero points below 2^31", matmulSums},
    {"nn.binary", "add, sub, mul, min, max, equal, greater or less", binaryKind},
    {"nn.binary", kI8, allI8},
    {"nn.binary", "broadcast of channels, columns, or all rows together", binaryBroadcast},
    {"nn.pool", "channels last", channelsLast},
    {"nn.pool", kI8, allI8},
    {"nn.pool", "kernel, strides, dilations and pads at most 65535", poolWindow},
    {"nn.pool", "a padded average of at most 512 positions", averageCounts},
    {"nn.resize", "channels last", channelsLast},
    {"nn.resize", kI8, allI8},
    {"nn.resize", "weights that add up to at most 2^31: the product of both denominators, when linear", resizeWeights},
    {"nn.reduce", kI8, allI8},
    {"nn.reduce", "sum, mean or max", reduceKind},
    {"nn.reduce", "adjacent axes", reduceAxes},
    {"nn.softmax", kI8, allI8},
    {"nn.softmax", "the last axis", softmaxAxis},
    {"nn.concat", kMovable, allMovable},
    {"nn.reshape", kMovable, allMovable},
    {"nn.transpose", kMovable, allMovable},
    {"nn.pad", kMovable, allMovable},
    {"nn.slice", kMovable, allMovable},
};

constexpr llvm::StringLiteral kOperators[] = {
    "nn.quantize", "nn.dequantize", "nn.requantize", "nn.clamp", "nn.function", "nn.conv", "nn.dense", "nn.matmul",
    "nn.binary", "nn.pool", "nn.resize", "nn.reduce", "nn.softmax", "nn.concat", "nn.reshape", "nn.transpose", "nn.pad",
    "nn.slice", "nn.constant"};

} // namespace

ArrayRef<Constraint> rnpuConstraints() { return kConstraints; }
ArrayRef<llvm::StringLiteral> rnpuOperators() { return kOperators; }

} // namespace npu

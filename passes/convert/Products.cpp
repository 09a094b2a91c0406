// Convolutions and products with a constant matrix.
#include "passes/convert/Lowering.h"
#include "dialects/onnx/Constants.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::convert {

static Converted noConstantFilter() {
  return Converted::no("the filter is not a constant, or not a constant behind one DequantizeLinear; "
                       "export it as an initializer");
}

/// The bias as [channels]; zeros where the node has none; null if its shape is another.
static Value biasOf(Value bias, int64_t channels, Lowering &lowering) {
  if (onnx::isNone(bias))
    return lowering.constant({channels}, SmallVector<float>(channels, 0.0f));
  if (typeOf(bias).getNumElements() != channels || shapeOf(bias).empty() || shapeOf(bias).back() != channels)
    return {};
  Value value = lowering.value(bias);
  if (!value || shapeOf(value).size() == 1)
    return value;
  Value moved = lowering.rearranged(value, {channels}, {});
  return moved ? moved : lowering.reshape(value, {channels});
}

static Converted convertConv(onnx::ConvOp op, Lowering &lowering) {
  int64_t rank = typeOf(op.getX()).getRank();
  if (rank != 3 && rank != 4)
    return Converted::no("has " + std::to_string(rank - 2) + " spatial axes, wanted one or two");
  Value x = lowering.value(op.getX()), w = lowering.value(op.getW());
  Value filter = w ? lowering.rearranged(w, withRow(shapeOf(op.getW())), {0, 2, 3, 1}) : Value();
  if (!filter)
    return noConstantFilter();
  Value bias = biasOf(op.getB(), shapeOf(filter)[0], lowering);
  if (!bias)
    return Converted::no("the bias is not float32 of one value for each output channel");
  Value image = lowering.reshape(x, withRow(shapeOf(x)));
  auto type = Lowering::shaped(x, withRow(shapeOf(op.getY())));
  auto conv = lowering.create<nn::ConvOp>(type, image, filter, bias, planar(*op.getStrides()), planar(*op.getDilations()),
                                          planarPads(*op.getPads()), op.getGroup(), FloatAttr(), FloatAttr(), true);
  return lowering.reshape(conv, shapeOf(op.getY()));
}

/// A float32 constant times `factor`; null for anything else, unless the factor is 1.
static Value scaled(Value value, float factor, Lowering &lowering) {
  if (factor == 1.0f || !value)
    return value;
  auto constant = value.getDefiningOp<nn::ConstantOp>();
  if (!constant || !typeOf(constant).getElementType().isF32())
    return {};
  SmallVector<float> numbers = nn::readFloats(constant.getValue());
  for (float &number : numbers)
    number *= factor;
  return lowering.constant(typeOf(constant).getShape(), numbers);
}

/// input [..., C] times filter [K, C], plus `c` of any shape that broadcasts.
static Converted dense(Value input, Value filter, Value c, float beta, RankedTensorType type, Lowering &lowering) {
  int64_t channels = shapeOf(filter)[0];
  Value bias = c ? biasOf(c, channels, lowering) : Value();
  if (bias)
    bias = scaled(bias, beta, lowering);
  if (bias)
    return lowering.create<nn::DenseOp>(type, input, filter, bias, FloatAttr(), FloatAttr()).getOutput();
  Value zero = lowering.constant({channels}, SmallVector<float>(channels, 0.0f));
  Value product = lowering.create<nn::DenseOp>(type, input, filter, zero, FloatAttr(), FloatAttr());
  if (!c)
    return product;
  Value addend = scaled(lowering.value(c), beta, lowering);
  if (!addend)
    return Converted::no("beta is not 1 and C is not a float32 constant; multiply C by beta");
  return lowering.binary(type, nn::BinaryKind::Add, product, addend);
}

static Converted convertGemm(onnx::GemmOp op, Lowering &lowering) {
  Value a = lowering.value(op.getA()), b = lowering.value(op.getB());
  SmallVector<int64_t> perm = op.getTransB() ? SmallVector<int64_t>{0, 1} : SmallVector<int64_t>{1, 0};
  Value filter = b ? lowering.rearranged(b, {}, perm) : Value();
  if (!filter)
    return noConstantFilter();
  filter = scaled(filter, op.getAlpha().convertToFloat(), lowering);
  if (!filter)
    return Converted::no("alpha is not 1 and B is quantised; multiply B's scale by alpha");
  if (op.getTransA()) {
    SmallVector<int64_t> turned{shapeOf(a)[1], shapeOf(a)[0]};
    a = lowering.create<nn::TransposeOp>(Lowering::shaped(a, turned), a, ArrayRef<int64_t>{1, 0});
  }
  Value c = onnx::isNone(op.getC()) ? Value() : op.getC();
  return dense(a, filter, c, op.getBeta().convertToFloat(), typeOf(op.getY()), lowering);
}

static Converted convertMatMul(onnx::MatMulOp op, Lowering &lowering) {
  if (typeOf(op.getB()).getRank() != 2 || typeOf(op.getA()).getRank() < 2)
    return Converted::no("multiplies " + text(shapeOf(op.getA())) + " by " + text(shapeOf(op.getB())) +
                         ", wanted a constant matrix on the right and a left side of rank 2 or more");
  Value b = lowering.value(op.getB());
  Value filter = b ? lowering.rearranged(b, {}, {1, 0}) : Value();
  if (!filter)
    return noConstantFilter();
  return dense(lowering.value(op.getA()), filter, {}, 1.0f, typeOf(op.getY()), lowering);
}

Converted convertProduct(Operation *op, Lowering &lowering) {
  if (auto conv = dyn_cast<onnx::ConvOp>(op))
    return convertConv(conv, lowering);
  if (auto gemm = dyn_cast<onnx::GemmOp>(op))
    return convertGemm(gemm, lowering);
  return convertMatMul(cast<onnx::MatMulOp>(op), lowering);
}

} // namespace npu::convert

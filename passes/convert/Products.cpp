// Convolutions and matrix products.
#include "passes/convert/Lowering.h"
#include "dialects/onnx/Constants.h"
#include "passes/nn/Tensors.h"

#include <cmath>

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

/// Each element of a computed tensor times `factor`.
static Value multiplied(Value value, float factor, Lowering &lowering) {
  return lowering.binary(value.getType(), nn::BinaryKind::Mul, value, lowering.constant({}, {factor}));
}

/// `product` + beta * c, for `c` of any shape that broadcasts.
static Converted withAddend(Value product, Value c, float beta, Lowering &lowering) {
  Value addend = lowering.value(c);
  if (addend && beta != 1.0f) {
    Value constant = scaled(addend, beta, lowering);
    addend = constant ? constant : multiplied(addend, beta, lowering);
  }
  if (!addend)
    return Converted::no("C is a constant that is not float32");
  return lowering.binary(product.getType(), nn::BinaryKind::Add, product, addend);
}

/// input [..., C] times filter [K, C], plus beta * c.
static Converted dense(Value input, Value filter, Value c, float beta, Lowering &lowering) {
  int64_t channels = shapeOf(filter)[0];
  SmallVector<int64_t> shape(shapeOf(input));
  shape.back() = channels;
  // Only a constant is a bias; what is computed is added.
  bool constant = c && lowering.value(c) && lowering.rearranged(lowering.value(c), {}, {});
  Value bias = constant ? biasOf(c, channels, lowering) : Value();
  if (bias)
    bias = scaled(bias, beta, lowering);
  bool joined = bias != nullptr;
  if (!joined)
    bias = lowering.constant({channels}, SmallVector<float>(channels, 0.0f));
  Value product = lowering.create<nn::DenseOp>(Lowering::shaped(input, shape), input, filter, bias, FloatAttr(), FloatAttr());
  return joined || !c ? Converted(product) : withAddend(product, c, beta, lowering);
}

/// alpha * a * b of computed matrices of one rank.
static Value matmul(Value a, Value b, bool transposeA, bool transposeB, float alpha, Lowering &lowering) {
  ArrayRef<int64_t> left = shapeOf(a), right = shapeOf(b);
  SmallVector<int64_t> shape;
  for (auto [m, n] : llvm::zip(left.drop_back(2), right.drop_back(2)))
    shape.push_back(m == 1 ? n : m);
  shape.append({left[left.size() - (transposeA ? 1 : 2)], right[right.size() - (transposeB ? 2 : 1)]});
  // The operator multiplies by positive numbers.
  bool joins = alpha > 0 && std::isfinite(alpha);
  Value product = lowering.create<nn::MatmulOp>(Lowering::shaped(a, shape), a, b, transposeA, transposeB,
                                                APFloat(joins ? alpha : 1.0f), FloatAttr(), FloatAttr());
  return joins ? product : multiplied(product, alpha, lowering);
}

static Converted noFloat(Value a, Value b) {
  return Converted::no("multiplies " + text(typeOf(a).getElementType()) + " by " + text(typeOf(b).getElementType()) +
                       ", wanted float32");
}
static bool areFloat(Value a, Value b) { return typeOf(a).getElementType().isF32() && typeOf(b).getElementType().isF32(); }

static Converted convertGemm(onnx::GemmOp op, Lowering &lowering) {
  if (!areFloat(op.getA(), op.getB()))
    return noFloat(op.getA(), op.getB());
  Value a = lowering.value(op.getA()), b = lowering.value(op.getB()), c = onnx::isNone(op.getC()) ? Value() : op.getC();
  float alpha = op.getAlpha().convertToFloat(), beta = op.getBeta().convertToFloat();
  SmallVector<int64_t> perm = op.getTransB() ? SmallVector<int64_t>{0, 1} : SmallVector<int64_t>{1, 0};
  Value filter = lowering.rearranged(b, {}, perm);
  if (filter)
    filter = scaled(filter, alpha, lowering);
  if (!filter) {
    Value product = matmul(a, b, op.getTransA(), op.getTransB(), alpha, lowering);
    return c ? withAddend(product, c, beta, lowering) : Converted(product);
  }
  if (op.getTransA()) {
    SmallVector<int64_t> turned{shapeOf(a)[1], shapeOf(a)[0]};
    a = lowering.create<nn::TransposeOp>(Lowering::shaped(a, turned), a, ArrayRef<int64_t>{1, 0});
  }
  return dense(a, filter, c, beta, lowering);
}

/// The shape with as many axes as `rank`, the new ones in front.
static SmallVector<int64_t> widened(ArrayRef<int64_t> shape, size_t rank) {
  SmallVector<int64_t> wide(rank - shape.size(), 1);
  wide.append(shape.begin(), shape.end());
  return wide;
}

/// As numpy.matmul: a vector is a row on the left and a column on the right, and its axis goes again.
static Converted convertMatMul(onnx::MatMulOp op, Lowering &lowering) {
  if (!areFloat(op.getA(), op.getB()))
    return noFloat(op.getA(), op.getB());
  Value a = lowering.value(op.getA()), b = lowering.value(op.getB());
  SmallVector<int64_t> left = widened(shapeOf(a), std::max<size_t>(shapeOf(a).size(), 2)), right(shapeOf(b));
  if (right.size() == 1)
    right.push_back(1);
  Value filter = right.size() == 2 ? lowering.rearranged(b, right, {1, 0}) : Value();
  Value product;
  if (filter) {
    product = dense(lowering.reshape(a, left), filter, {}, 1.0f, lowering).value;
  } else {
    size_t rank = std::max(left.size(), right.size());
    product = matmul(lowering.reshape(a, widened(left, rank)), lowering.reshape(b, widened(right, rank)), false, false, 1.0f,
                     lowering);
  }
  return lowering.reshape(product, shapeOf(op.getY()));
}

Converted convertProduct(Operation *op, Lowering &lowering) {
  if (auto conv = dyn_cast<onnx::ConvOp>(op))
    return convertConv(conv, lowering);
  if (auto gemm = dyn_cast<onnx::GemmOp>(op))
    return convertGemm(gemm, lowering);
  return convertMatMul(cast<onnx::MatMulOp>(op), lowering);
}

} // namespace npu::convert

// Functions of each element, tests and truth values. A truth value is 1.0 or 0.0 in f32.
#include "dialects/nn/Function.h"
#include "dialects/onnx/Constants.h"
#include "passes/convert/Lowering.h"
#include "mlir/Dialect/Traits.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace npu::convert {
namespace {

std::string number(const APFloat &value) { return nn::printNumber(value.convertToFloat()); }

constexpr llvm::StringLiteral kGelu = "x 0.5 mul x 1.41421354 div erf 1 add mul";
constexpr llvm::StringLiteral kTanhGelu = "x 0.5 mul x x x x mul mul 0.0447149985 mul add 0.797884583 mul tanh 1 add mul";

/// The expression of a function of one operand, in the words of dialects/nn/Function.h; empty for other operators.
std::string expressionOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([](onnx::NegOp) { return "x neg"; })
      .Case([](onnx::AbsOp) { return "x abs"; })
      .Case([](onnx::SignOp) { return "x sign"; })
      .Case([](onnx::FloorOp) { return "x floor"; })
      .Case([](onnx::CeilOp) { return "x ceil"; })
      .Case([](onnx::RoundOp) { return "x round"; })
      .Case([](onnx::SqrtOp) { return "x sqrt"; })
      .Case([](onnx::ReciprocalOp) { return "x reciprocal"; })
      .Case([](onnx::ExpOp) { return "x exp"; })
      .Case([](onnx::LogOp) { return "x log"; })
      .Case([](onnx::ErfOp) { return "x erf"; })
      .Case([](onnx::SigmoidOp) { return "x sigmoid"; })
      .Case([](onnx::TanhOp) { return "x tanh"; })
      .Case([](onnx::SoftplusOp) { return "x softplus"; })
      .Case([](onnx::SoftsignOp) { return "x x abs 1 add div"; })
      .Case([](onnx::MishOp) { return "x x softplus tanh mul"; })
      .Case([](onnx::HardSwishOp) { return "x x 3 add 0 max 6 min mul 6 div"; })
      .Case([](onnx::LeakyReluOp f) { return "x " + number(f.getAlpha()) + " leaky_relu"; })
      .Case([](onnx::EluOp f) { return "x " + number(f.getAlpha()) + " elu"; })
      .Case([](onnx::SeluOp f) { return "x " + number(f.getAlpha()) + " elu " + number(f.getGamma()) + " mul"; })
      .Case([](onnx::CeluOp f) { return "x " + number(f.getAlpha()) + " div 1 elu " + number(f.getAlpha()) + " mul"; })
      .Case([](onnx::ThresholdedReluOp f) { return "x x " + number(f.getAlpha()) + " greater mul"; })
      .Case([](onnx::HardSigmoidOp f) { return "x " + number(f.getAlpha()) + " mul " + number(f.getBeta()) + " add 0 max 1 min"; })
      .Case([](onnx::GeluOp f) { return (f.getApproximate() == "tanh" ? kTanhGelu : kGelu).str(); })
      .Default([](Operation *) { return std::string(); });
}

RankedTensorType realType(Value value) {
  return RankedTensorType::get(shapeOf(value), Float32Type::get(value.getContext()));
}

/// The f32 value of an operand, a truth value as 1.0 and 0.0; null for integers and for truth values from outside.
Value realValue(Value operand, Lowering &lowering) {
  Value value = lowering.value(operand);
  if (value)
    return typeOf(value).getElementType().isF32() ? value : Value();
  std::optional<SmallVector<int64_t>> truths = onnx::constantIntegers(operand);
  if (!truths || !typeOf(operand).getElementType().isInteger(1))
    return {};
  SmallVector<float> numbers;
  for (int64_t truth : *truths)
    numbers.push_back(truth != 0);
  return lowering.constant(shapeOf(operand), numbers);
}

Value binary(Lowering &lowering, Value result, nn::BinaryKind kind, Value a, Value b) {
  return lowering.binary(realType(result), kind, a, b);
}
/// `a` or `b`, which are truth values.
Value either(Lowering &lowering, Value result, Value a, Value b) {
  return binary(lowering, result, nn::BinaryKind::Max, a, b);
}

/// condition ? a : b, as condition * a + (1 - condition) * b: one of the products is 0, so the sum is exact.
Converted convertWhere(onnx::WhereOp op, ArrayRef<Value> in, Lowering &lowering) {
  for (Value operand : {op.getA(), op.getB()})
    if (std::optional<SmallVector<float>> numbers = onnx::floats(onnx::constantElements(operand)))
      if (llvm::any_of(*numbers, [](float number) { return number - number != 0; }))
        return Converted::no("picks constants that are infinite or NaN; use a large finite number");
  auto times = [&](Value truth, Value value) {
    SmallVector<int64_t> shape;
    OpTrait::util::getBroadcastedShape(shapeOf(truth), shapeOf(value), shape);
    return lowering.binary(Lowering::shaped(truth, shape), nn::BinaryKind::Mul, truth, value);
  };
  Value no = lowering.function("x 0 equal", in[0]);
  return binary(lowering, op.getResult(), nn::BinaryKind::Add, times(in[0], in[1]), times(no, in[2]));
}

/// x^y for a constant y of one value, which may be an integer.
Converted convertPow(onnx::PowOp op, Lowering &lowering) {
  std::optional<float> exponent = scalarConstant(op.getB());
  std::optional<SmallVector<int64_t>> whole = onnx::constantIntegers(op.getB());
  if (whole && whole->size() == 1)
    exponent = static_cast<float>(whole->front());
  Value base = realValue(op.getA(), lowering);
  if (!base || !typeOf(op.getResult()).getElementType().isF32())
    return Converted::no("computes " + text(typeOf(op.getResult()).getElementType()) + ", wanted float32");
  if (!exponent)
    return Converted::no("the exponent is not one constant number");
  if (shapeOf(op.getA()) != shapeOf(op.getResult()))
    return Converted::no("the exponent has more axes than the base");
  return lowering.function("x " + nn::printNumber(*exponent) + " pow", base);
}

/// max(x, 0) + slope * min(x, 0); of one slope a leaky_relu.
Converted convertPRelu(onnx::PReluOp op, ArrayRef<Value> in, Lowering &lowering) {
  if (std::optional<float> slope = scalarConstant(op.getSlope()))
    return lowering.function("x " + nn::printNumber(*slope) + " leaky_relu", in[0]);
  Value below = lowering.function("x 0 min", in[0]), above = lowering.function("x 0 max", in[0]);
  Value scaled = binary(lowering, op.getResult(), nn::BinaryKind::Mul, below, in[1]);
  return binary(lowering, op.getResult(), nn::BinaryKind::Add, above, scaled);
}

Converted convertCast(onnx::CastOp op, Value x, Lowering &lowering) {
  bool toTruth = typeOf(op.getResult()).getElementType().isInteger(1);
  bool fromTruth = typeOf(op.getX()).getElementType().isInteger(1);
  return toTruth && !fromTruth ? lowering.function("x 0 equal 0 equal", x) : x;
}

} // namespace

bool isFunction(Operation *op) {
  return !expressionOf(op).empty() ||
         isa<onnx::PowOp, onnx::PReluOp, onnx::EqualOp, onnx::GreaterOp, onnx::GreaterOrEqualOp, onnx::LessOp,
             onnx::LessOrEqualOp, onnx::AndOp, onnx::OrOp, onnx::XorOp, onnx::NotOp, onnx::WhereOp, onnx::CastOp>(op);
}

Converted convertFunction(Operation *op, Lowering &lowering) {
  if (auto pow = dyn_cast<onnx::PowOp>(op))
    return convertPow(pow, lowering);
  Type element = typeOf(op->getResult(0)).getElementType();
  if (!element.isF32() && !element.isInteger(1))
    return Converted::no("computes " + text(element) + ", wanted float32");
  SmallVector<Value> in;
  for (Value operand : op->getOperands()) {
    in.push_back(realValue(operand, lowering));
    if (!in.back())
      return Converted::no("reads " + text(typeOf(operand).getElementType()) + ", wanted float32 or the result of a test");
  }
  if (std::string expression = expressionOf(op); !expression.empty())
    return lowering.function(expression, in[0]);
  Value result = op->getResult(0);
  auto test = [&](nn::BinaryKind kind) { return binary(lowering, result, kind, in[0], in[1]); };
  return llvm::TypeSwitch<Operation *, Converted>(op)
      .Case([&](onnx::PReluOp prelu) { return convertPRelu(prelu, in, lowering); })
      .Case([&](onnx::WhereOp where) { return convertWhere(where, in, lowering); })
      .Case([&](onnx::CastOp cast) { return convertCast(cast, in[0], lowering); })
      .Case([&](onnx::EqualOp) { return Converted(test(nn::BinaryKind::Equal)); })
      .Case([&](onnx::GreaterOp) { return Converted(test(nn::BinaryKind::Greater)); })
      .Case([&](onnx::LessOp) { return Converted(test(nn::BinaryKind::Less)); })
      .Case([&](onnx::GreaterOrEqualOp) {
        return Converted(either(lowering, result, test(nn::BinaryKind::Greater), test(nn::BinaryKind::Equal)));
      })
      .Case([&](onnx::LessOrEqualOp) {
        return Converted(either(lowering, result, test(nn::BinaryKind::Less), test(nn::BinaryKind::Equal)));
      })
      .Case([&](onnx::AndOp) { return Converted(test(nn::BinaryKind::Min)); })
      .Case([&](onnx::OrOp) { return Converted(test(nn::BinaryKind::Max)); })
      .Case([&](onnx::XorOp) { return Converted(lowering.function("x 0 equal", test(nn::BinaryKind::Equal))); })
      .Case([&](onnx::NotOp) { return Converted(lowering.function("x 0 equal", in[0])); })
      .Default([](Operation *) { return Converted::no("the operator has no nn form"); });
}

} // namespace npu::convert

#include "compiler/evaluate/Evaluator.h"

#include "compiler/evaluate/Operators.h"

using namespace mlir;
namespace npu {

static LogicalResult checkValue(Operation *op, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || elementBytes(type.getElementType()) == 0 || type.getRank() > NPU_MAX_RANK)
    return op->emitError("cannot be evaluated: ")
           << value.getType() << " is no static tensor of whole-byte elements and at most " << NPU_MAX_RANK << " axes";
  return success();
}

FailureOr<Evaluator> Evaluator::create(func::FuncOp function) {
  Evaluator evaluator;
  evaluator.function = function;
  FailureOr<nn::Scheme> scheme = nn::schemeOf(function);
  if (failed(scheme) || failed(evaluator.plan()))
    return failure();
  evaluator.scheme = *scheme;
  return evaluator;
}

LogicalResult Evaluator::plan() {
  if (!function.getBody().hasOneBlock())
    return function.emitError("wants a function of one block");
  bool sound = true;
  llvm::DenseMap<Value, Operation *> lastReader;
  for (Value argument : function.getArguments())
    sound &= succeeded(checkValue(function, argument));
  for (Operation &op : function.getBody().front()) {
    for (Value result : op.getResults())
      sound &= succeeded(checkValue(&op, result));
    for (Value operand : op.getOperands())
      lastReader[operand] = &op;
    auto constant = dyn_cast<nn::ConstantOp>(op);
    if (!constant || !sound)
      continue;
    auto value = TensorValue::of(constant.getValue(), cast<RankedTensorType>(constant.getType()));
    if (failed(value))
      return constant.emitError("holds no readable elements");
    constants[constant.getResult()] = std::move(*value);
  }
  for (auto [value, reader] : lastReader)
    lastReads[reader].push_back(value);
  return success(sound);
}

LogicalResult Evaluator::checkInputs(ArrayRef<TensorValue> inputs) const {
  func::FuncOp op = function;
  if (inputs.size() != op.getNumArguments())
    return op.emitError("wants ") << op.getNumArguments() << " inputs, got " << inputs.size();
  for (auto [index, input] : llvm::enumerate(inputs)) {
    auto wanted = cast<RankedTensorType>(op.getArgument(index).getType());
    if (input.type != wanted || input.bytes.size() != size_t(input.count()) * elementBytes(wanted.getElementType()))
      return op.emitError("input ") << index << ": got " << input.bytes.size() << " bytes of " << input.type
                                    << ", wants " << wanted;
  }
  return success();
}

const TensorValue &Evaluator::lookUp(Value value, const Values &live) const {
  auto constant = constants.find(value);
  return constant != constants.end() ? constant->second : live.find(value)->second;
}

LogicalResult Evaluator::step(Operation *op, Values &live, const Observer &observe) const {
  if (isa<nn::ConstantOp>(op))
    return success();
  OpRun run;
  run.scheme = scheme;
  for (Value operand : op->getOperands())
    run.inputs.push_back(&lookUp(operand, live));
  for (Type type : op->getResultTypes())
    run.outputs.push_back(TensorValue::zeros(cast<RankedTensorType>(type)));
  if (failed(evaluateOp(op, run)))
    return failure();
  if (observe)
    observe(op, run.outputs);
  auto last = lastReads.find(op);
  if (last != lastReads.end())
    for (Value value : last->second)
      live.erase(value);
  for (auto [result, value] : llvm::zip(op->getResults(), run.outputs))
    if (!result.use_empty())
      live[result] = std::move(value);
  return success();
}

FailureOr<std::vector<TensorValue>> Evaluator::run(ArrayRef<TensorValue> inputs, const Observer &observe) const {
  if (failed(checkInputs(inputs)))
    return failure();
  func::FuncOp op = function;
  Values live;
  for (auto [argument, input] : llvm::zip(op.getArguments(), inputs))
    live[argument] = input;
  Block &block = op.getBody().front();
  for (Operation &each : block.without_terminator())
    if (failed(step(&each, live, observe)))
      return failure();
  std::vector<TensorValue> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(lookUp(value, live));
  return results;
}

} // namespace npu

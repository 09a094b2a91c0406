// nn-fuse-functions: see Passes.td.
#include "dialects/nn/Function.h"
#include "passes/nn/FusionLog.h"
#include "passes/nn/Moves.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

#include <cmath>

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNFUSEFUNCTIONS
#include "passes/nn/Passes.h.inc"

namespace {

/// Asked of every operand again and again, so the size comes first.
std::optional<float> scalarOf(Value value) {
  if (tensorOf(value).getNumElements() != 1)
    return std::nullopt;
  std::optional<SmallVector<float>> numbers = constantFloats(value);
  return numbers ? std::optional(numbers->front()) : std::nullopt;
}

/// What may be a part of a function: f32, each element by itself.
bool isPart(Operation *op) { return isa_and_present<FunctionOp, BinaryOp, ClampOp>(op) && elementOf(op->getResult(0)).isF32(); }

uint32_t codeOf(BinaryKind kind) {
  switch (kind) {
  case BinaryKind::Add: return NPU_FN_ADD;
  case BinaryKind::Sub: return NPU_FN_SUB;
  case BinaryKind::Mul: return NPU_FN_MUL;
  case BinaryKind::Min: return NPU_FN_MIN;
  case BinaryKind::Max: return NPU_FN_MAX;
  case BinaryKind::Div: return NPU_FN_DIV;
  case BinaryKind::Equal: return NPU_FN_EQUAL;
  case BinaryKind::Greater: return NPU_FN_GREATER;
  case BinaryKind::Less: return NPU_FN_LESS;
  }
  return NPU_FN_CODES;
}

/// Operators that together compute `root` from one other value.
class Group {
public:
  explicit Group(Operation *root) : root(root) { parts.insert(root); }

  /// Takes in as many operators before it as make it a function of one value; false if no number does.
  bool grow() {
    SmallVector<Operation *> found;
    for (;;) {
      SmallVector<Value> outside = inputs();
      if (outside.size() == 1 && shapeOf(outside[0]) == shapeOf(root->getResult(0))) {
        found.assign(parts.begin(), parts.end());
        input = outside[0];
      }
      Operation *next = latest(outside);
      if (!next)
        break;
      parts.insert(next);
    }
    parts = llvm::SetVector<Operation *>(found.begin(), found.end());
    return !found.empty();
  }

  /// Whether a function in their place does more than they do by themselves.
  bool worthwhile() const {
    if (parts.size() == 1 && isa<FunctionOp>(root))
      return false;
    return llvm::any_of(parts, [](Operation *part) { return !isa<ClampOp>(part); });
  }

  /// Empty if it is too long to be a program.
  FunctionSteps steps() const {
    FunctionSteps list = stepsTo(root->getResult(0));
    if (!npu_function_valid(list.data(), static_cast<int64_t>(list.size())))
      list.clear();
    return list;
  }

  /// In the order of the block.
  SmallVector<Operation *> sorted() const {
    SmallVector<Operation *> list(parts.begin(), parts.end());
    llvm::sort(list, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return list;
  }
  Operation *root;
  Value input;

private:
  SmallVector<Value> inputs() const {
    llvm::SetVector<Value> outside;
    for (Operation *part : parts)
      for (Value operand : part->getOperands())
        if (!scalarOf(operand) && !parts.contains(operand.getDefiningOp()))
          outside.insert(operand);
    return outside.takeVector();
  }

  /// The operator nearest to the root that may join: all its readers have, and it has the root's shape.
  Operation *latest(ArrayRef<Value> outside) const {
    Operation *last = nullptr;
    for (Value value : outside) {
      Operation *op = value.getDefiningOp();
      if (!isPart(op) || shapeOf(value) != shapeOf(root->getResult(0)) || belongsToItsProducer(op))
        continue;
      bool inner = llvm::all_of(op->getUsers(), [&](Operation *user) { return parts.contains(user); });
      if (inner && (!last || last->isBeforeInBlock(op)))
        last = op;
    }
    return last;
  }

  /// A clamp that nn-fuse-activations gives to the product before it: then no code is spent on what it cuts off.
  static bool belongsToItsProducer(Operation *op) {
    auto clamp = dyn_cast<ClampOp>(op);
    return clamp && clamp.getInput().hasOneUse() && isa_and_present<ConvOp>(computedBy(clamp.getInput()));
  }

  FunctionSteps stepsTo(Value value) const {
    if (value == input)
      return {{NPU_FN_X, 0}};
    if (std::optional<float> number = scalarOf(value))
      return {{NPU_FN_NUMBER, *number}};
    Operation *op = value.getDefiningOp();
    if (auto function = dyn_cast<FunctionOp>(op))
      return composed(stepsTo(function.getInput()), stepsOf(function));
    FunctionSteps list = stepsTo(op->getOperand(0));
    if (auto binary = dyn_cast<BinaryOp>(op)) {
      list.append(stepsTo(binary.getRhs()));
      list.push_back({codeOf(binary.getKind()), 0});
    }
    appendBound(list, op, "clamp_min", NPU_FN_MAX);
    appendBound(list, op, "clamp_max", NPU_FN_MIN);
    return list;
  }

  static void appendBound(FunctionSteps &list, Operation *op, StringRef name, npu_function_code code) {
    if (auto bound = op->getAttrOfType<FloatAttr>(name))
      list.append({{NPU_FN_NUMBER, static_cast<float>(bound.getValueAsDouble())}, {code, 0}});
  }

  llvm::SetVector<Operation *> parts;
};

struct Known {
  llvm::StringLiteral name, expression;
};
constexpr Known kKnown[] = {
    {"SiLU", "x x sigmoid mul"},
    {"HardSwish", "x x 3 add 0 max 6 min mul 6 div"},
    {"HardSigmoid", "x 3 add 0 max 6 min 6 div"},
    {"GELU", "x 0.5 mul x 1.41421354 div erf 1 add mul"},
    {"GELU (tanh)", "x 0.5 mul x x x x mul mul 0.0447149985 mul add 0.797884583 mul tanh 1 add mul"},
    {"Mish", "x x softplus tanh mul"},
};

/// The name that a user knows the function by: that of one with the same values between -8 and 8.
StringRef patternOf(ArrayRef<npu_function_step> steps) {
  for (const Known &known : kKnown) {
    std::string reason;
    FunctionSteps other = parseFunction(known.expression, reason);
    bool same = true;
    for (int i = -128; i <= 128 && same; ++i) {
      double x = i / 16.0, a = npu_function_at(steps.data(), static_cast<int64_t>(steps.size()), x);
      same = std::fabs(a - npu_function_at(other.data(), static_cast<int64_t>(other.size()), x)) < 1e-5;
    }
    if (same)
      return known.name;
  }
  return "function of one value";
}

struct FuseFunctions : impl::NnFuseFunctionsBase<FuseFunctions> {
  void runOnOperation() override {
    FusionLog log(getOperation());
    for (Block &block : getOperation())
      for (Operation *op = block.empty() ? nullptr : &block.back(); op;)
        op = fuse(op, log);
    log.write();
  }

  /// Fuses what ends at `op`, if anything; returns the operator to look at next.
  Operation *fuse(Operation *op, FusionLog &log) {
    Group group(op);
    if (!isPart(op) || !group.grow() || !group.worthwhile())
      return op->getPrevNode();
    SmallVector<Operation *> parts = group.sorted();
    SmallVector<Location> nodes;
    for (Operation *part : parts)
      nodes.push_back(part->getLoc());
    FunctionSteps steps = group.steps();
    if (steps.empty()) {
      log.add("function of one value", nodes, false, "too long for one function");
      return op->getPrevNode();
    }
    std::string expression = printFunction(steps);
    log.add(patternOf(steps), nodes, true, "reads one value and scalars: " + expression);
    OpBuilder builder(op);
    auto function = FunctionOp::create(builder, FusedLoc::get(&getContext(), nodes), op->getResult(0).getType(),
                                       builder.getStringAttr(expression), group.input);
    op->getResult(0).replaceAllUsesWith(function);
    for (Operation *part : llvm::reverse(parts)) {
      SmallVector<Value> operands(part->getOperands());
      part->erase();
      for (Value operand : operands)
        if (auto constant = operand.getDefiningOp<ConstantOp>(); constant && constant->use_empty())
          constant.erase();
    }
    return function->getPrevNode();
  }
};

} // namespace
} // namespace npu::nn

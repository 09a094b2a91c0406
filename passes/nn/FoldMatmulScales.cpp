// x * c before or after a product of computed tensors: attention's 1/sqrt(d), wherever a file has it.
#include "passes/nn/FoldScales.h"
#include "passes/nn/Tensors.h"

#include <cmath>

using namespace mlir;
namespace npu::nn {
namespace {

/// `op` is variable * factor.
struct Scaling {
  BinaryOp op;
  Value variable;
  double factor;
};

std::optional<Scaling> scalingOf(BinaryOp op) {
  bool divides = op.getKind() == BinaryKind::Div;
  if (op.getKind() != BinaryKind::Mul && !divides)
    return std::nullopt;
  bool constantLeft = !divides && op.getLhs().getDefiningOp<ConstantOp>() != nullptr;
  Value variable = constantLeft ? op.getRhs() : op.getLhs();
  std::optional<SmallVector<float>> numbers = constantFloats(constantLeft ? op.getLhs() : op.getRhs());
  if (!numbers || numbers->size() != 1 || variable.getType() != op.getType())
    return std::nullopt;
  double number = numbers->front();
  return Scaling{op, variable, divides ? 1.0 / number : number};
}

bool clamps(Operation *op) { return op->hasAttr("clamp_min") || op->hasAttr("clamp_max"); }

/// The matmuls that take the factor, one for each time that it counts; none if something else is in the way.
SmallVector<MatmulOp> takers(const Scaling &scaling, std::string &why) {
  SmallVector<MatmulOp> all;
  if (auto before = scaling.variable.getDefiningOp<MatmulOp>()) {
    why = !before->hasOneUse() ? "the product has other readers" : clamps(before) ? "a clamp stands between" : "";
    return {before};
  }
  for (Operation *user : scaling.op->getUsers())
    if (auto after = dyn_cast<MatmulOp>(user))
      all.push_back(after);
  bool others = all.size() != static_cast<size_t>(std::distance(scaling.op->use_begin(), scaling.op->use_end()));
  why = others ? "others read the scaled value" : clamps(scaling.op) ? "a clamp stands between" : "";
  return all;
}

void fold(Scaling &scaling, MutableArrayRef<MatmulOp> matmuls, ArrayRef<double> alphas) {
  MLIRContext *context = scaling.op.getContext();
  for (auto [matmul, alpha] : llvm::zip(matmuls, alphas)) {
    matmul.setAlpha(APFloat(static_cast<float>(alpha)));
    matmul->setLoc(FusedLoc::get(context, {matmul.getLoc(), scaling.op.getLoc()}));
  }
  if (clamps(scaling.op))
    for (StringRef bound : {"clamp_min", "clamp_max"})
      if (Attribute value = scaling.op->getAttr(bound))
        matmuls.front()->setAttr(bound, value);
  scaling.op.replaceAllUsesWith(scaling.variable);
  scaling.op.erase();
}

void foldOne(Scaling scaling, FusionLog &log) {
  std::string why;
  SmallVector<MatmulOp> found = takers(scaling, why), matmuls;
  if (found.empty())
    return;
  SmallVector<double> alphas;
  for (MatmulOp matmul : found) {
    auto known = llvm::find(matmuls, matmul);
    if (known != matmuls.end()) { // reads the value twice
      alphas[known - matmuls.begin()] *= scaling.factor;
      continue;
    }
    matmuls.push_back(matmul);
    alphas.push_back(matmul.getAlpha().convertToFloat() * scaling.factor);
  }
  auto sound = [](double alpha) {
    float rounded = static_cast<float>(alpha);
    return std::isnormal(rounded) && rounded > 0;
  };
  if (why.empty() && !llvm::all_of(alphas, sound))
    why = "the number is not positive and finite";
  SmallVector<Location> nodes = {scaling.op.getLoc()};
  for (MatmulOp matmul : matmuls)
    nodes.push_back(matmul.getLoc());
  log.add("nn.matmul+mul", nodes, why.empty(), why.empty() ? "a number joins the product's own" : why);
  if (why.empty())
    fold(scaling, matmuls, alphas);
}

} // namespace

void foldScalesIntoMatmuls(func::FuncOp function, FusionLog &log) {
  SmallVector<BinaryOp> order;
  function.walk([&](BinaryOp op) { order.push_back(op); });
  for (BinaryOp op : order)
    if (std::optional<Scaling> scaling = scalingOf(op))
      foldOne(*scaling, log);
}

} // namespace npu::nn

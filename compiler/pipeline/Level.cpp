#include "compiler/pipeline/Level.h"
#include "dialects/npu/Npu.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
namespace npu {

StringRef nameOf(Level level) {
  static constexpr StringLiteral names[] = {"onnx", "nn", "quantized", "npu", "placed"};
  return names[static_cast<int>(level)];
}

std::optional<Level> parseLevel(StringRef name) {
  for (Level level : allLevels)
    if (nameOf(level) == name)
      return level;
  return std::nullopt;
}

static Level levelOfProgram(npu::ProgramOp program) {
  bool placed = true;
  program.walk([&](npu::BufferOp buffer) {
    placed &= buffer.getIndex().has_value() || buffer.getOffset().has_value();
  });
  return placed ? Level::Placed : Level::Npu;
}

FailureOr<Level> levelOf(ModuleOp module) {
  auto programs = module.getOps<npu::ProgramOp>();
  auto functions = module.getOps<func::FuncOp>();
  bool hasProgram = !programs.empty(), hasFunction = !functions.empty();
  if (hasProgram == hasFunction)
    return module.emitError(hasProgram ? "the module has both a function and an npu.program"
                                       : "the module has neither a function nor an npu.program");
  if (hasProgram)
    return levelOfProgram(*programs.begin());
  bool onnx = false, nn = false;
  module.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    onnx |= dialect == "onnx";
    nn |= dialect == "nn";
  });
  if (onnx && nn)
    return module.emitError("the module mixes 'onnx' and 'nn' operations");
  if (onnx)
    return Level::Onnx;
  auto stamp = module->getAttrOfType<StringAttr>("npu.level");
  return stamp && stamp.getValue() == "quantized" ? Level::Quantized : Level::Nn;
}

} // namespace npu

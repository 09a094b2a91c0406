// The one command of a vector operator, with its integers chosen once.
#ifndef PASSES_NPU_LOWER_VECTORCOMMAND_H
#define PASSES_NPU_LOWER_VECTORCOMMAND_H

#include "passes/npu/lower/Problems.h"
#include "passes/npu/lower/Program.h"

namespace npu::lower {

class VectorCommand {
public:
  virtual ~VectorCommand() = default;
  virtual void emit(const tiling::MapStep &step, llvm::ArrayRef<SramTile> in, const SramTile &out) = 0;

  /// Chooses multipliers, loads tables and parameters. Null, with a diagnostic, when that is impossible.
  /// `problem` and `program` outlive the result.
  static std::unique_ptr<VectorCommand> create(mlir::Operation *op, const tiling::MapProblem &problem, Program &program);
};

// One factory per command, each in its own file.
std::unique_ptr<VectorCommand> createUnary(mlir::Operation *op, Program &program);
std::unique_ptr<VectorCommand> createBinary(nn::BinaryOp op, Program &program);
std::unique_ptr<VectorCommand> createPool(mlir::Operation *op, const tiling::MapProblem &problem, Program &program);
std::unique_ptr<VectorCommand> createResize(nn::ResizeOp op, const tiling::MapProblem &problem, Program &program);
std::unique_ptr<VectorCommand> createSoftmax(nn::SoftmaxOp op, Program &program);

} // namespace npu::lower

#endif

// Building an npu.program: buffers, constants, and commands in a correct order, step by step.
#ifndef PASSES_NPU_LOWER_PROGRAM_H
#define PASSES_NPU_LOWER_PROGRAM_H

#include "passes/npu/Machine.h"
#include "passes/npu/lower/Storage.h"

namespace npu::lower {

/// A part of a value, in positions of its map.
struct Region {
  int64_t row = 0, rows = 1, column = 0, columns = 1, channel = 0, channels = 1;
};

/// A tile in SRAM: what a command reads or writes.
struct SramTile {
  mlir::Value buffer;
  npu::TileAttr tile;
};

/// Buffers used in turns, so that a load may run while the tile before it is in use.
struct Turns {
  llvm::SmallVector<mlir::Value, 2> buffers;
  int64_t used = -1;
  mlir::Value next() { return buffers[++used % buffers.size()]; }
  mlir::Value current() const { return buffers[used % buffers.size()]; }
};

class Program {
public:
  Program(mlir::func::FuncOp function, const Machine &machine, Storage &storage);

  const Machine &machine;
  Storage &storage;

  /// Commands that follow belong to this operator and, until the next call, to this step.
  void beginOperator(mlir::Operation *op);
  void beginStep() { ++step; }

  mlir::Value buffer(npu::Space space, int64_t bytes);
  Turns turns(npu::Space space, int64_t bytes, int64_t count);
  mlir::Value constant(llvm::ArrayRef<char> bytes);
  /// A buffer of table memory, loaded with `bytes`.
  mlir::Value table(llvm::ArrayRef<char> bytes);
  mlir::Value bufferOf(mlir::Value value);
  /// An output that no operator writes in place.
  mlir::Value outputBuffer(int64_t index, int64_t bytes);

  /// The part of a value where commands reach it: in place when it lies in SRAM, else loaded into `staging`.
  SramTile read(mlir::Value value, const Region &region, Turns &staging, bool load = true);
  /// Where to write the part of a value: in place, or in `staging`, to be stored by finish().
  SramTile write(mlir::Value value, const Region &region, Turns &staging, bool fresh = true);
  void finish(mlir::Value value, const Region &region, const SramTile &tile);

  /// A contiguous copy of `bytes` between two buffers.
  void copyBytes(mlir::Value source, int64_t sourceOffset, mlir::Value target, int64_t targetOffset, int64_t bytes,
                 llvm::StringRef cause);
  /// A strided copy of any rank; a null source fills with `value`.
  struct End {
    mlir::Value buffer;
    int64_t offset = 0;
    llvm::SmallVector<int64_t> strides; ///< bytes, one an axis
  };
  void copy(const End &source, const End &target, llvm::ArrayRef<int64_t> shape, int64_t elementBytes, int64_t value,
            llvm::StringRef cause);

  /// Marks a command with the operator's location and the step.
  template <typename OpT, typename... Args> OpT command(Args &&...args) {
    auto op = OpT::create(commands, location, std::forward<Args>(args)...);
    mark(op);
    return op;
  }

  mlir::Type i8() { return commands.getI8Type(); }
  mlir::OpBuilder commands;
  npu::ProgramOp program;

private:
  void mark(mlir::Operation *op);
  npu::TileAttr stagedTile(mlir::Value value, const Region &region);
  npu::TileAttr residentTile(mlir::Value value, const Region &region);
  void transfer(mlir::Value value, const Region &region, mlir::Value staging, bool load);

  mlir::OpBuilder declarations;
  mlir::Location location;
  mlir::Operation *current = nullptr;
  int64_t step = -1;
  llvm::DenseMap<size_t, mlir::Value> rootBuffers;
};

/// Stored bytes of a constant, row-major.
llvm::SmallVector<char> constantBytes(mlir::Value value);
/// Zero point of a quantised value, else 0.
int64_t zeroPointOf(mlir::Value value);
/// Scale of a value quantised per tensor.
double scaleOf(mlir::Value value);

/// Integer bounds of a result: its type's, cut by the operator's clamps (N1).
struct ActRange {
  int32_t least, most;
};
ActRange actRange(mlir::Value result, std::optional<llvm::APFloat> clampMin, std::optional<llvm::APFloat> clampMax);

/// The part `inner` of a tile that holds `outer`, both of one value.
npu::TileAttr partOf(npu::TileAttr tile, const Region &outer, const Region &inner);

// One function per form; each fails with a diagnostic at the operator.
mlir::LogicalResult lowerProduct(mlir::Operation *op, Program &program);
mlir::LogicalResult lowerMatmul(nn::MatmulOp op, Program &program);
mlir::LogicalResult lowerVector(mlir::Operation *op, Program &program);
mlir::LogicalResult lowerMove(mlir::Operation *op, Program &program);
/// Results that need a copy into their output.
void lowerReturn(mlir::func::ReturnOp op, Program &program);

} // namespace npu::lower

#endif

// Where every nn value lives, before any address: values that are views of one storage share it.
//
// The canonical map of a value is rows x columns x channels: channels = last axis, columns = the axis before it,
// rows = the product of the others. In DRAM a storage is dense; in SRAM its rows are padded to the alignment.
#ifndef PASSES_NPU_LOWER_STORAGE_H
#define PASSES_NPU_LOWER_STORAGE_H

#include <optional>
#include <string>
#include <vector>

#include "dialects/nn/Nn.h"
#include "dialects/npu/Npu.h"

namespace npu::lower {

struct Map {
  int64_t rows = 1, columns = 1, channels = 1;
};
Map mapOf(llvm::ArrayRef<int64_t> shape);
Map mapOf(mlir::Value value);
/// Bytes of a stored element: 1 for quantised i8, 4 for f32 and i32.
int64_t elementBytesOf(mlir::Value value);

/// Memory of its own.
struct Root {
  mlir::Value owner; ///< the value whose storage it is: names it, and its op carries the decision
  npu::Space space = npu::Space::Sram;
  int64_t index = 0; ///< of an input or output
  Map map;
  int64_t elementBytes = 1;
  std::vector<Map> readAs; ///< other structures under which reshapes read it
  std::string forced;      ///< why it cannot stay in SRAM; empty when it can
  int64_t first = INT64_MAX, last = -1; ///< positions of the first and last operator that touch it
  bool movable() const { return space == npu::Space::Sram || space == npu::Space::Arena; }
};

/// A value as part of a root: element (y, x, c) lies at byte offset + y*row + x*column + c*channel.
struct View {
  size_t root = 0;
  Map structure;                       ///< how the root is read: gives the pitches
  int64_t row = 0, column = 0, channel = 0; ///< origin
  std::optional<std::array<int64_t, 3>> strides; ///< bytes of row, column, channel, when they are not the structure's
  bool whole = true;                   ///< origin zero, all of the root
};

struct Strides {
  int64_t offset, row, column, channel; ///< bytes
};

class Storage {
public:
  /// Resolves views of all values of the function; roots that may move start in SRAM unless forced.
  Storage(mlir::func::FuncOp function, int64_t align);

  const View &viewOf(mlir::Value value) const { return views.find(value)->second; }
  const Root &rootOf(mlir::Value value) const { return roots[viewOf(value).root]; }
  Root &rootOf(mlir::Value value) { return roots[viewOf(value).root]; }
  bool inSram(mlir::Value value) const { return rootOf(value).space == npu::Space::Sram; }
  Strides stridesOf(mlir::Value value) const;
  /// Byte strides of every axis of the value's own shape.
  llvm::SmallVector<int64_t> axisStrides(mlir::Value value) const;
  int64_t rowPitch(const View &view) const;
  int64_t bytesOf(const Root &root) const;

  /// The operator writes nothing: its result is its operand's storage, or its operand was written in place.
  bool isView(mlir::Operation *op) const;
  /// Operands of a concatenation that were not written in place.
  bool isInPlace(mlir::OpOperand &operand) const;
  /// Results of the function that need a copy into their output.
  bool returnsByCopy(mlir::OpOperand &operand) const;

  /// Operators in order, without constants and the return.
  std::vector<mlir::Operation *> operators;
  std::vector<Root> roots;

private:
  void joinConcats();
  bool releaseOneCopiedWithin();
  void bindResults();
  void bindTransposedResult(mlir::OpOperand &operand);
  void restrictToDram();
  void findLifetimes();
  const View &resolve(mlir::Value value);
  View resolveView(mlir::Value value);
  View newRoot(mlir::Value value, npu::Space space, int64_t index);
  std::optional<View> reshaped(nn::ReshapeOp op);
  std::optional<View> sliced(nn::SliceOp op);
  std::optional<View> transposed(mlir::Value source, mlir::Value target, llvm::ArrayRef<int64_t> sourceAxisOfTarget);
  Strides stridesOf(const View &view) const;

  mlir::func::FuncOp function;
  int64_t align;
  llvm::DenseMap<mlir::Value, View> views;
  /// Values written straight into a concatenation: the result, and the origin along the axis.
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, int64_t>> joined;
  /// Values written straight through a transpose into an output.
  llvm::DenseMap<mlir::Value, nn::TransposeOp> scattered;
  llvm::DenseSet<mlir::OpOperand *> copiedResults;
};

/// Axis of the map (0 rows, 1 columns, 2 channels) that an axis of a shape is a contiguous range of, and by how
/// many map positions one step along it moves; nothing when it is not.
std::optional<std::pair<int, int64_t>> mapAxis(llvm::ArrayRef<int64_t> shape, int64_t axis);

} // namespace npu::lower

#endif

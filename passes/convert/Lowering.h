// One function's way from `onnx` to `nn`: which value became which, and how to build the next.
#ifndef PASSES_CONVERT_LOWERING_H
#define PASSES_CONVERT_LOWERING_H

#include "dialects/nn/Nn.h"
#include "dialects/onnx/Onnx.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>

namespace npu::convert {

/// The nn value of an ONNX node's result, or why there is none: "filter is not a constant; ...".
struct Converted {
  Converted(mlir::Value value) : value(value) {}
  static Converted no(std::string reason) {
    Converted none{mlir::Value()};
    none.reason = std::move(reason);
    return none;
  }
  mlir::Value value;
  std::string reason;
};

class Lowering {
public:
  explicit Lowering(mlir::MLIRContext *context) : builder(context) {}

  /// Builds before `op`, at its location, from now on.
  void startAt(mlir::Operation *op) {
    builder.setInsertionPoint(op);
    loc = op->getLoc();
  }
  void map(mlir::Value onnx, mlir::Value nn) { values[onnx] = nn; }
  /// The nn value of an ONNX value; a constant is made on its first use. Null for a constant of no nn format.
  mlir::Value value(mlir::Value onnx);

  template <typename Op, typename... Args>
  Op create(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  /// The type of the result of `like`'s format with another shape.
  static mlir::RankedTensorType shaped(mlir::Value like, llvm::ArrayRef<int64_t> shape);
  /// `input` in another shape; itself if that is the same.
  mlir::Value reshape(mlir::Value input, llvm::ArrayRef<int64_t> shape);
  /// An f32 constant.
  mlir::Value constant(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<float> values);
  mlir::FloatAttr f32(float value) { return builder.getF32FloatAttr(value); }

  /// An operator of each element of `x`, or of `a` and `b`, without a clamp.
  mlir::Value function(llvm::StringRef expression, mlir::Value x);
  mlir::Value binary(mlir::Type type, nn::BinaryKind kind, mlir::Value a, mlir::Value b);
  /// A reduction; the axes stay, of extent 1.
  mlir::Value reduce(nn::ReduceKind kind, mlir::Value x, llvm::ArrayRef<int64_t> axes);
  /// Of one axis the elements begin, begin + step, ..., `count` of them; x itself if that is all of it.
  mlir::Value slice(mlir::Value x, int64_t axis, int64_t begin, int64_t step, int64_t count);
  /// Parts of one format, one after the other; a single one is itself.
  mlir::Value concat(llvm::ArrayRef<mlir::Value> parts, int64_t axis);

  /// A constant or dequantised constant, first of another shape (if given), then with its axes permuted; null if
  /// `input` is neither. A format per axis follows its axis, which a new shape must keep in place.
  mlir::Value rearranged(mlir::Value input, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> perm);

  mlir::OpBuilder builder;
  mlir::Location loc = mlir::UnknownLoc::get(builder.getContext());

private:
  llvm::DenseMap<mlir::Value, mlir::Value> values;
};

/// Converts one operator that is neither a constant nor none. See the files of the families.
Converted convertProduct(mlir::Operation *op, Lowering &lowering);
Converted convertElementwise(mlir::Operation *op, Lowering &lowering);
Converted convertWindow(mlir::Operation *op, Lowering &lowering);
Converted convertResize(mlir::Operation *op, Lowering &lowering);
Converted convertMovement(mlir::Operation *op, Lowering &lowering);
Converted convertFormat(mlir::Operation *op, Lowering &lowering);
Converted convertTransposedConv(onnx::ConvTransposeOp op, Lowering &lowering);
Converted convertRepeat(mlir::Operation *op, Lowering &lowering);
Converted convertNormalization(mlir::Operation *op, Lowering &lowering);
Converted convertBlocks(mlir::Operation *op, Lowering &lowering);

/// [N, H, W, slower... * rows * columns * faster...] becomes [N, H*rows, W*columns, slower... * faster...]: each pixel a
/// block of rows x columns. Channels-last in and out.
mlir::Value spreadBlocks(mlir::Value image, llvm::ArrayRef<int64_t> slower, int64_t rows, int64_t columns,
                         llvm::ArrayRef<int64_t> faster, Lowering &lowering);
/// The axes [N,C,H,W] as [N,H,W,C], and back.
mlir::Value channelsLast(mlir::Value image, Lowering &lowering);
mlir::Value channelsFirst(mlir::Value image, Lowering &lowering);

/// Functions of each element, tests, and what works on truth values.
bool isFunction(mlir::Operation *op);
Converted convertFunction(mlir::Operation *op, Lowering &lowering);

/// The uint8 form of an i8 type: what a network input or output of uint8 has at the border. Quantised per tensor.
mlir::RankedTensorType borderType(mlir::RankedTensorType type);

/// Shape and element of a static ONNX value.
inline mlir::RankedTensorType typeOf(mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()); }
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) { return typeOf(value).getShape(); }
inline int64_t axisOf(int64_t axis, int64_t rank) { return axis < 0 ? axis + rank : axis; }
/// One spatial axis becomes two, with one row: a tensor's shape, a window's extents or steps, its pads.
llvm::SmallVector<int64_t> withRow(llvm::ArrayRef<int64_t> shape);
llvm::SmallVector<int64_t> planar(llvm::ArrayRef<int64_t> extents);
llvm::SmallVector<int64_t> planarPads(llvm::ArrayRef<int64_t> pads);

/// As messages say it: "ui8", "2x3x4".
std::string text(mlir::Type element);
std::string text(llvm::ArrayRef<int64_t> shape);

/// The scalar f32 that defines `value`, if it is one.
std::optional<float> scalarConstant(mlir::Value value);

} // namespace npu::convert

#endif

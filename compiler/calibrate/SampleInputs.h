// The inputs that samples are for, and how pictures become them.
#ifndef COMPILER_CALIBRATE_SAMPLEINPUTS_H
#define COMPILER_CALIBRATE_SAMPLEINPUTS_H

#include "compiler/image/Preprocess.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>
#include <vector>

namespace npu {

struct SampleInput {
  std::string name; ///< of the ONNX file
  mlir::RankedTensorType type;
  std::optional<Preprocess> pictures; ///< how they become this input; nothing when they cannot
  std::string noPictures;             ///< why they cannot
  bool pixels = false;                ///< --preprocess is given for it: u8 arrays are pictures too

  /// Along the first axis; 1 without axes.
  uint64_t batch() const { return type.getRank() ? static_cast<uint64_t>(type.getShape()[0]) : 1; }
};

/// The inputs of a function, in order. Without an option for it, an input takes pictures of its size and 0..255. Options that
/// fit no input are all listed in `faults`.
std::vector<SampleInput> sampleInputs(mlir::func::FuncOp function, llvm::ArrayRef<PreprocessOption> options,
                                      std::vector<std::string> &faults);

} // namespace npu

#endif

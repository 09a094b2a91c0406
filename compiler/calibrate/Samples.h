// The samples of --calibration: where they lie, and each as tensors.
#ifndef COMPILER_CALIBRATE_SAMPLES_H
#define COMPILER_CALIBRATE_SAMPLES_H

#include "compiler/evaluate/NpyTensors.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace npu {

/// All samples, each with one tensor per input. Files of one sample are read when they are asked for, files of many are
/// held.
class Samples {
public:
  /// PATH is a .npy file (for a network of one input; its first axis is samples x batch), a .txt list (one sample a line, one
  /// .npy file per input, in input order, relative to the list), or a folder of .npy files, recursive, by name. Every file
  /// is looked at: wrong type or shape, NaN and infinities, and unreadable ones are all listed in `faults` and left out.
  static Samples open(const std::string &path, llvm::ArrayRef<mlir::RankedTensorType> inputs,
                      std::vector<std::string> &faults);

  size_t size() const { return samples.size(); }
  /// Sample i, one tensor per input; nothing when a file has changed since open().
  std::optional<std::vector<TensorValue>> read(size_t i) const;
  /// What was left out, and why.
  const std::vector<std::string> &notes() const { return remarks; }

private:
  struct Part {
    std::string path;
    uint64_t index; ///< along the file's first axis, in steps of the input's batch
  };
  using Sample = std::vector<Part>;

  uint64_t check(const std::string &path, mlir::RankedTensorType input, std::vector<std::string> &faults);
  void addStacked(const std::string &path, std::vector<std::string> &faults);
  void addList(const std::string &path, std::vector<std::string> &faults);
  void addFolder(const std::string &path, std::vector<std::string> &faults);
  void addSample(const std::vector<std::string> &paths, std::vector<std::string> &faults);

  llvm::SmallVector<mlir::RankedTensorType> inputs;
  std::vector<Sample> samples;
  std::map<std::string, NpyArray> held; ///< files of more than one sample
  std::vector<std::string> remarks;
};

} // namespace npu

#endif

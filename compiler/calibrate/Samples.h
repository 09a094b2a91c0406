// The samples of --calibration: where they lie, and each as tensors.
#ifndef COMPILER_CALIBRATE_SAMPLES_H
#define COMPILER_CALIBRATE_SAMPLES_H

#include "compiler/calibrate/SampleFile.h"
#include "compiler/evaluate/TensorValue.h"

#include <map>

namespace npu {

/// All samples, each with one tensor per input. Files of one sample are read when they are asked for, files of many are
/// held.
class Samples {
public:
  /// PATH is one of
  ///   a .npy file, for a network of one input: its first axis is samples x batch;
  ///   a .npz archive with such an array for each input, by name; of one input, one array of any name;
  ///   a picture, .png or .jpg or .jpeg, for a network of one input: a row of that axis;
  ///   a .txt list: one sample a line, one .npy file or picture per input in input order, or one archive; relative to the list;
  ///   a folder of .npy, .npz and pictures, recursive, by name.
  /// Every file is looked at: wrong type, shape or size, NaN and infinities, damaged and unreadable ones are all listed in
  /// `faults` and left out.
  static Samples open(const std::string &path, std::vector<SampleInput> inputs, std::vector<std::string> &faults);

  size_t size() const { return samples.size(); }
  /// Sample i, one tensor per input; nothing when a file has changed since open().
  std::optional<std::vector<TensorValue>> read(size_t i) const;
  /// What was left out, and why.
  const std::vector<std::string> &notes() const { return remarks; }

private:
  /// Rows of an input's first axis.
  struct Piece {
    SampleSource source;
    uint64_t first, count;
  };
  using Part = std::vector<Piece>;   ///< of one input: a batch of rows
  using Sample = std::vector<Part>;  ///< one part per input

  uint64_t check(const SampleSource &source, const SampleInput &input, std::vector<std::string> &faults);
  uint64_t checkArray(const SampleSource &source, const SampleInput &input, std::vector<std::string> &faults);
  void addFile(const std::string &path, std::vector<std::string> &faults);
  void addArchive(const std::string &path, std::vector<std::string> &faults);
  void addPicture(const SampleSource &source, std::vector<std::string> &faults);
  void addList(const std::string &path, std::vector<std::string> &faults);
  void addLine(std::vector<std::string> paths, const std::string &place, std::vector<std::string> &faults);
  void addFolder(const std::string &path, std::vector<std::string> &faults);
  void addTogether(const std::vector<SampleSource> &sources, std::vector<std::string> &faults);
  void leaveOut(uint64_t rest, const std::string &of, uint64_t batch);
  bool append(const Piece &piece, const SampleInput &input, std::vector<uint8_t> &bytes) const;

  std::vector<SampleInput> inputs;
  std::vector<Sample> samples;
  std::map<SampleSource, NpyArray> held; ///< of more than one sample
  Part unfinished;                       ///< pictures that are no whole batch yet
  std::vector<std::string> remarks;
};

} // namespace npu

#endif

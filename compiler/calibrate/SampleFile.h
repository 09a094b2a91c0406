// What one file holds for one input: an array or a picture.
#ifndef COMPILER_CALIBRATE_SAMPLEFILE_H
#define COMPILER_CALIBRATE_SAMPLEFILE_H

#include "compiler/calibrate/SampleInputs.h"
#include "compiler/tools/Npy.h"

#include <tuple>

namespace npu {

/// A .npy file, a picture, or an array in a .npz archive.
struct SampleSource {
  std::string path, array; ///< array: its name in the archive, else empty

  bool isArchive() const;
  bool isPicture() const;
  std::string text() const; ///< for messages
  bool operator<(const SampleSource &other) const { return std::tie(path, array) < std::tie(other.path, other.array); }
};

/// On failure nothing, and error names the source.
std::optional<NpyArray> readArray(const SampleSource &source, std::string &error);

/// How many rows of the input's first axis the array holds, at least one batch of them. Its elements are the input's, or,
/// where --preprocess is given, u8 pixels in the input's layout, colours red-green-blue. On failure nothing, and error says
/// got and wanted.
std::optional<uint64_t> rowsOf(const NpyArray &array, const SampleInput &input, std::string &error);

/// Appends rows as bytes of the input. rowsOf() the array is at least first + count.
void appendRows(const NpyArray &array, uint64_t first, uint64_t count, const SampleInput &input, std::vector<uint8_t> &bytes);

/// Appends one picture as one row of the input. On failure false, and error names the file.
bool appendPicture(const std::string &path, const SampleInput &input, std::vector<uint8_t> &bytes, std::string &error);

} // namespace npu

#endif

// From a picture to the bytes of a network's input.
#ifndef COMPILER_IMAGE_PREPROCESS_H
#define COMPILER_IMAGE_PREPROCESS_H

#include "compiler/image/PreprocessOption.h"
#include "runtime/format/blob.h"

#include <array>

namespace npu {

/// The input of a network as one picture after the other.
struct ImageInput {
  uint32_t width = 0, height = 0, channels = 0; ///< channels: 1 or 3
  bool channelsLast = false;
  npu_type type = NPU_TYPE_F32; ///< f32 or u8

  uint64_t samples() const { return uint64_t(width) * height * channels; }
  uint64_t bytes() const { return samples() * (type == NPU_TYPE_F32 ? sizeof(float) : 1); }
};

/// Reads a shape of four as NCHW when its second number is 1 or 3, else as NHWC when its last is. On failure nothing, and
/// error says got and wanted.
std::optional<ImageInput> imageInputOf(const std::vector<int64_t> &shape, npu_type type, std::string &error);

/// What one option does to the pictures of one input.
class Preprocess {
public:
  /// Judges the option against the input. On failure nothing, and error says got and wanted.
  static std::optional<Preprocess> create(const PreprocessOption &option, const ImageInput &input, std::string &error);

  const ImageInput &input() const { return target; }

  /// Why a picture of this size does not fit; empty when it does.
  std::string refusal(uint64_t width, uint64_t height) const;

  /// Appends the bytes of one picture, grey or red-green-blue, that is not refused. Colour to grey is Rec. 601 luma in 16-bit
  /// fixed point, (19595 R + 38470 G + 7471 B + 32768) >> 16. Of f32 inputs, each pixel value is computed in double and
  /// rounded once: (pixel [/ 255] - mean) / std.
  void run(const Image &image, std::vector<uint8_t> &bytes) const;

private:
  void write(const Image &image, std::vector<uint8_t> &bytes) const;

  ImageInput target;
  Color color = Color::Rgb;
  Fit how;
  std::vector<std::array<float, 256>> tables; ///< of each channel of an f32 input: what a pixel becomes
};

} // namespace npu

#endif

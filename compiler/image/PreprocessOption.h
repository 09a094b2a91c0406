// What --preprocess says: how a photo becomes the input of a network.
#ifndef COMPILER_IMAGE_PREPROCESSOPTION_H
#define COMPILER_IMAGE_PREPROCESSOPTION_H

#include "compiler/image/Resize.h"

#include <optional>
#include <string>
#include <vector>

namespace npu {

/// Input: the channels the network's input has, rgb or gray.
enum class Color { Input, Rgb, Bgr, Gray };

/// One --preprocess, parsed and not yet judged against an input.
struct PreprocessOption {
  std::string text;  ///< as typed
  std::string input; ///< empty: every input of the shape of an image
  Color color = Color::Input;
  Fit fit;
  std::vector<double> mean, std; ///< one for all channels or one each, in the order of `color`; none: 0 and 1
  bool unit = false;             ///< pixels are divided by 255 first
};

/// Parses [NAME:]KEY=V,...: color=rgb|bgr|gray, resize=none|stretch|letterbox|crop:F, interp=bilinear|area|nearest, pad=0..255,
/// mean=A[/B/C], std=A[/B/C], unit=0|1, preset=yolo|imagenet. Keys go before what a preset says. On failure nothing, and
/// error says got and wanted.
std::optional<PreprocessOption> parsePreprocess(const std::string &text, std::string &error);

} // namespace npu

#endif

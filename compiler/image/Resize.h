// Pictures to another size, in integers: the same bytes on every machine.
#ifndef COMPILER_IMAGE_RESIZE_H
#define COMPILER_IMAGE_RESIZE_H

#include "compiler/image/Image.h"

namespace npu {

/// How a new pixel comes from the old ones. Axes of `in` old and `out` new pixels have their pixel centres at halves, so the
/// centre of new pixel x lies at (x + 1/2) * in / out, and pixel x covers [x * in / out, (x + 1) * in / out). No filter
/// widens when pictures shrink (no antialias).
///   bilinear: the four centres around it, by distance; beyond the outermost centres the outermost pixel
///   area:     the mean of the old pixels that it covers, by the area covered
///   nearest:  the pixel its centre lies in, the right or lower one on an edge
/// The weights are integers over one denominator; the sum is exact, divided once, a half rounded up.
enum class Interpolation { Bilinear, Area, Nearest };

/// A part of a scaled picture. Pixels outside of it are not computed.
struct Window {
  uint64_t left, top;
  uint32_t width, height;
};

/// The window of `image` scaled to width x height.
Image scale(const Image &image, uint64_t width, uint64_t height, Window window, Interpolation interpolation);

/// Which of both aspect ratios holds.
///   None:      the size must be right already
///   Stretch:   the network's
///   Letterbox: the picture's; scaled by min(W/w, H/h), the rest filled, an odd pixel of filling goes right or below
///   Crop:      the picture's; scaled until it just covers round(W/F) x round(H/F) (of a square network: the short side
///              becomes round(W/F)), and the centre cut out; of an odd rest the larger part goes right or below
/// Scaled sides are rounded to whole pixels, a half up, and are at least 1.
enum class Resize { None, Stretch, Letterbox, Crop };

struct Fit {
  Resize resize = Resize::None;
  uint64_t cropNumerator = 1, cropDenominator = 1; ///< F, 0 < F <= 1
  uint8_t pad = 114;                               ///< the filling of a letterbox
  Interpolation interpolation = Interpolation::Bilinear;
};

/// Beyond this many scaled pixels, sums could leave 64 bits; only crops of pictures that are all but a line come there.
constexpr uint64_t kMaxScaledPixels = uint64_t(1) << 44;

/// False for another size with Resize::None, and for crops beyond kMaxScaledPixels. No side is over 65535.
bool canFit(uint64_t imageWidth, uint64_t imageHeight, uint32_t width, uint32_t height, const Fit &how);

/// The picture at width x height, where canFit().
Image fit(const Image &image, uint32_t width, uint32_t height, const Fit &how);

} // namespace npu

#endif

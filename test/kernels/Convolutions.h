// Random convolutions, and what one output is by the ONNX definition, for the tests of every form of the kernel.
#ifndef TEST_KERNELS_CONVOLUTIONS_H
#define TEST_KERNELS_CONVOLUTIONS_H

#include <string>

#include "runtime/kernels/conv.h"
#include "test/kernels/Exact.h"

namespace convolutions {

struct Case {
  npu_conv conv;
  npu_conv_quant quant;
  std::vector<int32_t> bias, zeros;
  std::vector<npu_rescale> rescales;
  std::vector<int8_t> in, weights;
  std::string text;

  int64_t outputs() const {
    return conv.window.batch * conv.window.rows.out * conv.window.columns.out * conv.out_channels;
  }
};

inline npu_axis randomAxis(exact::Random &random, int64_t most) {
  npu_axis a = {};
  do {
    a = {random.in(1, most), 0, random.in(1, 5), random.in(1, 3), random.in(1, 3), random.in(0, 4), random.in(0, 4)};
    a.out = npu_axis_out(&a);
  } while (a.out < 1);
  return a;
}

inline npu_conv randomConv(exact::Random &random) {
  npu_conv conv = {{random.in(1, 2), randomAxis(random, 9), randomAxis(random, 9)}, 0, 0, 1};
  switch (random.in(0, 2)) {
  case 0: // dense
    conv.in_channels = random.in(1, 40);
    conv.out_channels = random.in(1, 9);
    break;
  case 1: // depthwise, also with a multiplier
    conv.groups = conv.in_channels = random.in(1, 40);
    conv.out_channels = conv.groups * random.in(1, 2);
    break;
  default:
    conv.groups = random.in(2, 4);
    conv.in_channels = conv.groups * random.in(1, 20);
    conv.out_channels = conv.groups * random.in(1, 5);
  }
  return conv;
}

inline Case randomCase(uint64_t seed) {
  exact::Random random(seed);
  Case c;
  c.conv = randomConv(random);
  const npu_conv &v = c.conv;
  const bool zeros = random.in(0, 1), extreme = random.in(0, 7) == 0;
  c.in = random.bytes(v.window.batch * v.window.rows.in * v.window.columns.in * v.in_channels);
  c.weights = random.bytes(v.out_channels * v.window.rows.kernel * v.window.columns.kernel * (v.in_channels / v.groups));
  if (extreme) // the largest products of all
    std::fill(c.in.begin(), c.in.end(), int8_t(-128)), std::fill(c.weights.begin(), c.weights.end(), int8_t(-128));
  for (int64_t k = 0; k < v.out_channels; ++k) {
    c.bias.push_back(int32_t(random.in(-20000, 20000)));
    c.zeros.push_back(int32_t(random.in(-128, 127)));
    // Powers of two make ties frequent.
    c.rescales.push_back({random.in(0, 1) ? 1 << 30 : int32_t(random.in(1 << 30, INT32_MAX)),
                          uint32_t(random.in(33, 42))});
  }
  const int32_t low = int32_t(random.in(-128, 0)), high = int32_t(random.in(1, 127));
  c.quant = {int32_t(extreme ? 127 : random.in(-128, 127)), int32_t(random.in(-128, 127)),
             zeros ? c.zeros.data() : nullptr,  random.in(0, 3) ? c.bias.data() : nullptr, c.rescales.data(),
             npu_rounding(random.in(0, 3)), low, high};
  c.text = "seed " + std::to_string(seed);
  return c;
}

// One output, straight from the definition: pad the input with the zero point, then sum.
inline exact::Wide sumAt(const Case &c, int64_t n, int64_t y, int64_t x, int64_t k) {
  const npu_axis &h = c.conv.window.rows, &w = c.conv.window.columns;
  const int64_t width = c.conv.in_channels / c.conv.groups, group = k * c.conv.groups / c.conv.out_channels;
  exact::Wide sum = c.quant.bias ? c.bias[k] : 0;
  for (int64_t r = 0, at = 0; r < h.kernel; ++r)
    for (int64_t s = 0; s < w.kernel; ++s)
      for (int64_t i = 0; i < width; ++i, ++at) {
        const int64_t py = y * h.stride + r * h.dilation - h.pad_before;
        const int64_t px = x * w.stride + s * w.dilation - w.pad_before;
        const bool padding = py < 0 || px < 0 || py >= h.in || px >= w.in;
        const int64_t value =
            padding ? c.quant.in_zero : c.in[((n * h.in + py) * w.in + px) * c.conv.in_channels + group * width + i];
        const int64_t weight = c.weights[k * h.kernel * w.kernel * width + at];
        sum += exact::Wide(value - c.quant.in_zero) * (weight - (c.quant.weight_zeros ? c.zeros[k] : 0));
      }
  return sum;
}

} // namespace convolutions

#endif

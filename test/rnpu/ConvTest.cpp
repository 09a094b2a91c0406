// CONV against a direct sum over the definition, for scalar and vector forms and all roundings.
#include <gtest/gtest.h>

#include <random>

#include "test/rnpu/Program.h"

using namespace rnpu_test;

namespace {

struct Case {
  uint8_t kind, upscale;
  uint32_t rows, columns, in, out, groupIn, groupOut;
  uint16_t kernel, stride, pad, dilation;
  bool isUnsigned;
  uint32_t rounding;
  int32_t zeroIn, zeroOut;
  uint32_t gap, column, channel; // the input as a view: unused channels, first column, first channel
};

int64_t roundedShift(int64_t p, unsigned s, uint32_t rounding) {
  // Exact in 128 bits, by the definition of each rounding.
  __int128 half = static_cast<__int128>(1) << (s - 1), v = p;
  auto floorShift = [&](__int128 n) { return static_cast<int64_t>(n >> s); };
  if (rounding == RNPU_HALF_UP)
    return floorShift(v + half);
  if (rounding == RNPU_HALF_AWAY)
    return v < 0 ? -floorShift(-v + half) : floorShift(v + half);
  if (rounding == RNPU_DOUBLE)
    return floorShift(v + half + (s > 31 ? (v >= 0 ? 1 << 30 : -(1 << 30)) : 0));
  int64_t down = floorShift(v);
  __int128 one = static_cast<__int128>(1) << s, twice = 2 * (v - down * one);
  return down + (twice > one || (twice == one && down % 2 != 0));
}

// Value of the (upscaled, padded) input; padding and inserted zeros contribute nothing.
int32_t centred(const Case &c, const std::vector<uint8_t> &x, int64_t y, int64_t col, uint32_t channel) {
  int64_t rows = c.rows, columns = c.columns;
  if (c.upscale == RNPU_UPSCALE_ZERO) {
    if (y < 0 || col < 0 || y % 2 || col % 2)
      return 0;
    y /= 2, col /= 2;
  } else if (c.upscale == RNPU_UPSCALE_NEAREST) {
    if (y < 0 || col < 0)
      return 0;
    y /= 2, col /= 2;
  }
  if (y < 0 || y >= rows || col < 0 || col >= columns)
    return 0;
  uint8_t raw = x[(y * columns + col) * c.in + channel];
  return (c.isUnsigned ? raw : static_cast<int8_t>(raw)) - c.zeroIn;
}

Case draw(std::mt19937 &rng) {
  auto pick = [&](int low, int high) { return static_cast<uint32_t>(std::uniform_int_distribution<int>(low, high)(rng)); };
  Case c = {};
  c.kind = pick(0, 2);
  c.upscale = pick(0, 3) == 0 ? pick(1, 2) : 0;
  c.rows = pick(1, 9), c.columns = pick(1, 9);
  c.in = pick(1, 40), c.out = pick(1, 20);
  if (c.kind == RNPU_CONV_DEPTHWISE)
    c.out = c.in;
  if (c.kind == RNPU_CONV_GROUPED) {
    uint32_t groups = pick(1, 4);
    c.groupIn = pick(1, 9), c.groupOut = pick(1, 5);
    c.in = groups * c.groupIn, c.out = groups * c.groupOut;
  }
  c.kernel = pick(1, 4), c.stride = pick(1, 3), c.dilation = pick(1, 2), c.pad = pick(0, 3);
  c.isUnsigned = pick(0, 1);
  c.rounding = pick(0, 3);
  c.zeroIn = c.isUnsigned ? pick(0, 255) : static_cast<int32_t>(pick(0, 255)) - 128;
  if (pick(0, 1))
    c.gap = pick(0, 3), c.column = pick(0, 2), c.channel = pick(0, 5);
  c.zeroOut = static_cast<int32_t>(pick(0, 20)) - 10;
  return c;
}

uint32_t outExtent(const Case &c, uint32_t in) {
  int64_t moved = c.upscale == 0 ? in : c.upscale == RNPU_UPSCALE_NEAREST ? 2 * in : 2 * in - 1;
  int64_t room = moved + 2 * c.pad - (c.kernel - 1) * c.dilation - 1;
  return room < 0 ? 0 : static_cast<uint32_t>(room / c.stride + 1);
}

struct Data {
  std::vector<uint8_t> x, w, prm;
};

Data drawData(const Case &c, std::mt19937 &rng) {
  std::uniform_int_distribution<int> byte(0, 255), bias(-3000, 3000), mult(1 << 20, 0x7fffffff), shift(30, 40);
  Data d;
  uint32_t depth = c.kind == RNPU_CONV_DENSE ? c.in : c.kind == RNPU_CONV_GROUPED ? c.groupIn : 1;
  d.x.resize(c.rows * c.columns * c.in);
  d.w.resize(c.kernel * c.kernel * depth * c.out);
  for (auto *v : {&d.x, &d.w})
    for (uint8_t &b : *v)
      b = static_cast<uint8_t>(byte(rng));
  for (uint32_t k = 0; k < c.out; ++k) {
    int32_t words[2] = {bias(rng), mult(rng)};
    uint8_t tail[2] = {static_cast<uint8_t>(shift(rng)), 0};
    d.prm.insert(d.prm.end(), reinterpret_cast<uint8_t *>(words), reinterpret_cast<uint8_t *>(words) + 8);
    d.prm.insert(d.prm.end(), tail, tail + 2);
  }
  return d;
}

std::vector<uint8_t> reference(const Case &c, const Data &d, uint32_t outRows, uint32_t outColumns) {
  std::vector<uint8_t> out;
  for (uint32_t y = 0; y < outRows; ++y)
    for (uint32_t x = 0; x < outColumns; ++x)
      for (uint32_t k = 0; k < c.out; ++k) {
        int64_t sum = 0;
        uint32_t depth = c.kind == RNPU_CONV_DENSE ? c.in : c.kind == RNPU_CONV_GROUPED ? c.groupIn : 1;
        uint32_t first = c.kind == RNPU_CONV_DENSE ? 0 : c.kind == RNPU_CONV_GROUPED ? k / c.groupOut * c.groupIn : k;
        for (int r = 0; r < c.kernel; ++r)
          for (int s = 0; s < c.kernel; ++s)
            for (uint32_t i = 0; i < depth; ++i) {
              uint32_t tap = r * c.kernel + s;
              uint32_t at = c.kind == RNPU_CONV_DEPTHWISE ? tap * c.out + k : (k * c.kernel * c.kernel + tap) * depth + i;
              int64_t gy = int64_t(y) * c.stride + r * c.dilation - c.pad, gx = int64_t(x) * c.stride + s * c.dilation - c.pad;
              sum += int64_t(centred(c, d.x, gy, gx, first + i)) * static_cast<int8_t>(d.w[at]);
            }
        int32_t bias, mult;
        std::memcpy(&bias, &d.prm[k * 10], 4);
        std::memcpy(&mult, &d.prm[k * 10 + 4], 4);
        int64_t q = c.zeroOut + roundedShift((sum + bias) * mult, d.prm[k * 10 + 8], c.rounding);
        out.push_back(static_cast<uint8_t>(std::min<int64_t>(127, std::max<int64_t>(-128, q))));
      }
  return out;
}

// Loads everything, convolves in one command, stores the rows.
Program program(const Case &c, const Data &d, uint32_t outRows, uint32_t outColumns) {
  constexpr uint32_t X = 0, W = 16384, Y = 40960;
  rnpu_conv conv = {};
  conv.in = tile(X, c.rows, c.columns, c.in, c.zeroIn, c.isUnsigned ? RNPU_U8 : RNPU_I8);
  conv.in.pixel_pitch = c.in + c.gap, conv.in.first_column = c.column, conv.in.first_channel = c.channel;
  conv.in.row_pitch = ((c.column + c.columns) * conv.in.pixel_pitch + c.channel + 15) / 16 * 16;
  conv.out = tile(Y, outRows, outColumns, c.out, c.zeroOut);
  conv.window = window(c.rows, c.columns, outRows, outColumns, c.kernel, c.stride, c.pad, c.dilation);
  conv.weights = W;
  conv.weight_bytes = static_cast<uint32_t>(d.w.size());
  conv.kind = c.kind;
  conv.upscale = c.upscale;
  conv.first = conv.last = 1;
  conv.group_in = c.groupIn;
  conv.group_out = c.groupOut;
  conv.act_min = -128;
  conv.act_max = 127;
  rnpu_dma x = load(Input, 0, X + c.column * conv.in.pixel_pitch + c.channel, c.in), y = store(Y, Output, 0, outColumns * c.out);
  x.extent[1] = c.rows, x.src_stride[1] = c.columns * c.in, x.dst_stride[1] = conv.in.row_pitch;
  x.extent[2] = c.columns, x.src_stride[2] = c.in, x.dst_stride[2] = conv.in.pixel_pitch;
  y.extent[2] = outRows, y.src_stride[2] = conv.out.row_pitch, y.dst_stride[2] = outColumns * c.out;
  Program p;
  p.add(RNPU_DMA, 0, x)
      .add(RNPU_DMA, 0, load(Constants, 0, W, static_cast<uint32_t>(d.w.size())))
      .add(RNPU_DMA, 1, load(Constants, d.w.size(), 0, static_cast<uint32_t>(d.prm.size()), RNPU_SPACE_PRM))
      .add(RNPU_CONV, Mxu, conv, {{0, 2}, {1, 1}})
      .add(RNPU_DMA, 0, y, {{Mxu, 1}})
      .stop();
  return p;
}

} // namespace

// Random geometries: both forms equal the definition, in checked and in random order.
TEST(RnpuConv, EqualsTheDefinition) {
  std::mt19937 rng(1);
  int ran = 0;
  for (int i = 0; i < 600; ++i) {
    Case c = draw(rng);
    uint32_t outRows = outExtent(c, c.rows), outColumns = outExtent(c, c.columns);
    if (outRows == 0 || outColumns == 0)
      continue;
    Data d = drawData(c, rng);
    auto want = reference(c, d, outRows, outColumns);
    rnpu_config config = smallConfig();
    config.rounding = c.rounding;
    config.acc_bytes = 128 * 1024;
    for (int scalar = 0; scalar < 2; ++scalar) {
      rnpu_sim_options options = {i % 2 ? RNPU_SIM_CHECKED : RNPU_SIM_FUNCTIONAL, uint64_t(i), 0, scalar};
      Machine m(options, config);
      m.region(Input) = d.x;
      m.region(Constants) = d.w;
      m.region(Constants).insert(m.region(Constants).end(), d.prm.begin(), d.prm.end());
      m.region(Output).assign(want.size(), 0xEE);
      ASSERT_EQ(m.verifyAndRun(program(c, d, outRows, outColumns)), NPU_OK) << "case " << i << ": " << m.text();
      ASSERT_EQ(m.region(Output), want) << "case " << i << " scalar " << scalar << " kind " << int(c.kind);
    }
    ++ran;
  }
  EXPECT_GT(ran, 400);
}

// Speed of the CPU kernels on one core, in 1e9 multiply-accumulates a second: of several runs the fastest, which
// other load on the host disturbs least. Usage: kernels_bench [WORD], only the shapes whose name holds WORD.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "runtime/kernels/conv.h"
#include "runtime/kernels/matmul.h"

namespace {

struct Layer {
  const char *name;
  npu_conv conv;
};

npu_axis axis(int64_t in, int64_t kernel, int64_t stride, int64_t pad) {
  npu_axis a = {in, 0, kernel, stride, 1, pad, pad};
  a.out = npu_axis_out(&a);
  return a;
}

npu_conv square(int64_t size, int64_t kernel, int64_t stride, int64_t in, int64_t out, int64_t groups = 1) {
  const npu_axis a = axis(size, kernel, stride, kernel / 2);
  return {{1, a, a}, in, out, groups};
}

const Layer layers[] = {
    {"first 7x7 s2 3->64 224", square(224, 7, 2, 3, 64)},
    {"first 3x3 s2 3->32 224", square(224, 3, 2, 3, 32)},
    {"first 5x5 1->16 28", square(28, 5, 1, 1, 16)},
    {"3x3 16->16 32", square(32, 3, 1, 16, 16)},
    {"3x3 64->64 56", square(56, 3, 1, 64, 64)},
    {"3x3 512->512 7", square(7, 3, 1, 512, 512)},
    {"5x5 32->64 28", square(28, 5, 1, 32, 64)},
    {"1x1 16->96 56", square(56, 1, 1, 16, 96)},
    {"1x1 128->256 28", square(28, 1, 1, 128, 256)},
    {"1x1 20->10 28", square(28, 1, 1, 20, 10)},
    {"3x3 groups 32 128->128 28", square(28, 3, 1, 128, 128, 32)},
    {"depthwise 3x3 96 56", square(56, 3, 1, 96, 96, 96)},
    {"depthwise 5x5 240 14", square(14, 5, 1, 240, 240, 240)},
    {"depthwise 9x9 96 28", square(28, 9, 1, 96, 96, 96)},
    {"depthwise 3x3 x2 32->64 56", square(56, 3, 1, 32, 64, 32)},
    {"dense 1 x 1024->1000", npu_dense_as_conv(1, 1024, 1000)},
    {"dense 64 x 784->128", npu_dense_as_conv(64, 784, 128)},
    {"dense 197 x 192->768", npu_dense_as_conv(197, 192, 768)},
};

struct Product {
  const char *name;
  npu_matmul shape; // strides filled in by run()
};

const Product products[] = {
    {"scores 3 x 197x64 64x197", {3, 197, 64, 197, 0, 0}}, {"context 3 x 197x197 197x64", {3, 197, 197, 64, 0, 0}},
    {"256x256 256x256", {1, 256, 256, 256, 0, 0}},         {"1x1024 1024x1000", {1, 1, 1024, 1000, 0, 0}},
    {"64x784 784x10", {1, 64, 784, 10, 0, 0}},             {"256x256 256x1", {1, 256, 256, 1, 0, 0}},
};

template <typename T> std::vector<T> values(int64_t count) {
  std::mt19937 random(1);
  std::vector<T> filled(static_cast<size_t>(count));
  for (T &v : filled)
    v = T(int(random() % 201) - 100);
  return filled;
}

double seconds(const std::function<void()> &once) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9, total = 0;
  for (int i = 0; i < 5 || (total < 0.3 && i < 1000); ++i) {
    const auto start = Clock::now();
    once();
    const double s = std::chrono::duration<double>(Clock::now() - start).count();
    total += s;
    best = s < best ? s : best;
  }
  return best;
}

void print(const char *kernel, const char *shape, int64_t macs, const std::function<void()> &once) {
  std::printf("%-11s %-28s %7.2f GMAC/s\n", kernel, shape, double(macs) / seconds(once) / 1e9);
}

void run(const Layer &layer) {
  const npu_conv &c = layer.conv;
  const npu_window &w = c.window;
  const int64_t filter = w.rows.kernel * w.columns.kernel * (c.in_channels / c.groups);
  const int64_t ins = w.batch * w.rows.in * w.columns.in * c.in_channels;
  const int64_t outs = w.batch * w.rows.out * w.columns.out * c.out_channels;
  const auto in = values<float>(ins), weights = values<float>(filter * c.out_channels);
  std::vector<float> out(static_cast<size_t>(outs));
  print("conv f32", layer.name, outs * filter,
        [&] { npu_conv_f32(&c, in.data(), weights.data(), nullptr, -1e30f, 1e30f, out.data()); });
  const auto in8 = values<int8_t>(ins), weights8 = values<int8_t>(filter * c.out_channels);
  const std::vector<npu_rescale> by(size_t(c.out_channels), npu_rescale{1 << 30, 40});
  std::vector<int8_t> out8(out.size());
  const npu_conv_quant quant = {-3, 5, nullptr, nullptr, by.data(), NPU_ROUND_HALF_UP, -128, 127};
  print("conv i8", layer.name, outs * filter,
        [&] { npu_conv_i8(&c, &quant, in8.data(), weights8.data(), out8.data()); });
}

void run(const Product &product) {
  npu_matmul m = product.shape;
  m.a_batch_stride = m.rows * m.inner;
  m.b_batch_stride = m.inner * m.columns;
  const auto a = values<float>(m.batch * m.a_batch_stride), b = values<float>(m.batch * m.b_batch_stride);
  std::vector<float> out(size_t(m.batch * m.rows * m.columns));
  print("matmul f32", product.name, int64_t(out.size()) * m.inner, [&] { npu_matmul_f32(&m, a.data(), b.data(), out.data()); });
}

} // namespace

int main(int argc, char **argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  for (const Layer &layer : layers)
    if (std::strstr(layer.name, word.c_str()))
      run(layer);
  for (const Product &product : products)
    if (std::strstr(product.name, word.c_str()))
      run(product);
}

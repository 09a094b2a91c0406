// The weights of ONNX's interpolations.
#include "passes/convert/ResizeMatrix.h"

#include <algorithm>
#include <cmath>

namespace npu::convert {

/// Keys, "Cubic convolution interpolation for digital image processing" (1981).
static double cubic(double x, double a) {
  x = std::fabs(x);
  if (x <= 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

static double linear(double x) { return std::max(0.0, 1 - std::fabs(x)); }

static double nearest(double position, llvm::StringRef rounding, bool shrinks) {
  if (rounding == "ceil" || (rounding == "simple" && shrinks))
    return std::ceil(position);
  if (rounding == "round_prefer_floor")
    return std::ceil(position - 0.5);
  return std::floor(rounding == "round_prefer_ceil" ? position + 0.5 : position);
}

/// Adds the weights of one position to `row`; they sum to 1.
static void addWeights(double position, double scale, const Interpolation &how, llvm::MutableArrayRef<double> row) {
  const auto last = static_cast<double>(row.size() - 1);
  auto at = [&](double sample) -> double & { return row[static_cast<size_t>(std::clamp(sample, 0.0, last))]; };
  if (how.mode == "nearest") {
    at(nearest(position, how.rounding, scale < 1)) = 1;
    return;
  }
  // Where an axis shrinks, antialiasing widens the kernel by as much.
  const double narrow = how.antialias ? std::min(scale, 1.0) : 1.0, reach = (how.mode == "cubic" ? 2 : 1) / narrow;
  double sum = 0;
  for (double sample = std::floor(position - reach) + 1; sample < position + reach; ++sample) {
    if (how.excludeOutside && (sample < 0 || sample > last))
      continue;
    const double distance = narrow * (sample - position);
    const double weight = how.mode == "cubic" ? cubic(distance, how.cubicA) : linear(distance);
    at(sample) += weight;
    sum += weight;
  }
  for (double &weight : row)
    weight /= sum;
}

AxisMatrix axisMatrix(llvm::ArrayRef<double> positions, int64_t in, double scale, const Interpolation &how) {
  AxisMatrix matrix;
  for (double position : positions) {
    llvm::SmallVector<double> row(in, 0.0);
    const bool outside = how.extrapolation && (position < 0 || position > static_cast<double>(in - 1));
    if (!outside)
      addWeights(position, scale, how, row);
    matrix.weights.append(row.begin(), row.end());
    matrix.bias.push_back(outside ? *how.extrapolation : 0.0f);
  }
  return matrix;
}

} // namespace npu::convert

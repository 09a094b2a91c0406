// What one tensor's values were, over all samples. Plain numbers, no MLIR.
#ifndef COMPILER_CALIBRATE_OBSERVER_H
#define COMPILER_CALIBRATE_OBSERVER_H

#include "passes/quantization/Affine.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace npu {

/// Counts exactly, so that neither the order of the samples nor how they are spread over threads shows: an observer of all
/// samples equals the merge of observers of its parts, in any order.
class Observer {
public:
  /// With a histogram, percentiles can be asked for; it takes 1 MiB.
  explicit Observer(bool histogram = false);

  void add(const float *values, size_t count);
  void merge(const Observer &other);

  uint64_t count() const { return total; }
  /// NaN and infinities seen; they are in no range.
  uint64_t bad() const { return notFinite; }
  /// Smallest and largest finite value; [0, 0] when there is none.
  quantization::Range minmax() const;
  /// The range that leaves out the outer (100 - percent) % of the values, at most half of that at each end, to the 256th of
  /// a binade: both ends are values that occurred. Wants a histogram and 50 < percent <= 100.
  quantization::Range percentile(double percent) const;

private:
  /// Values whose floats share sign, exponent and 8 bits of mantissa, in the order of the reals.
  struct Bin {
    uint64_t count = 0;
    float low = 0, high = 0;
  };
  void addToBin(float value);

  std::vector<Bin> bins;
  uint64_t total = 0, notFinite = 0;
  float low = 0, high = 0;
  bool any = false;
};

} // namespace npu

#endif

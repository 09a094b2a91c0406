#include "compiler/calibrate/Observer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace npu {

// Sign, 8 bits of exponent, 8 of mantissa.
static constexpr unsigned kBinBits = 17;

// Floats in the order of the reals are these integers in theirs.
static uint32_t ordered(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

Observer::Observer(bool histogram) : bins(histogram ? size_t(1) << kBinBits : 0) {}

void Observer::addToBin(float value) {
  Bin &bin = bins[ordered(value) >> (32 - kBinBits)];
  bin.low = bin.count ? std::min(bin.low, value) : value;
  bin.high = bin.count ? std::max(bin.high, value) : value;
  ++bin.count;
}

void Observer::add(const float *values, size_t count) {
  total += count;
  for (size_t i = 0; i < count; ++i) {
    float value = values[i] + 0.0f; // -0 is 0
    if (!std::isfinite(value)) {
      ++notFinite;
      continue;
    }
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
    if (!bins.empty())
      addToBin(value);
  }
}

void Observer::merge(const Observer &other) {
  total += other.total;
  notFinite += other.notFinite;
  if (other.any) {
    low = any ? std::min(low, other.low) : other.low;
    high = any ? std::max(high, other.high) : other.high;
    any = true;
  }
  for (size_t i = 0; i < bins.size(); ++i) {
    const Bin &from = other.bins[i];
    if (from.count == 0)
      continue;
    Bin &bin = bins[i];
    bin.low = bin.count ? std::min(bin.low, from.low) : from.low;
    bin.high = bin.count ? std::max(bin.high, from.high) : from.high;
    bin.count += from.count;
  }
}

quantization::Range Observer::minmax() const { return {low, high}; }

quantization::Range Observer::percentile(double percent) const {
  auto outside = static_cast<uint64_t>(static_cast<double>(total - notFinite) * (100.0 - percent) / 200.0);
  quantization::Range range = minmax();
  uint64_t below = 0, above = 0;
  for (size_t i = 0; i < bins.size(); ++i)
    if ((below += bins[i].count) > outside) {
      range.low = bins[i].low;
      break;
    }
  for (size_t i = bins.size(); i-- > 0;)
    if ((above += bins[i].count) > outside) {
      range.high = bins[i].high;
      break;
    }
  return range;
}

} // namespace npu

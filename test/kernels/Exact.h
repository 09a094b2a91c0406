// Exact rationals in 128 bits: the tests' own definition of rounding, sharing no code with the kernels.
#ifndef TEST_KERNELS_EXACT_H
#define TEST_KERNELS_EXACT_H

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace exact {

using Wide = __int128;

inline Wide floorDiv(Wide n, Wide d) {
  Wide q = n / d;
  return q * d > n ? q - 1 : q;
}

// num / 2^shift, rounded as machine rule N4 names: 0 half up, 1 TOSA double, 2 half away, 3 half even.
inline Wide roundShifted(Wide num, unsigned shift, int rounding) {
  Wide den = Wide(1) << shift;
  Wide floor = floorDiv(num, den), twice = 2 * (num - floor * den);
  bool tie = twice == den, above = twice > den;
  switch (rounding) {
  case 0:
    return floor + (above || tie);
  case 1:
    // TOSA: for large shifts the product is first biased by half a unit of bit 31, away from zero.
    return roundShifted(num + (shift > 31 ? (num < 0 ? -(Wide(1) << 30) : Wide(1) << 30) : 0), shift, 0);
  case 2:
    return floor + (above || (tie && num > 0));
  default:
    return floor + (above || (tie && (floor & 1)));
  }
}

inline int64_t clamp(Wide v, int64_t low, int64_t high) {
  return v < low ? low : v > high ? high : int64_t(v);
}

// A seeded source of integers, the same on every standard library.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  int64_t in(int64_t low, int64_t high) { return low + int64_t(engine() % uint64_t(high - low + 1)); }
  std::vector<int8_t> bytes(int64_t count) {
    std::vector<int8_t> values(static_cast<size_t>(count));
    for (int8_t &v : values)
      v = int8_t(in(-128, 127));
    return values;
  }
  std::vector<float> reals(int64_t count) {
    std::vector<float> values(static_cast<size_t>(count));
    for (float &v : values)
      v = float(in(-4096, 4096)) / 1024.0f;
    return values;
  }

private:
  std::mt19937_64 engine;
};

} // namespace exact

#endif

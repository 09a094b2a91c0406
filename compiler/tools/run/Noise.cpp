#include "compiler/tools/run/Noise.h"

#include "runtime/tensor.h"

#include <cstring>

namespace npu {

/// splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
static uint64_t next(uint64_t &state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// The little-endian bits of one element.
static uint64_t element(uint32_t type, uint64_t bits) {
  uint64_t out = bits;
  float f32 = float(int64_t(bits >> 40) - (1 << 23)) / float(1 << 23);
  double f64 = f32;
  switch (type) {
  case NPU_TYPE_BOOL: return bits & 1;
  case NPU_TYPE_I32:
  case NPU_TYPE_I64: return uint64_t(int64_t(int8_t(bits)));
  case NPU_TYPE_U32:
  case NPU_TYPE_U64: return bits & 0xFF;
  case NPU_TYPE_F32: std::memcpy(&out, &f32, sizeof f32); return out;
  case NPU_TYPE_F64: std::memcpy(&out, &f64, sizeof f64); return out;
  // Sign, an exponent of 2^-8 .. 2^-1, any mantissa.
  case NPU_TYPE_F16: return (bits & 0x8000) | (7 + (bits >> 16) % 8) << 10 | (bits & 0x3FF);
  default: return bits;
  }
}

std::vector<uint8_t> noise(uint32_t type, uint64_t count, uint64_t seed, uint64_t stream) {
  const uint32_t bytes = npu_type_bytes(type);
  std::vector<uint8_t> data(count * bytes);
  uint64_t state = seed;
  state = next(state) + stream;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t bits = element(type, next(state));
    std::memcpy(data.data() + i * bytes, &bits, bytes);
  }
  return data;
}

} // namespace npu

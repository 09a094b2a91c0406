// Between arrays without gaps and tensors with strides.
#ifndef COMPILER_TOOLS_RUN_STRIDED_H
#define COMPILER_TOOLS_RUN_STRIDED_H

#include <cstdint>
#include <vector>

namespace npu {

/// Extents in elements, strides in bytes; extents are at least 1.
struct Strided {
  uint64_t elementBytes = 1;
  std::vector<uint64_t> shape, strides;
};

/// packed (C order) -> strided; bytes between elements keep their value.
void scatter(const uint8_t *packed, uint8_t *strided, const Strided &layout);
/// strided -> packed (C order).
void gather(const uint8_t *strided, uint8_t *packed, const Strided &layout);

} // namespace npu

#endif

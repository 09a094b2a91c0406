// Seeded input data, the same on every machine.
#ifndef COMPILER_TOOLS_RUN_NOISE_H
#define COMPILER_TOOLS_RUN_NOISE_H

#include <cstdint>
#include <vector>

namespace npu {

/// count elements of an npu_type: i8, u8, i16 and u16 over their whole range, wider integers in
/// -128..127 (unsigned 0..255), bool 0 or 1, floats in [-1, 1). Draws of one seed and stream are equal.
std::vector<uint8_t> noise(uint32_t type, uint64_t count, uint64_t seed, uint64_t stream);

} // namespace npu

#endif

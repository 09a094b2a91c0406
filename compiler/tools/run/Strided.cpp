#include "compiler/tools/run/Strided.h"

#include <cstring>

namespace npu {

/// Calls visit(packed offset, strided offset) for each element.
template <typename Visit> static void walk(const Strided &layout, Visit visit) {
  const size_t rank = layout.shape.size();
  std::vector<uint64_t> index(rank, 0);
  uint64_t packed = 0, strided = 0;
  for (;;) {
    visit(packed, strided);
    packed += layout.elementBytes;
    size_t dim = rank;
    for (; dim > 0; --dim) {
      strided += layout.strides[dim - 1];
      if (++index[dim - 1] < layout.shape[dim - 1])
        break;
      strided -= layout.shape[dim - 1] * layout.strides[dim - 1];
      index[dim - 1] = 0;
    }
    if (dim == 0)
      return;
  }
}

/// The bytes of a tensor without gaps, else 0: one copy then does.
static uint64_t packedBytes(const Strided &layout) {
  uint64_t bytes = layout.elementBytes;
  for (size_t i = layout.shape.size(); i-- > 0; bytes *= layout.shape[i])
    if (layout.strides[i] != bytes)
      return 0;
  return bytes;
}

void scatter(const uint8_t *packed, uint8_t *strided, const Strided &layout) {
  if (uint64_t bytes = packedBytes(layout)) {
    std::memcpy(strided, packed, bytes);
    return;
  }
  walk(layout, [&](uint64_t from, uint64_t to) { std::memcpy(strided + to, packed + from, layout.elementBytes); });
}

void gather(const uint8_t *strided, uint8_t *packed, const Strided &layout) {
  if (uint64_t bytes = packedBytes(layout)) {
    std::memcpy(packed, strided, bytes);
    return;
  }
  walk(layout, [&](uint64_t to, uint64_t from) { std::memcpy(packed + to, strided + from, layout.elementBytes); });
}

} // namespace npu

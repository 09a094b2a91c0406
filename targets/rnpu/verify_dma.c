/* DMA: both ends inside their spaces, legal destinations, no overlap. */
#include "targets/rnpu/verify_check.h"

typedef struct {
  int64_t low, high; /* bytes [low, high) */
} byte_span;

static int span_of(uint64_t offset, const int64_t stride[4], const uint32_t extent[4], int64_t element,
                   byte_span *span) {
  if (offset > (uint64_t)(INT64_MAX - element))
    return 0;
  span->low = (int64_t)offset;
  span->high = (int64_t)offset + element;
  for (int i = 0; i < 4; ++i) {
    int64_t reach;
    if (__builtin_mul_overflow((int64_t)extent[i] - 1, stride[i], &reach) ||
        __builtin_add_overflow(reach < 0 ? span->low : span->high, reach, reach < 0 ? &span->low : &span->high))
      return 0;
  }
  return span->low >= 0;
}

static uint64_t space_bytes(const rnpu_check *check, uint32_t space, uint32_t region) {
  switch (space) {
  case RNPU_SPACE_DRAM: return check->limits->region_bytes[region];
  case RNPU_SPACE_SRAM: return check->config->sram_bytes;
  case RNPU_SPACE_PRM: return (uint64_t)check->config->prm_records * RNPU_PRM_BYTES;
  default: return check->config->lut_bytes;
  }
}

static npu_status check_end_of(rnpu_check *check, const char *name, uint32_t space, uint32_t region, uint64_t offset,
                               const int64_t stride[4], const rnpu_dma *dma, byte_span *span) {
  if (space > RNPU_SPACE_LUT)
    return RNPU_REFUSE(check, "%s: unknown space %u", name, space);
  if (space == RNPU_SPACE_DRAM ? region >= NPU_REGION_COUNT : region != 0)
    return RNPU_REFUSE(check, "%s: no region %u in space %u", name, region, space);
  uint64_t size = space_bytes(check, space, region);
  if (!span_of(offset, stride, dma->extent, dma->element_bytes, span) || (uint64_t)span->high > size)
    return RNPU_REFUSE(check, "%s: bytes from offset %llu leave the %llu of space %u, region %u", name,
                       (unsigned long long)offset, (unsigned long long)size, space, region);
  return NPU_OK;
}

/* Nested strides: sorted by size, each clears all that the smaller ones span. */
static int destination_is_injective(const rnpu_dma *dma) {
  uint64_t span = dma->element_bytes;
  int used[4] = {0, 0, 0, 0};
  for (int round = 0; round < 4; ++round) {
    int best = -1;
    uint64_t least = 0;
    for (int i = 0; i < 4; ++i) {
      uint64_t step = dma->dst_stride[i] < 0 ? 0 - (uint64_t)dma->dst_stride[i] : (uint64_t)dma->dst_stride[i];
      if (!used[i] && dma->extent[i] > 1 && (best < 0 || step < least)) {
        best = i;
        least = step;
      }
    }
    if (best < 0)
      return 1;
    if (least < span)
      return 0;
    used[best] = 1;
    span += least * (dma->extent[best] - 1);
  }
  return 1;
}

static int is_input(uint32_t region) { return region >= NPU_REGION_INPUT_0 && region < NPU_REGION_OUTPUT_0; }

npu_status rnpu_check_dma(rnpu_check *check, const rnpu_dma *dma) {
  if (dma->element_bytes != 1 && dma->element_bytes != 2 && dma->element_bytes != 4)
    return RNPU_REFUSE(check, "element of %u bytes, must be 1, 2 or 4", dma->element_bytes);
  if (dma->fill > 1)
    return RNPU_REFUSE(check, "fill is %u, must be 0 or 1", dma->fill);
  for (int i = 0; i < 4; ++i)
    if (dma->extent[i] == 0)
      return RNPU_REFUSE(check, "extent %d is 0", i);
  byte_span src = {0, 0}, dst = {0, 0};
  RNPU_TRY(check_end_of(check, "destination", dma->dst_space, dma->dst_region, dma->dst_offset, dma->dst_stride, dma,
                        &dst));
  if (dma->dst_space == RNPU_SPACE_DRAM && (dma->dst_region == NPU_REGION_CONSTANTS || is_input(dma->dst_region)))
    return RNPU_REFUSE(check, "destination region %u is read only", dma->dst_region);
  if (!destination_is_injective(dma))
    return RNPU_REFUSE(check, "the destination strides overlap");
  if (dma->fill)
    return NPU_OK;
  RNPU_TRY(check_end_of(check, "source", dma->src_space, dma->src_region, dma->src_offset, dma->src_stride, dma, &src));
  if (dma->src_space == RNPU_SPACE_DRAM && dma->dst_space == RNPU_SPACE_DRAM && dma->src_region == dma->dst_region &&
      src.low < dst.high && dst.low < src.high)
    return RNPU_REFUSE(check, "source and destination share a range of region %u", dma->src_region);
  return NPU_OK;
}

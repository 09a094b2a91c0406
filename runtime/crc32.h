/* CRC-32 of IEEE 802.3, as zlib's crc32(): start with 0 and chain the results. */
#ifndef NPU_RUNTIME_CRC32_H
#define NPU_RUNTIME_CRC32_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint32_t npu_crc32(uint32_t crc, const void *data, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif

/* The second half of npu_blob_open(): what the tables say, once the sections are found. */
#ifndef NPU_RUNTIME_VERIFY_TABLES_H
#define NPU_RUNTIME_VERIFY_TABLES_H

#include "runtime/npu.h"

/* Each checks every entry of its table. Error: FORMAT, naming the entry's index. */
npu_status npu_verify_strings(const npu_blob *blob, npu_error *error);
npu_status npu_verify_tensors(const npu_blob *blob, npu_error *error);
npu_status npu_verify_steps(const npu_blob *blob, npu_error *error);
npu_status npu_verify_operands(const npu_blob *blob, npu_error *error);

/* Needs the other four to have passed. */
npu_status npu_verify_programs(const npu_blob *blob, npu_error *error);

/* Whether [offset, offset + bytes) lies within [0, limit), without overflow. */
static inline int npu_range_fits(uint64_t offset, uint64_t bytes, uint64_t limit) {
  return bytes <= limit && offset <= limit - bytes;
}

#endif

/* Kernels as a blob calls them: by name, on operands it describes, with attributes in the kernel's own struct.
 *
 * The compiler's evaluator and the runtime's CPU steps make the same calls: a network gives the same bits in both. */
#ifndef NPU_RUNTIME_KERNELS_CALLS_CALL_H
#define NPU_RUNTIME_KERNELS_CALLS_CALL_H

#include "runtime/format/blob.h"
#include "runtime/kernels/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NPU_CALL_MAX_OPERANDS 128u

typedef struct {
  const npu_blob_operand *operands; /* inputs, then outputs; dense and row-major; region and offset do not matter here */
  void *const *data;                /* of each operand, aligned to its element; null while the call is checked */
  uint32_t inputs, outputs;         /* at most NPU_CALL_MAX_OPERANDS together */
  const void *attributes;           /* 8-byte aligned */
  uint64_t attribute_bytes;
} npu_call;

typedef struct {
  const char *name;
  uint32_t version; /* of its attributes and its results */
  /* Whether run() may be called: operand counts, types and extents, and every attribute. Trusts nothing but that the
   * operands lie in memory. Null, or what is wrong. */
  const char *(*check)(const npu_call *call);
  /* Null, or why these values have no result. No allocation. */
  const char *(*run)(const npu_call *call);
} npu_kernel;

/* Every kernel of this library, ended by null. A build for one blob lists only those it names. */
extern const npu_kernel *const npu_kernels[];

/* The kernel of that name and version in a list ended by null; null if there is none. */
const npu_kernel *npu_find_kernel(const npu_kernel *const *kernels, const char *name, uint32_t version);

#ifdef __cplusplus
}
#endif

#endif

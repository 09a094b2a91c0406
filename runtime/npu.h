/* The runtime: load a blob, bind memory, run. C11, freestanding, allocates nothing.
 *
 *   npu_blob blob;              npu_blob_open(&blob, bytes, size, &error);
 *   npu_request request;        npu_request_init(&request, &blob, 0, device, &memory, &error);
 *   npu_set_input(&request, 0, data, bytes, NPU_COPY, &error);
 *   npu_infer(&request, &error);
 *   npu_get_output(&request, 0, data, bytes, &error);
 *
 * The caller owns all memory: the blob's bytes (8-byte aligned, unchanged while in
 * use), the structs, and a workspace whose size npu_workspace_bytes() tells.
 * A blob is untrusted: open() and init() verify everything once, after which
 * inference checks nothing but the caller's own arguments. */
#ifndef NPU_RUNTIME_NPU_H
#define NPU_RUNTIME_NPU_H

#include <stddef.h>
#include "runtime/device.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NPU_VERSION_MAJOR 0
#define NPU_VERSION_MINOR 1
#define NPU_VERSION_PATCH 0

/* A verified view of a blob: pointers into the caller's bytes. */
typedef struct {
  const uint8_t *bytes;
  uint64_t size;
  const npu_blob_header *header;
  const char *strings; uint64_t strings_bytes;
  const npu_blob_program *programs; uint32_t program_count;
  const npu_blob_tensor *tensors; uint32_t tensor_count;
  const npu_blob_step *steps; uint32_t step_count;
  const uint8_t *commands; uint64_t command_bytes;
  const uint8_t *constants; uint64_t constant_bytes;
  const void *target; uint64_t target_bytes;
  const npu_blob_kernel *kernels; uint32_t kernel_count;
  const npu_blob_operand *operands; uint32_t operand_count;
  const uint8_t *attributes; uint64_t attribute_bytes;
  const npu_blob_debug *debug; uint32_t debug_count; /* 0 when stripped */
  const char *metadata; uint64_t metadata_bytes;     /* not NUL terminated; 0 when stripped */
} npu_blob;

/* Verifies header, checksum, sections, every table entry and every string offset.
 * bytes must be 8-byte aligned. Errors: FORMAT, VERSION (prints both versions), ARGUMENT. */
npu_status npu_blob_open(npu_blob *blob, const void *bytes, uint64_t size, npu_error *error);

/* The string at an offset that open() verified. */
const char *npu_blob_string(const npu_blob *blob, uint32_t offset);

typedef struct {
  const char *name;
  uint8_t type, layout, rank;
  uint64_t dims[NPU_BLOB_MAX_RANK];    /* elements */
  uint64_t strides[NPU_BLOB_MAX_RANK]; /* bytes */
  uint64_t bytes;
  uint32_t alignment; /* bytes */
  float scale;
  int32_t zero_point;
} npu_tensor_attr;

/* index counts inputs (or outputs) of the program in ONNX order. Error: ARGUMENT. */
npu_status npu_input_attr(const npu_blob *blob, uint32_t program, uint32_t index, npu_tensor_attr *attr);
npu_status npu_output_attr(const npu_blob *blob, uint32_t program, uint32_t index, npu_tensor_attr *attr);

/* Bytes a request's workspace needs: arena, persistent state and one private copy of
 * each input and output, each NPU_BLOB_ALIGN aligned. Error: ARGUMENT. */
npu_status npu_workspace_bytes(const npu_blob *blob, uint32_t program, uint64_t *bytes);

typedef struct {
  const npu_blob *blob;
  uint32_t program;
  npu_device *device;
  npu_region regions[NPU_REGION_COUNT];
  uint8_t *private_io[NPU_MAX_INPUTS + NPU_MAX_OUTPUTS]; /* inside the workspace */
} npu_request;

/* Verifies every command with the device, lays out the workspace (NPU_BLOB_ALIGN aligned)
 * and zeroes persistent state. Errors: ARGUMENT, MEMORY (needed and available), VERSION, PROGRAM, UNSUPPORTED. */
npu_status npu_request_init(npu_request *request, const npu_blob *blob, uint32_t program,
                            npu_device *device, void *workspace, uint64_t workspace_bytes, npu_error *error);

/* NPU_COPY: data is copied now and may change afterwards. NPU_BORROW: the device reads (or
 * writes) data itself during npu_infer; it must be aligned as the tensor's attr says. */
typedef enum { NPU_COPY = 0, NPU_BORROW = 1 } npu_ownership;

/* bytes must equal attr.bytes. Error: ARGUMENT (got and wanted). */
npu_status npu_set_input(npu_request *request, uint32_t index, const void *data, uint64_t bytes,
                         npu_ownership ownership, npu_error *error);
/* Where output `index` goes; without this call it goes to the workspace. */
npu_status npu_set_output(npu_request *request, uint32_t index, void *data, uint64_t bytes, npu_error *error);
npu_status npu_get_output(const npu_request *request, uint32_t index, void *data, uint64_t bytes, npu_error *error);
/* A view of the output in place, valid until the next npu_infer. */
const void *npu_output_data(const npu_request *request, uint32_t index);

/* Runs all steps. Every input must have been set. No allocation, no lock, no parsing. */
npu_status npu_infer(npu_request *request, npu_error *error);

#ifdef __cplusplus
}
#endif

#endif

#include "runtime/workspace.h"

static int add_part(uint64_t *sum, uint64_t bytes) {
  if (bytes > UINT64_MAX - NPU_BLOB_ALIGN || npu_workspace_part(bytes) > UINT64_MAX - *sum)
    return 1;
  *sum += npu_workspace_part(bytes);
  return 0;
}

int npu_workspace_sum(const npu_blob *blob, const npu_blob_program *program, uint64_t *bytes) {
  uint64_t sum = 0;
  if (add_part(&sum, program->arena_bytes) || add_part(&sum, program->persistent_bytes))
    return 1;
  for (uint32_t i = 0; i < program->input_count + program->output_count; ++i)
    if (add_part(&sum, blob->tensors[program->first_tensor + i].bytes))
      return 1;
  *bytes = sum;
  return 0;
}

npu_status npu_workspace_bytes(const npu_blob *blob, uint32_t program, uint64_t *bytes) {
  if (!blob || !bytes || program >= blob->program_count)
    return NPU_ERROR_ARGUMENT;
  /* open() has excluded overflow. */
  return npu_workspace_sum(blob, &blob->programs[program], bytes) ? NPU_ERROR_ARGUMENT : NPU_OK;
}

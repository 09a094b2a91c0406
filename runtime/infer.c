#include "runtime/npu.h"

static npu_status check_inputs(const npu_request *request, const npu_blob_program *program, npu_error *error) {
  for (uint32_t i = 0; i < program->input_count; ++i)
    if (!request->regions[NPU_REGION_INPUT_0 + i].base)
      return npu_fail(error, NPU_ERROR_ARGUMENT, "input %u '%s' has not been set", i,
                      npu_blob_string(request->blob, request->blob->tensors[program->first_tensor + i].name));
  return NPU_OK;
}

npu_status npu_infer(npu_request *request, npu_error *error) {
  if (!request || !request->blob)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "npu_infer: a null pointer");
  const npu_blob *blob = request->blob;
  const npu_blob_program *program = &blob->programs[request->program];
  npu_status status = check_inputs(request, program, error);
  for (uint32_t i = 0; !status && i < program->step_count; ++i) {
    /* npu_request_init() has refused every step that is not a segment. */
    const npu_blob_step *step = &blob->steps[program->first_step + i];
    npu_segment segment = {blob->commands + step->commands, step->command_bytes, step->command_count};
    status = request->device->run(request->device, &segment, request->regions, error);
  }
  return status;
}

#include "runtime/npu.h"
#include "runtime/verify_tables.h"
#include "runtime/workspace.h"

typedef unsigned long long u64;

static npu_status check_device(const npu_blob_header *header, const npu_device *device, npu_error *error) {
  if (header->isa != device->isa)
    return npu_fail(error, NPU_ERROR_VERSION, "the blob holds commands of ISA 0x%x (target '%s'), the device runs 0x%x",
                    header->isa, header->target_name, device->isa);
  if (header->isa_major != device->isa_major || header->isa_minor > device->isa_minor)
    return npu_fail(error, NPU_ERROR_VERSION, "the blob holds commands of ISA version %u.%u, the device runs %u.%u",
                    (unsigned)header->isa_major, (unsigned)header->isa_minor, (unsigned)device->isa_major,
                    (unsigned)device->isa_minor);
  return NPU_OK;
}

static npu_limits limits_of(const npu_blob *blob, const npu_blob_program *program) {
  npu_limits limits = {{0}, blob->debug_count};
  limits.region_bytes[NPU_REGION_CONSTANTS] = blob->constant_bytes;
  limits.region_bytes[NPU_REGION_ARENA] = program->arena_bytes;
  limits.region_bytes[NPU_REGION_PERSISTENT] = program->persistent_bytes;
  for (uint32_t i = 0; i < program->input_count + program->output_count; ++i) {
    const npu_blob_tensor *tensor = &blob->tensors[program->first_tensor + i];
    limits.region_bytes[tensor->region] = tensor->bytes;
  }
  return limits;
}

static npu_status check_cpu_step(const npu_blob *blob, const npu_blob_step *step, const npu_limits *limits,
                                 npu_error *error) {
  const npu_blob_kernel *kernel = &blob->kernels[step->kernel];
  for (uint32_t i = 0; i < (uint32_t)step->operand_inputs + step->operand_outputs; ++i) {
    const npu_blob_operand *operand = &blob->operands[step->first_operand + i];
    if (!npu_range_fits(operand->offset, operand->bytes, limits->region_bytes[operand->region]))
      return npu_fail(error, NPU_ERROR_FORMAT, "CPU step '%s': operand %u lies outside its region",
                      npu_blob_string(blob, step->name), i);
    if (i >= step->operand_inputs && operand->region == NPU_REGION_CONSTANTS)
      return npu_fail(error, NPU_ERROR_FORMAT, "CPU step '%s': operand %u would write constants",
                      npu_blob_string(blob, step->name), i);
  }
  return npu_fail(error, NPU_ERROR_UNSUPPORTED, "CPU step '%s' needs kernel '%s' version %u, which this build lacks",
                  npu_blob_string(blob, step->name), npu_blob_string(blob, kernel->name), kernel->version);
}

static npu_status check_steps(const npu_blob *blob, const npu_blob_program *program, npu_device *device,
                              npu_error *error) {
  npu_limits limits = limits_of(blob, program);
  for (uint32_t i = 0; i < program->step_count; ++i) {
    const npu_blob_step *step = &blob->steps[program->first_step + i];
    npu_status status;
    if (step->kind == NPU_STEP_CPU) {
      status = check_cpu_step(blob, step, &limits, error);
    } else {
      npu_segment segment = {blob->commands + step->commands, step->command_bytes, step->command_count};
      status = device->verify(device, blob->target, blob->target_bytes, &segment, &limits, error);
    }
    if (status)
      return status;
  }
  return NPU_OK;
}

static uint8_t *take(uint8_t **at, uint64_t bytes) {
  uint8_t *part = *at;
  *at += npu_workspace_part(bytes);
  return part;
}

static void set_region(npu_request *request, uint32_t region, uint8_t *base, uint64_t bytes) {
  request->regions[region].base = bytes ? base : 0;
  request->regions[region].bytes = bytes;
}

/* An input's base stays 0 until it is set: that is how npu_infer knows. */
static void lay_out(npu_request *request, const npu_blob_program *program, uint8_t *workspace) {
  const npu_blob *blob = request->blob;
  set_region(request, NPU_REGION_CONSTANTS, (uint8_t *)(uintptr_t)blob->constants, blob->constant_bytes);
  set_region(request, NPU_REGION_ARENA, take(&workspace, program->arena_bytes), program->arena_bytes);
  uint8_t *persistent = take(&workspace, program->persistent_bytes);
  set_region(request, NPU_REGION_PERSISTENT, persistent, program->persistent_bytes);
  for (uint64_t i = 0; i < program->persistent_bytes; ++i)
    persistent[i] = 0;
  for (uint32_t i = 0; i < program->input_count + program->output_count; ++i) {
    const npu_blob_tensor *tensor = &blob->tensors[program->first_tensor + i];
    request->private_io[i] = take(&workspace, tensor->bytes);
    request->regions[tensor->region].base = i < program->input_count ? 0 : request->private_io[i];
    request->regions[tensor->region].bytes = tensor->bytes;
  }
}

npu_status npu_request_init(npu_request *request, const npu_blob *blob, uint32_t program, npu_device *device,
                            void *workspace, uint64_t workspace_bytes, npu_error *error) {
  if (!request || !blob || !device)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "npu_request_init: a null pointer");
  if (program >= blob->program_count)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "program %u of a blob with %u", program, blob->program_count);
  uint64_t needed = 0;
  npu_workspace_bytes(blob, program, &needed);
  if (workspace_bytes < needed || (needed && !workspace))
    return npu_fail(error, NPU_ERROR_MEMORY, "the workspace needs %llu bytes, %llu are available", (u64)needed,
                    (u64)(workspace ? workspace_bytes : 0));
  if ((uintptr_t)workspace % NPU_BLOB_ALIGN)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "the workspace must be %u-byte aligned", NPU_BLOB_ALIGN);
  const npu_blob_program *entry = &blob->programs[program];
  npu_status status = check_device(blob->header, device, error);
  if (!status)
    status = check_steps(blob, entry, device, error);
  if (status)
    return status;
  *request = (npu_request){.blob = blob, .program = program, .device = device};
  lay_out(request, entry, workspace);
  return NPU_OK;
}

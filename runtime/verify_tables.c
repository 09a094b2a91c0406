#include "runtime/verify_tables.h"

#include "runtime/tensor.h"
#include "runtime/workspace.h"

typedef unsigned long long u64;

static int is_string(const npu_blob *blob, uint32_t offset) { return offset < blob->strings_bytes; }

/* The last byte being NUL, every offset within the section has its own NUL. */
npu_status npu_verify_strings(const npu_blob *blob, npu_error *error) {
  if (!blob->strings_bytes || blob->strings[0] || blob->strings[blob->strings_bytes - 1])
    return npu_fail(error, NPU_ERROR_FORMAT, "the string section must start and end with a NUL byte");
  for (uint32_t i = 0; i < blob->debug_count; ++i)
    if (!is_string(blob, blob->debug[i].nodes) || !is_string(blob, blob->debug[i].op))
      return npu_fail(error, NPU_ERROR_FORMAT, "debug entry %u: string offset outside the %llu bytes of strings", i,
                      (u64)blob->strings_bytes);
  for (uint32_t i = 0; i < blob->kernel_count; ++i)
    if (!is_string(blob, blob->kernels[i].name))
      return npu_fail(error, NPU_ERROR_FORMAT, "kernel %u: name outside the %llu bytes of strings", i,
                      (u64)blob->strings_bytes);
  return NPU_OK;
}

/* Written so that NaN fails. */
static int is_scale(float scale) { return scale >= 0.0f && scale <= 3.402823466e38f; }

static const char *tensor_defect(const npu_blob *blob, const npu_blob_tensor *tensor) {
  if (!is_string(blob, tensor->name))
    return "name outside the strings";
  if (!npu_type_bytes(tensor->type))
    return "unknown element type";
  if (tensor->layout > NPU_LAYOUT_NHWC)
    return "unknown layout";
  if (tensor->rank > NPU_BLOB_MAX_RANK)
    return "rank above 8";
  if (tensor->dynamic >> tensor->rank)
    return "a dynamic dimension beyond the rank";
  for (uint32_t i = tensor->rank; i < NPU_BLOB_MAX_RANK; ++i)
    if (tensor->dims[i] || tensor->strides[i])
      return "an unused dimension or stride is not zero";
  if (npu_tensor_span(tensor->type, tensor->rank, tensor->dims, tensor->strides) > tensor->bytes)
    return "a dimension is zero, or dimensions and strides reach past its bytes";
  if (npu_tensor_packed_bytes(tensor->type, tensor->rank, tensor->dims) > tensor->bytes)
    return "its elements share bytes";
  if (!tensor->alignment || (tensor->alignment & (tensor->alignment - 1)) || tensor->alignment > NPU_BLOB_ALIGN)
    return "alignment is not a power of two up to 64";
  if (tensor->region >= NPU_REGION_COUNT)
    return "unknown region";
  if (!is_scale(tensor->scale))
    return "scale is negative, infinite or not a number";
  return 0;
}

npu_status npu_verify_tensors(const npu_blob *blob, npu_error *error) {
  for (uint32_t i = 0; i < blob->tensor_count; ++i) {
    const npu_blob_tensor *tensor = &blob->tensors[i];
    const char *defect = tensor_defect(blob, tensor);
    if (defect)
      return npu_fail(error, NPU_ERROR_FORMAT, "tensor %u: %s", i, defect);
    if (tensor->dynamic && !(blob->header->required_features & NPU_FEATURE_DYNAMIC_EXTENT))
      return npu_fail(error, NPU_ERROR_FORMAT, "tensor %u: has dynamic extents, which the header does not announce", i);
  }
  return NPU_OK;
}

static const char *segment_defect(const npu_blob *blob, const npu_blob_step *step) {
  if ((step->commands | step->command_bytes) & 7)
    return "commands are not a multiple of 8 bytes";
  if (!npu_range_fits(step->commands, step->command_bytes, blob->command_bytes))
    return "commands outside the command section";
  return 0;
}

static const char *cpu_step_defect(const npu_blob *blob, const npu_blob_step *step) {
  if (!(blob->header->required_features & NPU_FEATURE_CPU_STEPS))
    return "is a CPU step, which the header does not announce";
  if (step->kernel >= blob->kernel_count)
    return "kernel outside the kernel table";
  uint64_t operands = (uint64_t)step->operand_inputs + step->operand_outputs;
  if (!npu_range_fits(step->first_operand, operands, blob->operand_count))
    return "operands outside the operand table";
  if (!npu_range_fits(step->attributes, step->attribute_bytes, blob->attribute_bytes))
    return "attributes outside the attribute section";
  return 0;
}

static const char *step_defect(const npu_blob *blob, const npu_blob_step *step) {
  if (!is_string(blob, step->name))
    return "name outside the strings";
  switch (step->kind) {
  case NPU_STEP_SEGMENT: return segment_defect(blob, step);
  case NPU_STEP_CPU: return cpu_step_defect(blob, step);
  default: return "unknown kind";
  }
}

/* Ranges that ascend bound the work of checking and listing by the file's size. */
npu_status npu_verify_steps(const npu_blob *blob, npu_error *error) {
  uint64_t end = 0;
  for (uint32_t i = 0; i < blob->step_count; ++i) {
    const npu_blob_step *step = &blob->steps[i];
    const char *defect = step_defect(blob, step);
    if (!defect && step->kind == NPU_STEP_SEGMENT && step->commands < end)
      defect = "commands overlap an earlier step's";
    if (defect)
      return npu_fail(error, NPU_ERROR_FORMAT, "step %u: %s", i, defect);
    if (step->kind == NPU_STEP_SEGMENT)
      end = step->commands + step->command_bytes;
  }
  return NPU_OK;
}

static const char *operand_defect(const npu_blob_operand *operand) {
  if (operand->region >= NPU_REGION_COUNT)
    return "unknown region";
  if (!npu_type_bytes(operand->type))
    return "unknown element type";
  if (operand->rank > NPU_BLOB_MAX_RANK)
    return "rank above 8";
  if (operand->reserved)
    return "reserved bytes are not zero";
  uint64_t bytes = npu_tensor_packed_bytes(operand->type, operand->rank, operand->dims);
  return bytes > operand->bytes ? "dimensions reach past its bytes" : 0;
}

npu_status npu_verify_operands(const npu_blob *blob, npu_error *error) {
  for (uint32_t i = 0; i < blob->operand_count; ++i) {
    const char *defect = operand_defect(&blob->operands[i]);
    if (defect)
      return npu_fail(error, NPU_ERROR_FORMAT, "operand %u: %s", i, defect);
  }
  return NPU_OK;
}

static const char *program_io_defect(const npu_blob *blob, const npu_blob_program *program) {
  if (program->input_count > NPU_MAX_INPUTS || program->output_count > NPU_MAX_OUTPUTS)
    return "more than 128 inputs or outputs";
  uint64_t count = (uint64_t)program->input_count + program->output_count;
  if (!npu_range_fits(program->first_tensor, count, blob->tensor_count))
    return "tensors outside the tensor table";
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t region = i < program->input_count ? NPU_REGION_INPUT_0 + i
                                               : NPU_REGION_OUTPUT_0 + (i - program->input_count);
    if (blob->tensors[program->first_tensor + i].region != region)
      return "an input or output names another region than its own";
  }
  return 0;
}

static const char *program_defect(const npu_blob *blob, const npu_blob_program *program) {
  if (!is_string(blob, program->name))
    return "name outside the strings";
  if (program->reserved)
    return "reserved bytes are not zero";
  const char *defect = program_io_defect(blob, program);
  if (defect)
    return defect;
  if (!npu_range_fits(program->first_step, program->step_count, blob->step_count))
    return "steps outside the step table";
  if (program->persistent_bytes && !(blob->header->required_features & NPU_FEATURE_PERSISTENT))
    return "has persistent state, which the header does not announce";
  uint64_t bytes;
  return npu_workspace_sum(blob, program, &bytes) ? "its memory needs overflow 64 bits" : 0;
}

npu_status npu_verify_programs(const npu_blob *blob, npu_error *error) {
  if (!blob->program_count)
    return npu_fail(error, NPU_ERROR_FORMAT, "no program in the blob");
  uint64_t end = 0;
  for (uint32_t i = 0; i < blob->program_count; ++i) {
    const npu_blob_program *program = &blob->programs[i];
    const char *defect = program_defect(blob, program);
    if (!defect && program->first_step < end)
      defect = "steps overlap an earlier program's";
    if (defect)
      return npu_fail(error, NPU_ERROR_FORMAT, "program %u: %s", i, defect);
    end = (uint64_t)program->first_step + program->step_count;
  }
  return NPU_OK;
}

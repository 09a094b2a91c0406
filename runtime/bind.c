/* The caller's side of a request: what the border looks like, inputs in, outputs out. */
#include "runtime/npu.h"

typedef unsigned long long u64;

static void copy_bytes(uint8_t *to, const uint8_t *from, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; ++i)
    to[i] = from[i];
}

static void fill_attr(const npu_blob *blob, const npu_blob_tensor *tensor, npu_tensor_attr *attr) {
  attr->name = npu_blob_string(blob, tensor->name);
  attr->type = tensor->type;
  attr->layout = tensor->layout;
  attr->rank = tensor->rank;
  for (uint32_t i = 0; i < NPU_BLOB_MAX_RANK; ++i) {
    attr->dims[i] = tensor->dims[i];
    attr->strides[i] = tensor->strides[i];
  }
  attr->bytes = tensor->bytes;
  attr->alignment = tensor->alignment;
  attr->scale = tensor->scale;
  attr->zero_point = tensor->zero_point;
}

npu_status npu_input_attr(const npu_blob *blob, uint32_t program, uint32_t index, npu_tensor_attr *attr) {
  if (!blob || !attr || program >= blob->program_count || index >= blob->programs[program].input_count)
    return NPU_ERROR_ARGUMENT;
  fill_attr(blob, &blob->tensors[blob->programs[program].first_tensor + index], attr);
  return NPU_OK;
}

npu_status npu_output_attr(const npu_blob *blob, uint32_t program, uint32_t index, npu_tensor_attr *attr) {
  if (!blob || !attr || program >= blob->program_count || index >= blob->programs[program].output_count)
    return NPU_ERROR_ARGUMENT;
  const npu_blob_program *entry = &blob->programs[program];
  fill_attr(blob, &blob->tensors[entry->first_tensor + entry->input_count + index], attr);
  return NPU_OK;
}

/* The tensor that the caller's index, pointer and size speak of, or 0 with the error told. */
static const npu_blob_tensor *checked_tensor(const npu_request *request, int is_output, uint32_t index,
                                             const void *data, uint64_t bytes, npu_error *error) {
  const char *side = is_output ? "output" : "input";
  if (!request || !data) {
    npu_fail(error, NPU_ERROR_ARGUMENT, "%s %u: a null pointer", side, index);
    return 0;
  }
  const npu_blob *blob = request->blob;
  const npu_blob_program *program = &blob->programs[request->program];
  uint32_t count = is_output ? program->output_count : program->input_count;
  if (index >= count) {
    npu_fail(error, NPU_ERROR_ARGUMENT, "%s %u of a program with %u", side, index, count);
    return 0;
  }
  const npu_blob_tensor *tensor =
      &blob->tensors[program->first_tensor + (is_output ? program->input_count : 0) + index];
  if (bytes != tensor->bytes) {
    npu_fail(error, NPU_ERROR_ARGUMENT, "%s %u '%s': got %llu bytes, wanted %llu", side, index,
             npu_blob_string(blob, tensor->name), (u64)bytes, (u64)tensor->bytes);
    return 0;
  }
  return tensor;
}

static npu_status check_alignment(const npu_request *request, const npu_blob_tensor *tensor, const void *data,
                                  npu_error *error) {
  if ((uintptr_t)data % tensor->alignment)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "'%s': the pointer must be a multiple of %u bytes to be used in place",
                    npu_blob_string(request->blob, tensor->name), tensor->alignment);
  return NPU_OK;
}

npu_status npu_set_input(npu_request *request, uint32_t index, const void *data, uint64_t bytes,
                         npu_ownership ownership, npu_error *error) {
  const npu_blob_tensor *tensor = checked_tensor(request, 0, index, data, bytes, error);
  if (!tensor)
    return NPU_ERROR_ARGUMENT;
  uint8_t **base = &request->regions[tensor->region].base;
  if (ownership == NPU_COPY) {
    copy_bytes(request->private_io[index], data, bytes);
    *base = request->private_io[index];
    return NPU_OK;
  }
  npu_status status = check_alignment(request, tensor, data, error);
  if (!status)
    *base = (uint8_t *)(uintptr_t)data; /* verify() keeps devices from writing inputs */
  return status;
}

npu_status npu_set_output(npu_request *request, uint32_t index, void *data, uint64_t bytes, npu_error *error) {
  const npu_blob_tensor *tensor = checked_tensor(request, 1, index, data, bytes, error);
  if (!tensor)
    return NPU_ERROR_ARGUMENT;
  npu_status status = check_alignment(request, tensor, data, error);
  if (!status)
    request->regions[tensor->region].base = data;
  return status;
}

npu_status npu_get_output(const npu_request *request, uint32_t index, void *data, uint64_t bytes, npu_error *error) {
  const npu_blob_tensor *tensor = checked_tensor(request, 1, index, data, bytes, error);
  if (!tensor)
    return NPU_ERROR_ARGUMENT;
  copy_bytes(data, request->regions[tensor->region].base, bytes);
  return NPU_OK;
}

const void *npu_output_data(const npu_request *request, uint32_t index) {
  if (!request || index >= request->blob->programs[request->program].output_count)
    return 0;
  return request->regions[NPU_REGION_OUTPUT_0 + index].base;
}

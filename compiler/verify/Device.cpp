#include "compiler/verify/Device.h"
#include "runtime/tensor.h"

namespace npu {

static std::string said(npu_status status, const npu_error &error) {
  return std::string(npu_status_name(status)) + ": " + error.text;
}

std::optional<std::string> CheckedDevice::open(const uint8_t *bytes, uint64_t size) {
  npu_error error = {};
  if (npu_status status = npu_blob_open(&blob, bytes, size, &error); status != NPU_OK)
    return said(status, error);
  const Payload *payload = findPayload(blob.header->isa);
  if (!payload)
    return "the blob is for no machine that can be simulated";
  SimulationOptions options;
  options.checked = true;
  options.hostWritesMemory = blob.step_count > 1;
  std::string fault;
  device = payload->simulate(blob, options, fault);
  if (!device)
    return fault;
  uint64_t needed = 0;
  npu_workspace_bytes(&blob, 0, &needed);
  workspace.reset(static_cast<uint8_t *>(std::aligned_alloc(NPU_BLOB_ALIGN, needed ? needed : NPU_BLOB_ALIGN)));
  if (!workspace)
    return "not enough memory for the simulator";
  if (npu_status status = npu_request_init(&request, &blob, 0, device.get(), workspace.get(), needed, &error); status != NPU_OK)
    return said(status, error);
  return std::nullopt;
}

static bool hasGaps(const npu_tensor_attr &attr) {
  return attr.bytes != npu_tensor_packed_bytes(attr.type, attr.rank, attr.dims);
}

std::optional<std::string> CheckedDevice::run(const std::vector<std::vector<uint8_t>> &inputs,
                                              std::vector<std::vector<uint8_t>> &outputs) {
  npu_error error = {};
  npu_tensor_attr attr = {};
  for (uint32_t index = 0; index < inputs.size(); ++index) {
    if (npu_input_attr(&blob, 0, index, &attr) != NPU_OK || hasGaps(attr) || attr.bytes != inputs[index].size())
      return "input " + std::to_string(index) + " of the blob is not the reference's";
    if (npu_status status = npu_set_input(&request, index, inputs[index].data(), attr.bytes, NPU_COPY, &error); status != NPU_OK)
      return said(status, error);
  }
  if (npu_status status = npu_infer(&request, &error); status != NPU_OK)
    return said(status, error);
  for (uint32_t index = 0; index < outputs.size(); ++index) {
    if (npu_output_attr(&blob, 0, index, &attr) != NPU_OK || hasGaps(attr))
      return "output " + std::to_string(index) + " of the blob is not the reference's";
    outputs[index].resize(attr.bytes);
    if (npu_status status = npu_get_output(&request, index, outputs[index].data(), attr.bytes, &error); status != NPU_OK)
      return said(status, error);
  }
  return std::nullopt;
}

std::string CheckedDevice::outputName(uint32_t index) const {
  npu_tensor_attr attr = {};
  return npu_output_attr(&blob, 0, index, &attr) == NPU_OK ? std::string(attr.name) : std::to_string(index);
}

} // namespace npu

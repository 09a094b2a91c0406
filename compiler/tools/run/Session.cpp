#include "compiler/tools/run/Session.h"

#include "compiler/tools/run/Strided.h"
#include "runtime/tensor.h"

#include <cstdlib>

namespace npu {

static Strided layoutOf(const npu_tensor_attr &attr) {
  return {npu_type_bytes(attr.type), shapeOf(attr), {attr.strides, attr.strides + attr.rank}};
}

static uint64_t packedBytes(const npu_tensor_attr &attr) {
  return npu_tensor_packed_bytes(attr.type, attr.rank, attr.dims);
}

bool Session::start(const BlobFile &file, SimulationOptions options, std::string &error) {
  blob = &file;
  inputAttrs = file.inputs();
  outputAttrs = file.outputs();
  const Payload *payload = findPayload(file.blob().header->isa);
  if (!payload) {
    error = std::string("the blob is for target '") + file.blob().header->target_name + "', which this tool cannot simulate";
    return false;
  }
  options.hostWritesMemory = file.blob().step_count > 1;
  device = payload->simulate(file.blob(), options, error);
  if (!device)
    return false;
  uint64_t needed = 0;
  npu_workspace_bytes(&file.blob(), 0, &needed);
  // Parts are multiples of the alignment, so the sum is one too, as aligned_alloc wants it.
  workspace.reset(static_cast<uint8_t *>(std::aligned_alloc(NPU_BLOB_ALIGN, needed ? needed : NPU_BLOB_ALIGN)));
  if (!workspace) {
    error = "the blob needs " + std::to_string(needed) + " bytes of memory, which are not available";
    return false;
  }
  npu_error failure = {};
  npu_status status = npu_request_init(&request, &file.blob(), 0, device.get(), workspace.get(), needed, &failure);
  if (status != NPU_OK)
    error = std::string(npu_status_name(status)) + ": " + blob->nameNodes(failure.text);
  return status == NPU_OK;
}

bool Session::runOne(const RunInputs &inputs, uint64_t sample, std::vector<RunOutput> &outputs, std::string &error) {
  npu_error failure = {};
  npu_status status = NPU_OK;
  std::vector<uint8_t> strided;
  for (uint32_t i = 0; i < inputAttrs.size() && status == NPU_OK; ++i) {
    const npu_tensor_attr &attr = inputAttrs[i];
    const uint8_t *packed = inputs.packed[i].data() + sample * packedBytes(attr);
    strided.assign(attr.bytes, 0);
    scatter(packed, strided.data(), layoutOf(attr));
    status = npu_set_input(&request, i, strided.data(), attr.bytes, NPU_COPY, &failure);
  }
  if (status == NPU_OK)
    status = npu_infer(&request, &failure);
  if (status != NPU_OK) {
    error = std::string(npu_status_name(status)) + ": " + blob->nameNodes(failure.text);
    return false;
  }
  for (uint32_t i = 0; i < outputAttrs.size(); ++i) {
    const npu_tensor_attr &attr = outputAttrs[i];
    uint8_t *packed = outputs[i].array.data.data() + sample * packedBytes(attr);
    gather(static_cast<const uint8_t *>(npu_output_data(&request, i)), packed, layoutOf(attr));
  }
  return true;
}

bool Session::run(const RunInputs &inputs, std::vector<RunOutput> &outputs, std::string &error) {
  outputs.clear();
  for (const npu_tensor_attr &attr : outputAttrs) {
    RunOutput output;
    output.name = attr.name;
    output.array.type = npu_type(attr.type);
    output.array.shape = shapeOf(attr);
    // A scalar per inference becomes a vector.
    if (inputs.inferences > 1 && output.array.shape.empty())
      output.array.shape.push_back(1);
    if (!output.array.shape.empty())
      output.array.shape[0] *= inputs.inferences;
    output.array.data.resize(packedBytes(attr) * inputs.inferences);
    outputs.push_back(std::move(output));
  }
  for (uint64_t sample = 0; sample < inputs.inferences; ++sample)
    if (!runOne(inputs, sample, outputs, error)) {
      error += inputs.inferences > 1 ? " (inference " + std::to_string(sample) + ")" : "";
      return false;
    }
  return true;
}

} // namespace npu

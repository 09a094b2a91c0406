#include "compiler/tools/inspect/Views.h"

#include "runtime/tensor.h"

namespace npu::inspect {

static Json tensorRow(const BlobFile &blob, const npu_blob_program &program, const char *role, uint32_t index,
                      const npu_tensor_attr &attr) {
  return {{"program", blob.string(program.name)},
          {"role", role},
          {"index", index},
          {"name", attr.name},
          {"type", npu_type_name(attr.type)},
          {"shape", shapeOf(attr)},
          {"layout", layoutName(attr.layout)},
          {"strides", std::vector<uint64_t>(attr.strides, attr.strides + attr.rank)},
          {"bytes", attr.bytes},
          {"alignment", attr.alignment},
          {"scale", attr.scale},
          {"zero_point", attr.zero_point}};
}

Json tensors(const BlobFile &file) {
  const npu_blob &blob = file.blob();
  Json rows = Json::array();
  for (uint32_t p = 0; p < blob.program_count; ++p) {
    npu_tensor_attr attr;
    for (uint32_t i = 0; npu_input_attr(&blob, p, i, &attr) == NPU_OK; ++i)
      rows.push_back(tensorRow(file, blob.programs[p], "input", i, attr));
    for (uint32_t i = 0; npu_output_attr(&blob, p, i, &attr) == NPU_OK; ++i)
      rows.push_back(tensorRow(file, blob.programs[p], "output", i, attr));
  }
  return rows;
}

Json memory(const BlobFile &file) {
  const npu_blob &blob = file.blob();
  Json rows = Json::array();
  for (uint32_t p = 0; p < blob.program_count; ++p) {
    const npu_blob_program &program = blob.programs[p];
    auto add = [&](const std::string &region, uint64_t bytes) {
      rows.push_back({{"program", file.string(program.name)}, {"region", region}, {"bytes", bytes}});
    };
    add("constants (in the blob)", blob.constant_bytes);
    add("arena", program.arena_bytes);
    add("persistent state", program.persistent_bytes);
    npu_tensor_attr attr;
    for (uint32_t i = 0; npu_input_attr(&blob, p, i, &attr) == NPU_OK; ++i)
      add("input " + std::to_string(i) + " '" + attr.name + "'", attr.bytes);
    for (uint32_t i = 0; npu_output_attr(&blob, p, i, &attr) == NPU_OK; ++i)
      add("output " + std::to_string(i) + " '" + attr.name + "'", attr.bytes);
    uint64_t workspace = 0;
    npu_workspace_bytes(&blob, p, &workspace);
    add("workspace (all but constants, 64-byte parts)", workspace);
  }
  return rows;
}

} // namespace npu::inspect

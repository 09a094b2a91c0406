// A small real blob for the reference NPU: x (i8, 1x4x3) -> "y/out:0" = clamp(2x), one segment of
// a DMA in, a requantisation and a DMA out.
#ifndef TEST_TOOLS_RNPUBLOB_H
#define TEST_TOOLS_RNPUBLOB_H

#include "targets/BlobWriter.h"
#include "test/rnpu/Program.h"

namespace rnpu_blob {

struct Variant {
  bool missingWait = false, cpuStep = false, uncalibrated = false, strided = false;
};

/// Its own, not Program.h's: the docs show these bytes.
inline rnpu_config machine() {
  rnpu_config config = {};
  config.sram_bytes = 64 * 1024;
  config.sram_align = 16;
  config.dma_align = 64;
  config.acc_bytes = config.wbuf_bytes = 16 * 1024;
  config.prm_records = 256;
  config.lut_bytes = 4096;
  config.dma_channels = 2;
  config.dma_outstanding = 2;
  config.engines = 1;
  config.rounding = RNPU_HALF_UP;
  return config;
}

inline rnpu_unary doubling() {
  rnpu_unary unary = {};
  unary.in = rnpu_test::tile(0, 1, 4, 3);
  unary.out = rnpu_test::tile(64, 1, 4, 3);
  unary.kind = RNPU_REQUANTIZE;
  unary.mult = 1 << 30;
  unary.shift = 29;
  unary.act_min = -128;
  unary.act_max = 127;
  return unary;
}

/// With strided, x's rows of 3 elements lie 4 bytes apart at the border.
inline rnpu_test::Program program(const Variant &variant) {
  rnpu_test::Program commands;
  rnpu_dma load = rnpu_test::load(NPU_REGION_INPUT_0, 0, 0, 12);
  if (variant.strided) {
    load.extent[2] = 4;
    load.extent[3] = 3;
    load.src_stride[2] = 4;
    load.dst_stride[2] = 3;
  }
  using Waits = rnpu_test::Program::Waits;
  commands.add(RNPU_DMA, RNPU_QUEUE_DMA(0), load);
  commands.add(RNPU_UNARY, rnpu_test::Vxu, doubling(), variant.missingWait ? Waits{} : Waits{{RNPU_QUEUE_DMA(0), 1}});
  commands.add(RNPU_DMA, RNPU_QUEUE_DMA(0), rnpu_test::store(64, NPU_REGION_OUTPUT_0, 0, 12),
               {{rnpu_test::Vxu, 1}});
  commands.stop();
  return commands;
}

inline void addCpuStep(npu::BlobWriter &blob, npu_blob_program &entry) {
  npu_blob_step step = {};
  step.kind = NPU_STEP_CPU;
  step.name = blob.addString("/post/TopK");
  step.kernel = blob.addKernel({blob.addString("TopK"), 1});
  blob.addStep(step);
  ++entry.step_count;
}

inline npu::BlobWriter writer(const Variant &variant = {}) {
  npu::BlobWriter blob;
  rnpu_config config = machine();
  blob.setTarget(NPU_ISA_RNPU, RNPU_ISA_MAJOR, RNPU_ISA_MINOR, "small", &config, sizeof config);
  blob.setToolVersion("npu-compile 0.1.0");
  blob.requireFeatures(variant.uncalibrated ? NPU_FEATURE_UNCALIBRATED : 0);
  npu_blob_tensor x = npu::contiguousTensor(blob.addString("x"), NPU_TYPE_I8, 1, {1, 4, 3}, NPU_REGION_INPUT_0);
  npu_blob_tensor y = npu::contiguousTensor(blob.addString("y/out:0"), NPU_TYPE_I8, 1, {1, 4, 3}, NPU_REGION_OUTPUT_0);
  if (variant.strided)
    x.strides[0] = 16, x.strides[1] = 4, x.bytes = 16;
  x.scale = y.scale = 0.5f;
  npu_blob_program entry = {};
  entry.name = blob.addString("main");
  entry.input_count = entry.output_count = 1;
  entry.first_tensor = blob.addTensor(x);
  blob.addTensor(y);
  for (const char *node : {"", "/double/Mul", "", ""})
    blob.addDebug(node, *node ? "nn.requantize" : "");
  rnpu_test::Program commands = program(variant);
  entry.first_step = blob.addSegment("segment_0", commands.bytes(), commands.size(), commands.count);
  entry.step_count = 1;
  if (variant.cpuStep)
    addCpuStep(blob, entry);
  blob.addProgram(entry);
  return blob;
}

} // namespace rnpu_blob

#endif

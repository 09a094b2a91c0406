// Reading this file is reading the compiler.
#include "compiler/pipeline/Pipeline.h"

namespace npu {

static constexpr PipelineStep toOnnx[] = {
    {"onnx-fold-constants", "shapes that the network computes for itself are numbers before anyone asks for them"},
    {"onnx-infer-shapes", "static shapes for every value: nothing later asks again"},
    {"onnx-simplify", "identities and dropouts leave; auto_pad becomes pads"},
    {"onnx-fold-batch-norm", "a Conv that Identity or Dropout parted from its normalisation now stands before it"},
    {"onnx-verify", "contract: known operators, static shapes"},
};

static constexpr PipelineStep toNn[] = {
    {"convert-onnx-to-nn", "what is computed, exactly, in the layout of the file"},
    {"nn-fold-scales", "a bias added or a scale multiplied after a product is part of its filter", true},
    {"nn-fuse-functions", "what a file spells in five nodes is one function, and one table in int8", true},
    {"nn-fuse-normalizations", "its functions are single operators now; a machine multiplies by 1 / deviation, and divides nothing", true},
    {"nn-fuse-activations", "a clamp belongs to the operator before it; QDQ patterns then are op and quantise", true},
    {"nn-insert-layout", "spatial operators become channels-last; transposes appear, each with its cause"},
    {"nn-cancel-transposes", "and most of them leave again"},
    {"nn-verify-float", "contract: nn only, channels last"},
};

static constexpr PipelineStep toQuantized[] = {
    {"nn-quantize", "measured ranges become scales and zero points, in QDQ form"},
    {"nn-fold-qdq", "one number format per tensor: scales and zero points of the file, kept exactly"},
    {"nn-fold-pad", "explicit padding becomes the convolution's own"},
    {"nn-neighbouring-axes", "reductions and softmax along any axes, by transposes with a cause"},
    {"nn-broadcast-rows", "elementwise operators broadcast all rows or none"},
    {"nn-reduction-windows", "means and maxima over any neighbouring axes are pools, for the engines"},
    {"nn-widen-groups", "what the target has no groups for, it computes on zeros"},
    {"nn-verify-scheme", "contract: formats that the target computes on; asked first, for the way out is another calibration"},
    {"nn-assign", "the device of every operator, and why"},
    {"nn-verify-quantized", "contract: one format per tensor, a device for every operator"},
};

static constexpr PipelineStep toNpu[] = {
    {"nn-plan-tiles", "what stays in SRAM, and the tiles of every operator"},
    {"convert-nn-to-npu", "the plan, carried out as engine commands in a correct order"},
};

static constexpr PipelineStep toPlaced[] = {
    {"npu-hoist-loads", "loads move ahead of the computation before them: double buffering"},
    {"npu-place-buffers", "an address for every buffer"},
    {"npu-assign-queues", "DMA spread over the channels"},
    {"npu-insert-waits", "the order that hazards ask for, and no more"},
    {"npu-verify-placed", "contract: inside the memories, live ranges apart"},
};

llvm::ArrayRef<PipelineStep> stepsTo(Level level) {
  switch (level) {
  case Level::Onnx:
    return toOnnx;
  case Level::Nn:
    return toNn;
  case Level::Quantized:
    return toQuantized;
  case Level::Npu:
    return toNpu;
  case Level::Placed:
    return toPlaced;
  }
  return {};
}

} // namespace npu

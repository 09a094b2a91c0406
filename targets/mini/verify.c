#include "targets/mini/verify.h"

#include "targets/mini/isa.h"
#include "targets/rnpu/isa_stream.h"

/* What is wrong, or 0. */
static const char *tile_fault(const rnpu_tile *tile) {
  return tile->zero_point != 0 ? "a tile has a zero point; this machine takes 0" : 0;
}

static const char *tiles_fault(const rnpu_tile *in, const rnpu_tile *out) {
  const char *fault = tile_fault(in);
  return fault ? fault : tile_fault(out);
}

static const char *mult_fault(int32_t mult) {
  return mult >> MINI_MULT_BITS != 0 ? "a multiplier has more than 15 bits" : 0;
}

static const char *conv_fault(const rnpu_conv *conv) {
  if (conv->kind == RNPU_CONV_DEPTHWISE)
    return "this machine has no depthwise convolution";
  if (conv->act == RNPU_ACT_LUT8)
    return "this machine has no tables";
  return tiles_fault(&conv->in, &conv->out);
}

static const char *binary_fault(const rnpu_binary *binary) {
  const char *fault = tiles_fault(&binary->a, &binary->out);
  fault = fault ? fault : tile_fault(&binary->b);
  fault = fault ? fault : mult_fault(binary->mult_a);
  return fault ? fault : mult_fault(binary->mult_b);
}

static const char *matmul_fault(const rnpu_matmul *matmul) {
  const char *fault = tiles_fault(&matmul->a, &matmul->out);
  fault = fault ? fault : tile_fault(&matmul->b);
  return fault ? fault : mult_fault(matmul->mult);
}

static const char *unary_fault(const rnpu_unary *unary) {
  if (unary->kind == RNPU_LUT8)
    return "this machine has no tables";
  const char *fault = tiles_fault(&unary->in, &unary->out);
  return fault || unary->kind != RNPU_REQUANTIZE ? fault : mult_fault(unary->mult);
}

static const char *resize_fault(const rnpu_resize *resize) {
  const char *fault = tiles_fault(&resize->in, &resize->out);
  return fault ? fault : mult_fault(resize->mult);
}

static const char *command_fault(const rnpu_command *command) {
  const void *payload = rnpu_payload(command);
  switch (command->opcode) {
  case RNPU_CONV: return conv_fault(payload);
  case RNPU_POOL: return tiles_fault(&((const rnpu_pool *)payload)->in, &((const rnpu_pool *)payload)->out);
  case RNPU_BINARY: return binary_fault(payload);
  case RNPU_MATMUL: return matmul_fault(payload);
  case RNPU_UNARY: return unary_fault(payload);
  case RNPU_RESIZE: return resize_fault(payload);
  case RNPU_SOFTMAX: return "this machine has no tables";
  default: return 0;
  }
}

npu_status mini_verify(const rnpu_config *config, const npu_segment *segment, npu_error *error) {
  if (config->rounding != RNPU_HALF_AWAY)
    return npu_fail(error, NPU_ERROR_UNSUPPORTED, "target: rounding %u; this machine rounds half away from zero",
                    config->rounding);
  const rnpu_command *command = (const rnpu_command *)segment->commands;
  for (uint32_t i = 0; i < segment->count; ++i, command = rnpu_next(command)) {
    const char *fault = command_fault(command);
    if (fault)
      return npu_fail(error, NPU_ERROR_PROGRAM, "command %u (%s, node %u): %s", i, rnpu_opcode_name(command->opcode),
                      command->node, fault);
  }
  return NPU_OK;
}

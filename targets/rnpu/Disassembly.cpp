#include "targets/rnpu/Disassembly.h"

#include "runtime/format/blob.h"
#include "targets/rnpu/isa_stream.h"

#include <cstdio>
#include <vector>

namespace npu {

std::string rnpuQueueName(uint32_t queue) {
  if (queue >= RNPU_QUEUE_COUNT)
    return "queue" + std::to_string(queue);
  if (rnpu_is_dma_queue(queue))
    return "dma" + std::to_string(queue);
  return (rnpu_is_mxu_queue(queue) ? "mxu" : "vxu") + std::to_string(rnpu_engine(queue));
}

/// names[value], or the number itself.
static std::string named(const std::vector<const char *> &names, uint32_t value) {
  return value < names.size() ? names[value] : std::to_string(value);
}

template <typename... Numbers> static std::string format(const char *pattern, Numbers... numbers) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, numbers...);
  return text;
}

static std::string tileText(const rnpu_tile &tile) {
  std::string text = format("%ux%ux%u", tile.rows, tile.columns, tile.channels);
  text += named({"i8", "u8", "i16", "i32", "f16", "f32"}, tile.type);
  text += format("@%u pitch %u/%u", tile.base, tile.row_pitch, tile.pixel_pitch);
  if (tile.first_column || tile.first_channel)
    text += format(" from %u,%u", tile.first_column, tile.first_channel);
  return text + (tile.zero_point ? format(" zp %d", tile.zero_point) : "");
}

static std::string windowText(const rnpu_window &w) {
  return format("kernel %ux%u stride %ux%u dilation %ux%u pad %u,%u in %ux%u at %d,%d out %ux%u at %d,%d", w.kernel_h,
                w.kernel_w, w.stride_h, w.stride_w, w.dilation_h, w.dilation_w, w.pad_top, w.pad_left, w.in_rows,
                w.in_columns, int(w.in_y), int(w.in_x), w.out_rows, w.out_columns, int(w.out_y), int(w.out_x));
}

static std::string placeText(uint8_t space, uint32_t region, uint64_t offset) {
  std::string at = "+" + std::to_string(offset);
  if (space != RNPU_SPACE_DRAM)
    return named({"dram", "sram", "prm", "lut"}, space) + at;
  if (region >= NPU_REGION_OUTPUT_0)
    return "output" + std::to_string(region - NPU_REGION_OUTPUT_0) + at;
  if (region >= NPU_REGION_INPUT_0)
    return "input" + std::to_string(region - NPU_REGION_INPUT_0) + at;
  return named({"constants", "arena", "persistent"}, region) + at;
}

static std::string stridesText(const int64_t stride[4]) {
  return format("%lld,%lld,%lld,%lld", (long long)stride[0], (long long)stride[1], (long long)stride[2],
                (long long)stride[3]);
}

static std::string text(const rnpu_dma &dma) {
  std::string from = dma.fill ? format("fill 0x%x", dma.value) : placeText(dma.src_space, dma.src_region, dma.src_offset);
  std::string text = from + " -> " + placeText(dma.dst_space, dma.dst_region, dma.dst_offset) +
                     format(" %ux%ux%ux%u of %u B", dma.extent[0], dma.extent[1], dma.extent[2], dma.extent[3],
                            dma.element_bytes);
  text += " strides " + (dma.fill ? "" : stridesText(dma.src_stride) + " -> ") + stridesText(dma.dst_stride);
  return text;
}

static std::string text(const rnpu_conv &conv) {
  std::string text = named({"dense", "grouped", "depthwise"}, conv.kind) + " " + tileText(conv.in) + " -> " +
                     tileText(conv.out) + " " + windowText(conv.window);
  text += format(" weights @%u (%u B)", conv.weights, conv.weight_bytes);
  if (conv.kind == RNPU_CONV_GROUPED)
    text += format(" groups %u->%u", conv.group_in, conv.group_out);
  if (conv.upscale)
    text += " upscale " + named({"none", "nearest", "zero"}, conv.upscale);
  text += conv.first ? " first" : "";
  if (conv.last)
    text += format(" last prm %u clamp %d..%d", conv.prm, conv.act_min, conv.act_max);
  return text + (conv.last && conv.act == RNPU_ACT_LUT8 ? format(" lut @%u", conv.lut) : "");
}

static std::string text(const rnpu_matmul &matmul) {
  std::string text = tileText(matmul.a) + (matmul.transpose_a ? "^T" : "") + " * " + tileText(matmul.b) +
                     (matmul.transpose_b ? "^T" : "") + " -> " + tileText(matmul.out);
  text += matmul.first ? " first" : "";
  return text + (matmul.last ? format(" last mult %d shift %u clamp %d..%d", matmul.mult, matmul.shift, matmul.act_min,
                                      matmul.act_max)
                             : "");
}

static std::string text(const rnpu_pool &pool) {
  return named({"max", "average"}, pool.kind) + " " + tileText(pool.in) + " -> " + tileText(pool.out) + " " +
         windowText(pool.window) + format(" prm %u+%u clamp %d..%d", pool.prm, pool.prm_count, pool.act_min, pool.act_max) +
         (pool.count_include_pad ? " counting pads" : "");
}

static std::string text(const rnpu_binary &binary) {
  return named({"add", "sub", "mul", "min", "max", "?", "equal", "greater", "less"}, binary.kind) + " " + tileText(binary.a) + ", " + tileText(binary.b) +
         " -> " + tileText(binary.out) + format(" mult %d,%d shift %u clamp %d..%d", binary.mult_a, binary.mult_b,
                                                binary.shift, binary.act_min, binary.act_max);
}

static std::string text(const rnpu_unary &unary) {
  std::string text = named({"copy", "requantize", "quantize", "dequantize", "lut8"}, unary.kind) + " " +
                     tileText(unary.in) + " -> " + tileText(unary.out);
  switch (unary.kind) {
  case RNPU_REQUANTIZE: text += format(" mult %d shift %u", unary.mult, unary.shift); break;
  case RNPU_QUANTIZE:
  case RNPU_DEQUANTIZE: text += format(" scale %.9g", double(unary.scale)); break;
  case RNPU_LUT8: text += format(" lut @%u", unary.lut); break;
  default: return text;
  }
  return text + (unary.kind <= RNPU_QUANTIZE ? format(" clamp %d..%d", unary.act_min, unary.act_max) : "");
}

static std::string text(const rnpu_softmax &softmax) {
  return tileText(softmax.in) + " -> " + tileText(softmax.out) +
         format(" lut @%u mult %u shift %u", softmax.lut, softmax.mult, softmax.shift);
}

static std::string axisText(const rnpu_resize_axis &a) {
  return format("(%u*i%+d)/%u in %u at %u out %u at %u", a.step, a.offset, a.denominator, a.in_extent, a.in_origin,
                a.out_extent, a.out_origin);
}

static std::string text(const rnpu_resize &resize) {
  std::string text = named({"nearest", "linear"}, resize.kind) + " " + tileText(resize.in) + " -> " + tileText(resize.out) +
                     " rows " + axisText(resize.rows) + " columns " + axisText(resize.columns);
  return text + (resize.kind == RNPU_RESIZE_LINEAR ? format(" mult %d shift %u clamp %d..%d", resize.mult, resize.shift,
                                                            resize.act_min, resize.act_max)
                                                   : "");
}

std::string rnpuOperands(const rnpu_command &command) {
  const void *payload = rnpu_payload(&command);
  switch (command.opcode) {
  case RNPU_DMA: return text(*static_cast<const rnpu_dma *>(payload));
  case RNPU_CONV: return text(*static_cast<const rnpu_conv *>(payload));
  case RNPU_MATMUL: return text(*static_cast<const rnpu_matmul *>(payload));
  case RNPU_POOL: return text(*static_cast<const rnpu_pool *>(payload));
  case RNPU_BINARY: return text(*static_cast<const rnpu_binary *>(payload));
  case RNPU_UNARY: return text(*static_cast<const rnpu_unary *>(payload));
  case RNPU_SOFTMAX: return text(*static_cast<const rnpu_softmax *>(payload));
  case RNPU_RESIZE: return text(*static_cast<const rnpu_resize *>(payload));
  default: return "";
  }
}

} // namespace npu

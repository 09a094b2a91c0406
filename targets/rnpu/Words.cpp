#include "targets/rnpu/Words.h"

#include "llvm/ADT/TypeSwitch.h"
#include "runtime/format/blob.h"

#include <cstring>

using namespace mlir;
namespace npu {
namespace {

using namespace ::npu::npu;

/// Fills payloads; each number is checked against its field.
class Encoder {
public:
  explicit Encoder(Operation *op) : op(op) {}
  bool good = true;

  rnpu_dma dma(DmaOp d) {
    rnpu_dma payload = {};
    fit(payload.element_bytes, d.getElementBytes(), "element_bytes");
    payload.fill = !d.getSource();
    if (payload.fill)
      payload.value = uint32_t(d.getValue()) & (UINT32_MAX >> (32 - 8 * payload.element_bytes));
    else
      end(d.getSource(), *d.getSourceBlock(), payload.src_space, payload.src_region, payload.src_offset,
          payload.src_stride);
    end(d.getTarget(), d.getTargetBlock(), payload.dst_space, payload.dst_region, payload.dst_offset,
        payload.dst_stride);
    for (int i = 0; i < 4; ++i)
      fit(payload.extent[i], d.getExtent()[i], "extent");
    return payload;
  }

  rnpu_conv conv(ConvOp c) {
    rnpu_conv payload = {};
    payload.in = tile(c.getIn(), c.getInTile());
    payload.out = tile(c.getOut(), c.getOutTile());
    payload.window = window(c.getWindow());
    fit(payload.weights, address(c.getWeights()) + c.getWeightOffset(), "weights");
    fit(payload.weight_bytes, c.getWeightBytes(), "weight_bytes");
    payload.prm = record(c.getPrm(), c.getPrmOffset());
    payload.lut = table(c.getLut(), c.getLutOffset());
    payload.act = c.getLut() ? RNPU_ACT_LUT8 : RNPU_ACT_CLAMP;
    payload.kind = uint8_t(c.getKind());
    payload.first = c.getFirst();
    payload.last = c.getLast();
    fit(payload.group_in, c.getGroupIn(), "group_in");
    fit(payload.group_out, c.getGroupOut(), "group_out");
    payload.act_min = c.getActMin();
    payload.act_max = c.getActMax();
    return payload;
  }

  rnpu_pool pool(PoolOp p) {
    rnpu_pool payload = {};
    payload.in = tile(p.getIn(), p.getInTile());
    payload.out = tile(p.getOut(), p.getOutTile());
    payload.window = window(p.getWindow());
    payload.prm = record(p.getPrm(), p.getPrmOffset());
    fit(payload.prm_count, p.getPrmCount(), "prm_count");
    payload.kind = uint8_t(p.getKind());
    payload.count_include_pad = p.getCountIncludePad();
    fit(payload.pad_bottom, p.getPadBottom(), "pad_bottom");
    fit(payload.pad_right, p.getPadRight(), "pad_right");
    payload.act_min = p.getActMin();
    payload.act_max = p.getActMax();
    return payload;
  }

  rnpu_binary binary(BinaryOp b) {
    rnpu_binary payload = {};
    payload.a = tile(b.getA(), b.getATile());
    payload.b = tile(b.getB(), b.getBTile());
    payload.out = tile(b.getOut(), b.getOutTile());
    payload.mult_a = b.getMultA();
    payload.mult_b = b.getMultB();
    payload.kind = uint8_t(b.getKind());
    fit(payload.shift, b.getShift(), "shift");
    payload.act_min = b.getActMin();
    payload.act_max = b.getActMax();
    return payload;
  }

  rnpu_unary unary(UnaryOp u) {
    rnpu_unary payload = {};
    payload.in = tile(u.getIn(), u.getInTile());
    payload.out = tile(u.getOut(), u.getOutTile());
    payload.scale = u.getScale().convertToFloat();
    payload.mult = u.getMult();
    payload.kind = uint8_t(u.getKind());
    fit(payload.shift, u.getShift(), "shift");
    payload.lut = table(u.getLut(), u.getLutOffset());
    payload.act_min = u.getActMin();
    payload.act_max = u.getActMax();
    return payload;
  }

  rnpu_resize resize(ResizeOp r) {
    rnpu_resize payload = {};
    payload.in = tile(r.getIn(), r.getInTile());
    payload.out = tile(r.getOut(), r.getOutTile());
    payload.rows = resizeAxis(r.getRows());
    payload.columns = resizeAxis(r.getColumns());
    payload.kind = uint8_t(r.getKind());
    payload.mult = r.getMult();
    fit(payload.shift, r.getShift(), "shift");
    payload.act_min = r.getActMin();
    payload.act_max = r.getActMax();
    return payload;
  }

  rnpu_matmul matmul(MatmulOp m) {
    rnpu_matmul payload = {};
    payload.a = tile(m.getA(), m.getATile());
    payload.b = tile(m.getB(), m.getBTile());
    payload.out = tile(m.getOut(), m.getOutTile());
    payload.transpose_a = m.getTransposeA();
    payload.transpose_b = m.getTransposeB();
    payload.first = m.getFirst();
    payload.last = m.getLast();
    payload.mult = m.getMult();
    fit(payload.shift, m.getShift(), "shift");
    payload.act_min = m.getActMin();
    payload.act_max = m.getActMax();
    return payload;
  }

  rnpu_softmax softmax(SoftmaxOp s) {
    rnpu_softmax payload = {};
    payload.in = tile(s.getIn(), s.getInTile());
    payload.out = tile(s.getOut(), s.getOutTile());
    payload.lut = table(s.getLut(), s.getLutOffset());
    fit(payload.mult, s.getMult(), "mult");
    fit(payload.shift, s.getShift(), "shift");
    return payload;
  }

private:
  template <typename T> void fit(T &field, int64_t value, StringRef what) {
    if (value < 0 || uint64_t(value) > uint64_t(std::numeric_limits<T>::max()))
      refuse() << what << " is " << value << ", the field holds 0.." << uint64_t(std::numeric_limits<T>::max());
    field = T(value);
  }

  InFlightDiagnostic refuse() {
    good = false;
    return op->emitOpError();
  }

  /// Byte address in the buffer's memory; border buffers lie at 0.
  int64_t address(Value buffer) {
    Operation *definition = buffer.getDefiningOp();
    if (auto offset = definition->getAttrOfType<IntegerAttr>("offset"))
      return offset.getInt();
    if (!definition->hasAttr("index"))
      refuse() << "names a buffer without an offset";
    return 0;
  }

  uint32_t record(Value prm, int64_t offset) {
    int64_t byte = address(prm) + offset;
    uint32_t index = 0;
    if (byte % RNPU_PRM_BYTES != 0)
      refuse() << "parameters at byte " << byte << " are no whole record";
    fit(index, byte / RNPU_PRM_BYTES, "prm");
    return index;
  }

  uint32_t table(Value lut, int64_t offset) {
    uint32_t at = 0;
    if (lut)
      fit(at, address(lut) + offset, "lut");
    return at;
  }

  uint32_t typeOf(Type type) {
    if (type.isUnsignedInteger(8))
      return RNPU_U8;
    return type.isInteger(8) ? RNPU_I8 : type.isF32() ? RNPU_F32 : RNPU_I32;
  }

  rnpu_tile tile(Value buffer, TileAttr t) {
    rnpu_tile out = {};
    fit(out.base, address(buffer) + t.getOffset(), "tile base");
    fit(out.row_pitch, t.getRowPitch(), "row_pitch");
    fit(out.pixel_pitch, t.getPixelPitch(), "pixel_pitch");
    fit(out.first_column, t.getColumn(), "column");
    fit(out.first_channel, t.getChannel(), "channel");
    fit(out.rows, t.getRows(), "rows");
    fit(out.columns, t.getColumns(), "columns");
    fit(out.channels, t.getChannels(), "channels");
    out.zero_point = int32_t(t.getZeroPoint());
    out.type = typeOf(t.getElement());
    return out;
  }

  rnpu_window window(WindowAttr w) {
    rnpu_window out = {};
    fit(out.in_rows, w.getInRows(), "in_rows");
    fit(out.in_columns, w.getInColumns(), "in_columns");
    fit(out.out_rows, w.getOutRows(), "out_rows");
    fit(out.out_columns, w.getOutColumns(), "out_columns");
    fit(out.in_y, w.getInY(), "in_y");
    fit(out.in_x, w.getInX(), "in_x");
    fit(out.out_y, w.getOutY(), "out_y");
    fit(out.out_x, w.getOutX(), "out_x");
    fit(out.kernel_h, w.getKernelH(), "kernel_h");
    fit(out.kernel_w, w.getKernelW(), "kernel_w");
    fit(out.stride_h, w.getStrideH(), "stride_h");
    fit(out.stride_w, w.getStrideW(), "stride_w");
    fit(out.dilation_h, w.getDilationH(), "dilation_h");
    fit(out.dilation_w, w.getDilationW(), "dilation_w");
    fit(out.pad_top, w.getPadTop(), "pad_top");
    fit(out.pad_left, w.getPadLeft(), "pad_left");
    return out;
  }

  rnpu_resize_axis resizeAxis(ResizeAxisAttr a) {
    rnpu_resize_axis out = {};
    fit(out.in_extent, a.getInExtent(), "in_extent");
    fit(out.out_extent, a.getOutExtent(), "out_extent");
    fit(out.in_origin, a.getInOrigin(), "in_origin");
    fit(out.out_origin, a.getOutOrigin(), "out_origin");
    fit(out.step, a.getStep(), "step");
    fit(out.denominator, a.getDenominator(), "denominator");
    out.offset = int32_t(a.getOffset());
    if (out.offset != a.getOffset())
      refuse() << "offset is " << a.getOffset() << ", the field holds 32 bits";
    return out;
  }

  void end(Value buffer, BlockAttr block, uint8_t &space, uint32_t &region, uint64_t &offset, int64_t *stride) {
    int64_t index = 0;
    if (auto attr = buffer.getDefiningOp()->getAttrOfType<IntegerAttr>("index"))
      index = attr.getInt();
    place(cast<BufferType>(buffer.getType()).getSpace(), index, space, region);
    offset = uint64_t(address(buffer) + block.getOffset());
    std::copy(block.getStrides().begin(), block.getStrides().end(), stride);
  }

  void place(Space from, int64_t index, uint8_t &space, uint32_t &region) {
    space = RNPU_SPACE_DRAM;
    switch (from) {
    case Space::Constants: region = NPU_REGION_CONSTANTS; break;
    case Space::Arena: region = NPU_REGION_ARENA; break;
    case Space::Persistent: region = NPU_REGION_PERSISTENT; break;
    case Space::Input: region = uint32_t(NPU_REGION_INPUT_0 + index); break;
    case Space::Output: region = uint32_t(NPU_REGION_OUTPUT_0 + index); break;
    case Space::Sram: space = RNPU_SPACE_SRAM; break;
    case Space::Prm: space = RNPU_SPACE_PRM; break;
    case Space::Lut: space = RNPU_SPACE_LUT; break;
    }
  }

  Operation *op;
};

} // namespace

void Words::header(uint8_t opcode, uint32_t queue, uint32_t node, const void *payload, size_t bytes,
                   ArrayRef<int32_t> waits) {
  rnpu_command command = {};
  command.opcode = opcode;
  command.queue = uint8_t(queue);
  command.wait_count = uint8_t(waits.size() / 2);
  command.bytes = uint32_t(sizeof command + bytes + waits.size() / 2 * sizeof(rnpu_wait));
  command.node = node;
  auto put = [&](const void *data, size_t size) {
    const auto *from = static_cast<const uint8_t *>(data);
    words.insert(words.end(), from, from + size);
  };
  put(&command, sizeof command);
  put(payload, bytes);
  for (size_t i = 0; i < waits.size(); i += 2) {
    rnpu_wait wait = {uint32_t(waits[i]), uint32_t(waits[i + 1])};
    put(&wait, sizeof wait);
  }
  ++commands;
}

LogicalResult Words::append(Operation *op, uint32_t node) {
  Encoder encoder(op);
  auto add = [&](uint8_t opcode, auto command, const auto &payload) {
    header(opcode, command.getQueue(), node, &payload, sizeof payload, command.getWaits());
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](DmaOp c) { add(RNPU_DMA, c, encoder.dma(c)); })
      .Case([&](ConvOp c) { add(RNPU_CONV, c, encoder.conv(c)); })
      .Case([&](MatmulOp c) { add(RNPU_MATMUL, c, encoder.matmul(c)); })
      .Case([&](PoolOp c) { add(RNPU_POOL, c, encoder.pool(c)); })
      .Case([&](BinaryOp c) { add(RNPU_BINARY, c, encoder.binary(c)); })
      .Case([&](UnaryOp c) { add(RNPU_UNARY, c, encoder.unary(c)); })
      .Case([&](SoftmaxOp c) { add(RNPU_SOFTMAX, c, encoder.softmax(c)); })
      .Case([&](ResizeOp c) { add(RNPU_RESIZE, c, encoder.resize(c)); })
      .Default([&](Operation *) {
        encoder.good = false;
        op->emitOpError("is no command of this machine");
      });
  return success(encoder.good);
}

void Words::stop() { header(RNPU_STOP, 0, 0, nullptr, 0, {}); }

} // namespace npu

// Every kind of refusal once, and that no bytes make the check crash.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "targets/rnpu/isa_stream.h"
#include "test/rnpu/Program.h"

using namespace rnpu_test;

namespace {

struct All {
  rnpu_config config = smallConfig();
  rnpu_dma dma = load(Input, 0, 0, 256);
  rnpu_conv conv = {};
  rnpu_pool pool = {};
  rnpu_binary binary = {};
  rnpu_unary unary = {};
  rnpu_softmax softmax = {};
  rnpu_resize resize = {};
  rnpu_matmul matmul = {};
  Program::Waits waits = {{0, 1}};
  bool second = false; // a second CONV after the first
  rnpu_conv conv2 = {};
  std::function<void(Program &)> edit = [](Program &) {};
  uint32_t debugCount = 0;

  All() {
    conv.in = tile(0, 6, 6, 8);
    conv.out = tile(1024, 4, 4, 4);
    conv.window = window(6, 6, 4, 4, 3, 1, 0);
    conv.weights = 2048;
    conv.weight_bytes = 3 * 3 * 8 * 4;
    conv.first = conv.last = 1;
    conv.act_min = -128, conv.act_max = 127;
    conv2 = conv;
    pool.in = conv.out;
    pool.out = tile(4096, 2, 2, 4);
    pool.window = window(4, 4, 2, 2, 2, 2, 0);
    pool.prm_count = 1;
    pool.act_min = -128, pool.act_max = 127;
    binary.a = binary.b = binary.out = tile(0, 2, 2, 4);
    binary.shift = 20, binary.mult_a = binary.mult_b = 1;
    binary.act_min = -128, binary.act_max = 127;
    unary.in = unary.out = tile(0, 2, 2, 4);
    softmax.in = softmax.out = tile(0, 1, 1, 10);
    softmax.mult = 1, softmax.shift = 8;
    resize.in = tile(0, 2, 3, 4);
    resize.out = tile(4096, 3, 5, 4);
    resize.kind = RNPU_RESIZE_LINEAR;
    resize.rows = {4, 8, 1, 3, 1, 2, -1, 0}; // outputs 3..5 lie at 1, 3/2 and 2
    resize.columns = {3, 5, 0, 0, 2, 4, 0, 0};
    resize.mult = 1, resize.shift = 4;
    resize.act_min = -128, resize.act_max = 127;
    matmul.a = tile(0, 1, 3, 5);
    matmul.b = tile(1024, 2, 4, 5);
    matmul.out = tile(2048, 2, 3, 4);
    matmul.transpose_b = matmul.first = matmul.last = 1;
    matmul.shift = 40;
    matmul.act_min = -128, matmul.act_max = 127;
  }

  Program program() const {
    Program p;
    p.add(RNPU_DMA, 0, dma).add(RNPU_CONV, Mxu, conv, waits);
    if (second)
      p.add(RNPU_CONV, Mxu, conv2);
    p.add(RNPU_POOL, Vxu, pool)
        .add(RNPU_BINARY, Vxu, binary)
        .add(RNPU_UNARY, Vxu, unary)
        .add(RNPU_SOFTMAX, Vxu, softmax)
        .add(RNPU_RESIZE, Vxu, resize)
        .add(RNPU_MATMUL, Mxu, matmul)
        .stop();
    edit(p);
    return p;
  }

  std::string verify() const {
    Machine m({}, config);
    m.debugCount = debugCount;
    m.region(Input).resize(256);
    m.region(Output).resize(256);
    m.region(Constants).resize(256);
    Program p = program();
    npu_limits limits = m.limits();
    npu_segment segment = p.segment();
    npu_error error = {};
    return rnpu_verify(&config, &segment, &limits, &error) == NPU_OK ? "" : error.text;
  }
};

struct Refusal {
  const char *name, *text;
  std::function<void(All &)> damage;
};

#define REFUSAL(name, text, ...) Refusal{name, text, [](All &a) { __VA_ARGS__; }}
#define HEADER(index, ...) a.edit = [](Program &p) { rnpu_command &c = p.header(index); __VA_ARGS__; }

const Refusal Refusals[] = {
    REFUSAL("Size", "says 8 bytes", HEADER(1, c.bytes = 8)),
    REFUSAL("Opcode", "unknown opcode 200", HEADER(1, c.opcode = 200)),
    REFUSAL("Reserved", "reserved field is not zero", HEADER(1, c.reserved2 = 1)),
    REFUSAL("Node", "node beyond the 3", a.debugCount = 3),
    REFUSAL("MissingQueue", "may not be on queue 3", HEADER(0, c.queue = 3)),
    REFUSAL("MissingEngine", "may not be on queue 6", HEADER(1, c.queue = 6)),
    REFUSAL("WrongQueue", "may not be on queue 5", HEADER(1, c.queue = 5)),
    REFUSAL("WaitForward", "only 1 come earlier", a.waits = {{0, 2}}),
    REFUSAL("WaitQueue", "waits for queue 40", a.waits = {{40, 0}}),
    REFUSAL("EarlyStop", "STOP after", HEADER(4, c.opcode = RNPU_STOP; c.bytes = 16)),
    REFUSAL("Config", "rounding 7", a.config.rounding = 7),
    REFUSAL("TileType", "unknown type 9", a.unary.in.type = 9),
    REFUSAL("TileEmpty", "is empty", a.unary.in.rows = 0),
    REFUSAL("TileAlign", "not a multiple of 16", a.unary.in.base = 8),
    REFUSAL("TilePitch", "row pitch 0", a.unary.in.row_pitch = 0),
    REFUSAL("TileEnd", "SRAM has 65536", a.unary.in.base = 65536 - 16),
    REFUSAL("TileOverflow", "ends at byte", a.unary.in.first_column = a.unary.in.pixel_pitch = 0xffffffff),
    REFUSAL("TileZero", "zero point 200", a.unary.in.zero_point = 200),
    REFUSAL("TileSelf", "overlaps itself", a.unary.out.pixel_pitch = 1),
    REFUSAL("ConvTypes", "must be i8 or u8", a.conv.in = tile(0, 6, 6, 8, 0, RNPU_F32)),
    REFUSAL("ConvKind", "unknown kind 3", a.conv.kind = 3),
    REFUSAL("ConvDepthwise", "depthwise with 8", a.conv.kind = RNPU_CONV_DEPTHWISE),
    REFUSAL("ConvGroups", "whole groups", a.conv.kind = RNPU_CONV_GROUPED; a.conv.group_in = 3; a.conv.group_out = 1),
    REFUSAL("ConvKernel", "at most 64x64", a.conv.window.kernel_h = 65),
    REFUSAL("ConvStride", "at most 8", a.conv.window.stride_w = 9),
    REFUSAL("ConvWindow", "taps read positions 0..6", a.conv.window.in_rows = 7; a.conv.window.dilation_h = 2;
            a.conv.window.pad_top = 1),
    REFUSAL("ConvOrigin", "taps read positions -1..4", a.conv.window.in_y = 1; a.conv.window.in_rows = 7),
    REFUSAL("ConvInExtent", "full extent is 5", a.conv.window.in_columns = 5),
    REFUSAL("ConvOutExtent", "full extent is 3", a.conv.window.out_rows = 3),
    REFUSAL("ConvZeroKernel", "must be positive", a.conv.window.kernel_w = 0),
    REFUSAL("ConvUpscale", "unknown upscale", a.conv.upscale = 3),
    REFUSAL("WeightBytes", "the geometry has 288", a.conv.weight_bytes = 287),
    REFUSAL("Wbuf", "wbuf has 100", a.config.wbuf_bytes = 100),
    REFUSAL("Acc", "exceeds the accumulators", a.config.acc_bytes = 255),
    REFUSAL("WeightAlign", "weights at 2040", a.conv.weights = 2040),
    REFUSAL("WeightRange", "weights [65280", a.conv.weights = 65280),
    REFUSAL("Prm", "PRM records", a.conv.prm = 253),
    REFUSAL("Lut", "table [4000", a.conv.act = RNPU_ACT_LUT8; a.conv.lut = 4000),
    REFUSAL("Act", "unknown activation", a.conv.act = 2),
    REFUSAL("Clamp", "clamp [-129", a.conv.act_min = -129),
    REFUSAL("NotFirst", "no accumulation is open", a.conv.first = 0),
    REFUSAL("NoLastBefore", "has no last", a.conv.last = 0; a.second = true),
    REFUSAL("OtherTile", "differs from the accumulation's first", a.conv.last = 0; a.second = true; a.conv2.first = 0;
            a.conv2.out.base = 1040),
    REFUSAL("PayloadReserved", "payload is not zero", a.conv.reserved[1] = 1),
    REFUSAL("PoolKind", "unknown kind 2", a.pool.kind = 2),
    REFUSAL("PoolChannels", "4 input and 3 output", a.pool.out.channels = 3),
    REFUSAL("PoolRecords", "needs PRM records", a.pool.kind = RNPU_POOL_AVERAGE; a.pool.prm_count = 0),
    REFUSAL("PoolWindow", "taps read", a.pool.window.in_y = 1; a.pool.window.in_rows = 5),
    REFUSAL("BinaryKind", "unknown kind 5", a.binary.kind = 5),
    REFUSAL("BinaryType", "must be i8", a.binary.a.type = RNPU_U8),
    REFUSAL("BinaryExtent", "neither 1 nor", a.binary.b.channels = 3),
    REFUSAL("BinaryShift", "shift 63", a.binary.shift = 63),
    REFUSAL("UnaryKind", "unknown kind 5", a.unary.kind = 5),
    REFUSAL("UnaryExtent", "input 1x2x4", a.unary.in.rows = 1),
    REFUSAL("UnaryCopy", "copies type", a.unary.out.type = RNPU_U8),
    REFUSAL("UnaryScale", "scale is not positive", a.unary.kind = RNPU_QUANTIZE; a.unary.in = tile(0, 2, 2, 4, 0, RNPU_F32)),
    REFUSAL("UnaryTypes", "must be f32", a.unary.kind = RNPU_DEQUANTIZE),
    REFUSAL("UnaryShift", "shift 0", a.unary.kind = RNPU_REQUANTIZE),
    REFUSAL("SoftmaxMult", "below 2^24", a.softmax.mult = 1 << 24),
    REFUSAL("SoftmaxShift", "shift 41", a.softmax.shift = 41),
    REFUSAL("SoftmaxTable", "table [4092", a.softmax.lut = 4092),
    REFUSAL("SoftmaxExtent", "one extent", a.softmax.in.channels = 9),
    REFUSAL("ResizeKind", "unknown kind 2", a.resize.kind = 2),
    REFUSAL("ResizeReserved", "reserved field of the payload", a.resize.reserved[1] = 1),
    REFUSAL("ResizeAxisReserved", "rows: a reserved field", a.resize.rows.reserved = 1),
    REFUSAL("ResizeTypes", "must be i8 or u8", a.resize.in = tile(0, 2, 3, 4, 0, RNPU_F32)),
    REFUSAL("ResizeChannels", "3 input and 4 output channels", a.resize.in.channels = 3),
    REFUSAL("ResizeExtent", "columns: extents 0 -> 5", a.resize.columns.in_extent = 0),
    REFUSAL("ResizeDenominator", "denominator 0 out of range", a.resize.rows.denominator = 0),
    REFUSAL("ResizeStep", "step 2147483648,", a.resize.rows.step = 1u << 31),
    REFUSAL("ResizeOffset", "offset -2147483648", a.resize.rows.offset = INT32_MIN),
    REFUSAL("ResizeInOrigin", "input tile of 2 at 3 leaves", a.resize.rows.in_origin = 3),
    REFUSAL("ResizeInOriginWraps", "input tile of 2 at 4294967295 leaves", a.resize.rows.in_origin = UINT32_MAX),
    REFUSAL("ResizeOutOrigin", "output tile of 3 at 6 leaves", a.resize.rows.out_origin = 6),
    REFUSAL("ResizeOutOriginWraps", "output tile of 5 at 4294967295", a.resize.columns.out_origin = UINT32_MAX),
    REFUSAL("ResizeSampleBelow", "samples -1..0 of an input tile of 2", a.resize.rows.in_origin = 2),
    REFUSAL("ResizeSampleAbove", "samples 1..2 of an input tile of 2", a.resize.rows.offset = 1),
    REFUSAL("ResizeShift", "shift 63", a.resize.shift = 63),
    REFUSAL("ResizeMult", "may pass 2^62", a.resize.mult = -1),
    REFUSAL("ResizeSum", "denominators 2147483647 and 2147483647", a.resize.mult = 0; a.resize.rows.in_origin = 0;
            a.resize.rows.denominator = a.resize.columns.denominator = INT32_MAX),
    REFUSAL("ResizeProduct", "mult 2147483647: a sum may pass 2^62", a.resize.mult = INT32_MAX;
            a.resize.columns = {3, 5, 0, 0, 1, 1 << 23, 0, 0}),
    REFUSAL("ResizeClamp", "clamp", a.resize.act_max = 128),
    REFUSAL("ResizeNearestTypes", "nearest samples of type 1 as type 0", a.resize.kind = RNPU_RESIZE_NEAREST; a.resize.in.type = RNPU_U8),
    REFUSAL("ResizeNearestUnused", "must be 0", a.resize.kind = RNPU_RESIZE_NEAREST),
    REFUSAL("MatmulQueue", "may not be on queue 5", HEADER(7, c.queue = 5)),
    REFUSAL("MatmulReserved", "payload is not zero", a.matmul.reserved[2] = 1),
    REFUSAL("MatmulReserved2", "payload is not zero", a.matmul.reserved2[3] = 1),
    REFUSAL("MatmulTile", "tile b ends at byte", a.matmul.b.base = 65536 - 16),
    REFUSAL("MatmulTypes", "types 0, 1 -> 0, must be i8", a.matmul.b.type = RNPU_U8),
    REFUSAL("MatmulTranspose", "transpose_a 2 and transpose_b 1", a.matmul.transpose_a = 2),
    REFUSAL("MatmulInner", "3 columns of a by 5 rows of b", a.matmul.transpose_a = 1),
    REFUSAL("MatmulOutput", "a product of 3 by 4 into an output of 2 by 4", a.matmul.out.columns = 2),
    REFUSAL("MatmulBatch", "1 and 2 matrices are neither 1 nor the output's 3", a.matmul.out.rows = 3),
    REFUSAL("MatmulWbuf", "tile b of 2x4x5 bytes, wbuf has 39", a.config.wbuf_bytes = 39; a.conv.in.channels = 1;
            a.conv.weight_bytes = 36),
    REFUSAL("MatmulWbufOfOverlaps", "tile b of 2x8193x1 bytes", a.matmul.a = tile(0, 1, 1, 8193);
            a.matmul.b = {1024, 16, 1, 0, 0, 2, 8193, 1, 0, RNPU_I8}; a.matmul.out = tile(2048, 2, 1, 1); a.matmul.transpose_b = 0),
    REFUSAL("MatmulAcc", "output tile 2x3x32 exceeds the accumulators", a.config.acc_bytes = 767; a.matmul.b = tile(1024, 2, 32, 5);
            a.matmul.out = tile(2048, 2, 3, 32)),
    REFUSAL("MatmulMult", "mult -1 and shift 40", a.matmul.mult = -1),
    REFUSAL("MatmulShift", "mult 0 and shift 1,", a.matmul.shift = 1),
    REFUSAL("MatmulClamp", "clamp [-129", a.matmul.act_min = -129),
    REFUSAL("MatmulFirst", "no accumulation is open", a.matmul.first = 0),
    REFUSAL("MatmulLast", "has no last MATMUL", a.matmul.last = 0),
    REFUSAL("MatmulBetweenConvs", "stands between two CONVs", a.conv.last = 0),
    REFUSAL("DmaElement", "element of 3", a.dma.element_bytes = 3),
    REFUSAL("DmaFill", "fill is 2", a.dma.fill = 2),
    REFUSAL("DmaExtent", "extent 1 is 0", a.dma.extent[1] = 0),
    REFUSAL("DmaSpace", "unknown space 4", a.dma.src_space = 4),
    REFUSAL("DmaRegion", "no region 272", a.dma.src_region = 272),
    REFUSAL("DmaSource", "source: bytes from offset 1", a.dma.src_offset = 1),
    REFUSAL("DmaNegative", "source: bytes", a.dma.src_stride[3] = -1; a.dma.src_offset = 254),
    REFUSAL("DmaOverflow", "source: bytes", a.dma.src_stride[3] = INT64_MAX / 2),
    REFUSAL("DmaDestination", "destination: bytes", a.dma.dst_offset = 65536 - 255),
    REFUSAL("DmaConstants", "region 0 is read only", a.dma.dst_space = 0),
    REFUSAL("DmaInput", "region 16 is read only", a.dma.dst_space = 0; a.dma.dst_region = 16),
    REFUSAL("DmaDestinationOverlap", "destination strides overlap", a.dma.dst_stride[3] = 0),
    REFUSAL("DmaSelf", "share a range", a.dma.dst_space = 0; a.dma.src_region = a.dma.dst_region = Output),
};

class Refused : public ::testing::TestWithParam<Refusal> {};

} // namespace

TEST(RnpuVerify, AcceptsTheWholeProgram) { EXPECT_EQ(All().verify(), ""); }

// One damage, one refusal with its own text.
TEST_P(Refused, WithItsText) {
  All a;
  GetParam().damage(a);
  std::string text = a.verify();
  EXPECT_NE(text.find(GetParam().text), std::string::npos) << "got: '" << text << "'";
}
INSTANTIATE_TEST_SUITE_P(RnpuVerify, Refused, ::testing::ValuesIn(Refusals),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(RnpuVerify, NeedsOneStopAtTheEnd) {
  Program p;
  p.add(RNPU_FENCE, Mxu);
  Machine m;
  EXPECT_EQ(m.verify(p), NPU_ERROR_PROGRAM);
  EXPECT_NE(m.text().find("is STOP"), std::string::npos) << m.text();
  p.stop().stop();
  EXPECT_EQ(m.verify(p), NPU_ERROR_PROGRAM);
  EXPECT_NE(m.text().find("STOP after"), std::string::npos) << m.text();
  // Bytes after the last command are refused even when the count is right.
  p.count = 2;
  EXPECT_EQ(m.verify(p), NPU_ERROR_PROGRAM);
}

// An accumulation without its end, where nothing follows on the engine.
TEST(RnpuVerify, NeedsTheLastOfAnAccumulation) {
  All a;
  a.conv.last = 0;
  Program p;
  p.add(RNPU_CONV, Mxu, a.conv).stop();
  Machine m;
  EXPECT_EQ(m.verify(p), NPU_ERROR_PROGRAM);
  EXPECT_NE(m.text().find("has no last CONV"), std::string::npos) << m.text();
}

// A reversed copy reads downwards from its offset.
TEST(RnpuVerify, AcceptsNegativeStrides) {
  All a;
  a.dma.src_stride[3] = -1;
  a.dma.src_offset = 255;
  EXPECT_EQ(a.verify(), "");
}

// A blob for a larger machine, or for less DMA overlap, does not fit the device.
TEST(RnpuVerify, ConfigMustFitTheDevice) {
  Program p;
  p.stop();
  Machine larger, overlap;
  larger.config.sram_bytes *= 2;
  EXPECT_EQ(larger.verify(p), NPU_ERROR_VERSION);
  EXPECT_NE(larger.text().find("sram_bytes"), std::string::npos) << larger.text();
  overlap.config.dma_outstanding = 1;
  EXPECT_EQ(overlap.verify(p), NPU_ERROR_VERSION);
}

namespace {
// Sanitizers catch reads outside the copy, which is exactly as large as the segment. What passes is run.
void verifyBytes(const std::vector<uint8_t> &bytes, uint32_t count, int &accepted) {
  Machine m({RNPU_SIM_CHECKED, 0, 0, 0});
  m.region(Input).resize(256);
  m.region(Output).resize(256);
  std::vector<uint64_t> words(bytes.size() / 8);
  if (!words.empty())
    std::memcpy(words.data(), bytes.data(), words.size() * 8);
  npu_segment segment = {reinterpret_cast<const uint8_t *>(words.data()), words.size() * 8, count};
  npu_limits limits = m.limits();
  npu_error error = {};
  npu_status status = rnpu_verify(&m.config, &segment, &limits, &error);
  accepted += status == NPU_OK;
  EXPECT_EQ(status == NPU_OK, error.text[0] == 0);
}
} // namespace

TEST(RnpuFuzz, RandomBytes) {
  std::mt19937 rng(3);
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<uint8_t> bytes(rng() % 64 * 8);
    for (uint8_t &b : bytes)
      b = static_cast<uint8_t>(rng());
    if (!bytes.empty())
      bytes[0] %= RNPU_OPCODE_COUNT;
    verifyBytes(bytes, rng() % 5, accepted);
  }
  EXPECT_EQ(accepted, 0);
}

// Edits of a good program reach deep checks; a program that still passes also runs without a crash.
TEST(RnpuFuzz, EditedPrograms) {
  std::mt19937 rng(4);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    All a;
    Program p = a.program();
    for (uint32_t edits = 1 + rng() % 3; edits > 0; --edits) {
      uint64_t at = rng() % p.size();
      p.bytes()[at] = rng() % 2 ? static_cast<uint8_t>(rng()) : p.bytes()[at] ^ (1 << rng() % 8);
    }
    rnpu_sim_options options = {i % 2 ? RNPU_SIM_CHECKED : RNPU_SIM_FUNCTIONAL, uint64_t(i), 0, i % 3 == 0};
    Machine m(options);
    m.region(Input).resize(256);
    m.region(Output).resize(256);
    if (m.verify(p) != NPU_OK)
      continue;
    ++accepted;
    m.run(p);
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_LT(accepted, 15000);
}

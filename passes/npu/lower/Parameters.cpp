#include "passes/npu/lower/Parameters.h"

#include <cstring>

#include "dialects/nn/Scheme.h"
#include "passes/npu/lower/Program.h"
#include "runtime/kernels/rescale.h"

using namespace mlir;
using namespace npu::tiling;

namespace npu::lower {

static void appendWord(SmallVectorImpl<char> &bytes, uint32_t word) {
  for (int i = 0; i < 4; ++i)
    bytes.push_back(static_cast<char>(word >> (8 * i)));
}

void appendRecord(SmallVectorImpl<char> &records, int32_t bias, int32_t mult, uint32_t shift) {
  appendWord(records, static_cast<uint32_t>(bias));
  appendWord(records, static_cast<uint32_t>(mult));
  records.push_back(static_cast<char>(shift));
  records.push_back(0);
}

LogicalResult refuseRatio(Operation *op, double ratio) {
  return op->emitError("cannot rescale by ") << ratio << ", the ratio of its scales; quantise the operands to scales "
                                                         "closer together";
}

FailureOr<SmallVector<char>> productRecords(Operation *op) {
  SmallVector<char> bias = constantBytes(op->getOperand(2)), records;
  Type filter = cast<ShapedType>(op->getOperand(1).getType()).getElementType();
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(filter);
  double in = scaleOf(op->getOperand(0)), out = scaleOf(op->getResult(0));
  FailureOr<nn::Scheme> scheme = nn::schemeOf(op);
  if (failed(scheme))
    return failure();
  for (size_t channel = 0; channel < bias.size() / 4; ++channel) {
    double weight = perAxis ? perAxis.getScales()[channel] : scaleOf(op->getOperand(1));
    npu_rescale by;
    if (!npu_rescale_choose(in * weight / out, scheme->multBits, &by, nullptr))
      return refuseRatio(op, in * weight / out);
    int32_t start;
    std::memcpy(&start, bias.data() + 4 * channel, 4);
    appendRecord(records, start, by.mult, by.shift);
  }
  return records;
}

SmallVector<char> packWeights(ArrayRef<char> filter, const ConvProblem &p, const ConvTiles &t,
                              ArrayRef<WeightBlock> blocks, int64_t align) {
  SmallVector<char> packed(blocks.back().offset + roundUp(blocks.back().bytes, align), 0);
  int64_t taps = p.taps(), depth = p.groupIn();
  for (const WeightBlock &block : blocks) {
    char *to = packed.data() + block.offset;
    if (t.kind == tiling::ConvKind::Depthwise) {
      for (int64_t tap = 0; tap < taps; ++tap)
        for (int64_t k = 0; k < block.outSize; ++k)
          *to++ = filter[(block.out + k) * taps + tap];
      continue;
    }
    for (int64_t k = 0; k < block.outSize; ++k)
      for (int64_t tap = 0; tap < taps; ++tap, to += block.inSize)
        std::memcpy(to, filter.data() + ((block.out + k) * taps + tap) * depth + block.in, block.inSize);
  }
  return packed;
}

} // namespace npu::lower

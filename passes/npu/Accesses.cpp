#include "passes/npu/Accesses.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace npu::npu {
namespace {

/// More runs than this are merged over the innermost dimension that has gaps.
constexpr int64_t kMostRuns = 128;

/// Sorts dimensions by stride, merges contiguous ones, and fills gaps until there are few runs.
Access finish(Access access) {
  int64_t first = access.low;
  SmallVector<std::pair<int64_t, int64_t>, 4> dims;
  for (auto [stride, extent] : access.dims) {
    if (stride == 0 || extent == 1)
      continue; // a broadcast reads the same bytes again
    if (stride < 0)
      first += stride * (extent - 1);
    dims.push_back({std::abs(stride), extent});
  }
  llvm::sort(dims, std::greater<>());
  access.low = first;
  int64_t runs = 1;
  for (auto [stride, extent] : dims)
    runs *= extent;
  while (!dims.empty() && (dims.back().first <= access.run || runs > kMostRuns)) {
    access.run += dims.back().first * (dims.back().second - 1);
    runs /= dims.back().second;
    dims.pop_back();
  }
  access.high = access.low + access.run;
  for (auto [stride, extent] : dims)
    access.high += stride * (extent - 1);
  access.dims = dims;
  return access;
}

Access at(Value buffer, bool write, int64_t low, int64_t run) {
  Access access;
  access.buffer = buffer;
  access.write = write;
  access.low = low;
  access.run = run;
  return access;
}

int64_t elementBytes(Type type) { return (type.getIntOrFloatBitWidth() + 7) / 8; }

Access tile(Value buffer, TileAttr t, bool write) {
  int64_t element = elementBytes(t.getElement()), pitch = t.getPixelPitch() * element;
  Access access = at(buffer, write, t.getOffset() + t.getColumn() * pitch + t.getChannel() * element,
                     t.getChannels() * element);
  access.dims = {{t.getRowPitch(), t.getRows()}, {pitch, t.getColumns()}};
  return finish(access);
}

Access range(Value buffer, int64_t low, int64_t bytes) {
  return finish(at(buffer, false, low, bytes));
}

Access block(Value buffer, BlockAttr b, ArrayRef<int64_t> extent, int64_t element, bool write) {
  Access access = at(buffer, write, b.getOffset(), element);
  for (auto [stride, count] : llvm::zip(b.getStrides(), extent))
    access.dims.push_back({stride, count});
  return finish(access);
}

using Accesses = SmallVector<Access, 5>;

Accesses ofDma(DmaOp op) {
  Accesses a;
  if (op.getSource())
    a.push_back(block(op.getSource(), *op.getSourceBlock(), op.getExtent(), op.getElementBytes(), false));
  a.push_back(block(op.getTarget(), op.getTargetBlock(), op.getExtent(), op.getElementBytes(), true));
  return a;
}

/// Parameters, table and output matter to the last command of an accumulation alone.
Accesses ofConv(ConvOp op) {
  Accesses a{tile(op.getIn(), op.getInTile(), false),
             range(op.getWeights(), op.getWeightOffset(), op.getWeightBytes())};
  if (!op.getLast())
    return a;
  a.push_back(range(op.getPrm(), op.getPrmOffset(), op.getOutTile().getChannels() * kPrmRecordBytes));
  if (op.getLut())
    a.push_back(range(op.getLut(), op.getLutOffset(), 256));
  a.push_back(tile(op.getOut(), op.getOutTile(), true));
  return a;
}

/// The output matters to the last command of an accumulation alone.
Accesses ofMatmul(MatmulOp op) {
  Accesses a{tile(op.getA(), op.getATile(), false), tile(op.getB(), op.getBTile(), false)};
  if (op.getLast())
    a.push_back(tile(op.getOut(), op.getOutTile(), true));
  return a;
}

Accesses ofPool(PoolOp op) {
  int64_t records = op.getKind() == PoolKind::Max ? 1 : op.getPrmCount();
  return {tile(op.getIn(), op.getInTile(), false), range(op.getPrm(), op.getPrmOffset(), records * kPrmRecordBytes),
          tile(op.getOut(), op.getOutTile(), true)};
}

Accesses ofResize(ResizeOp op) {
  return {tile(op.getIn(), op.getInTile(), false), tile(op.getOut(), op.getOutTile(), true)};
}

Accesses ofBinary(BinaryOp op) {
  return {tile(op.getA(), op.getATile(), false), tile(op.getB(), op.getBTile(), false),
          tile(op.getOut(), op.getOutTile(), true)};
}

Accesses ofUnary(UnaryOp op) {
  Accesses a{tile(op.getIn(), op.getInTile(), false)};
  if (op.getLut())
    a.push_back(range(op.getLut(), op.getLutOffset(), 256));
  a.push_back(tile(op.getOut(), op.getOutTile(), true));
  return a;
}

Accesses ofSoftmax(SoftmaxOp op) {
  return {tile(op.getIn(), op.getInTile(), false), range(op.getLut(), op.getLutOffset(), 1024),
          tile(op.getOut(), op.getOutTile(), true)};
}

} // namespace

SmallVector<Access, 5> accessesOf(Operation *command) {
  return llvm::TypeSwitch<Operation *, Accesses>(command)
      .Case<DmaOp>(ofDma)
      .Case<ConvOp>(ofConv)
      .Case<MatmulOp>(ofMatmul)
      .Case<PoolOp>(ofPool)
      .Case<ResizeOp>(ofResize)
      .Case<BinaryOp>(ofBinary)
      .Case<UnaryOp>(ofUnary)
      .Case<SoftmaxOp>(ofSoftmax)
      .Default([](Operation *) { return Accesses(); });
}

} // namespace npu::npu

#include "compiler/report/Commands.h"

using namespace mlir;
namespace npu {

std::vector<Operation *> commandsOf(ModuleOp module) {
  std::vector<Operation *> commands;
  module.walk([&](npu::SegmentOp segment) {
    for (Operation &op : segment.getBody().front())
      commands.push_back(&op);
  });
  return commands;
}

bool isDram(npu::Space space) {
  return space != npu::Space::Sram && space != npu::Space::Prm && space != npu::Space::Lut;
}

npu::Space spaceOf(Value buffer) { return cast<npu::BufferType>(buffer.getType()).getSpace(); }

int64_t bytesOf(Value buffer) {
  if (auto op = buffer.getDefiningOp<npu::BufferOp>())
    return op.getBytes();
  return cast<ShapedType>(buffer.getDefiningOp<npu::ConstantOp>().getValue().getType()).getNumElements();
}

int64_t movedBytes(npu::DmaOp dma) {
  int64_t bytes = dma.getElementBytes();
  for (int64_t extent : dma.getExtent())
    bytes *= extent;
  return bytes;
}

int64_t dramBytes(npu::DmaOp dma) {
  int64_t ends = (dma.getSource() && isDram(spaceOf(dma.getSource()))) + isDram(spaceOf(dma.getTarget()));
  return ends * movedBytes(dma);
}

int64_t macsOf(Operation *command) {
  if (auto matmul = dyn_cast<npu::MatmulOp>(command)) {
    npu::TileAttr out = matmul.getOutTile();
    return matmul.getInner() * out.getRows() * out.getColumns() * out.getChannels();
  }
  auto conv = dyn_cast<npu::ConvOp>(command);
  if (!conv)
    return 0;
  npu::TileAttr in = conv.getInTile(), out = conv.getOutTile();
  npu::WindowAttr window = conv.getWindow();
  int64_t perOutput = window.getKernelH() * window.getKernelW();
  if (conv.getKind() == npu::ConvKind::Dense)
    perOutput *= in.getChannels();
  else if (conv.getKind() == npu::ConvKind::Grouped)
    perOutput *= conv.getGroupIn();
  return perOutput * out.getRows() * out.getColumns() * out.getChannels();
}

} // namespace npu

// What the commands of a placed program touch, for the reports.
#ifndef COMPILER_REPORT_COMMANDS_H
#define COMPILER_REPORT_COMMANDS_H

#include "dialects/npu/Npu.h"

#include <vector>

namespace npu {

/// The commands of all segments, in program order.
std::vector<mlir::Operation *> commandsOf(mlir::ModuleOp module);

/// DRAM or on chip.
bool isDram(npu::Space space);
npu::Space spaceOf(mlir::Value buffer);

/// Bytes of a buffer value, whether npu.buffer or npu.constant.
int64_t bytesOf(mlir::Value buffer);

/// Bytes a DMA moves at each end: extent times element size.
int64_t movedBytes(npu::DmaOp dma);
/// Bytes a DMA reads from and writes to DRAM together.
int64_t dramBytes(npu::DmaOp dma);

/// Multiply-accumulates of a convolution command; 0 for others.
int64_t macsOf(mlir::Operation *command);

} // namespace npu

#endif

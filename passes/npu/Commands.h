// The commands and buffers of a program, and the names users know them by.
#ifndef PASSES_NPU_COMMANDS_H
#define PASSES_NPU_COMMANDS_H

#include "dialects/npu/Npu.h"

#include <string>
#include <vector>

namespace npu::npu {

/// The commands of one segment in program order.
std::vector<mlir::Operation *> commandsOf(SegmentOp segment);
/// The commands of all segments of a program, in program order.
std::vector<mlir::Operation *> commandsOf(ProgramOp program);

/// Names of the ONNX nodes a location holds, in order, separated by ';'; empty when there are none.
std::string nodeNames(mlir::Location location);
/// What to call the buffer or constant in a message: its label, else its nodes, else its space and size.
std::string nameOf(mlir::Operation *buffer);

/// Bytes of an npu.buffer or npu.constant.
int64_t bytesOf(mlir::Operation *buffer);
Space spaceOf(mlir::Value buffer);
bool isOnChip(Space space);

/// Size of an on-chip memory of the machine, in bytes.
struct Capacities {
  int64_t sram = 0, prm = 0, lut = 0;
  int64_t of(Space space) const;
};

/// A PRM record is 10 bytes and addressed by number.
inline constexpr int64_t kPrmRecordBytes = 10;

} // namespace npu::npu

#endif

// Command words of the reference NPU as text.
#ifndef TARGETS_RNPU_DISASSEMBLY_H
#define TARGETS_RNPU_DISASSEMBLY_H

#include "targets/rnpu/isa.h"

#include <string>

namespace npu {

/// "dma0".."dma3", "mxu0".., "vxu0"..
std::string rnpuQueueName(uint32_t queue);
/// Operands of a command whose payload is complete; any values are printed.
std::string rnpuOperands(const rnpu_command &command);

} // namespace npu

#endif

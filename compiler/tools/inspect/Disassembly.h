// Command words of the reference NPU as text.
#ifndef COMPILER_TOOLS_INSPECT_DISASSEMBLY_H
#define COMPILER_TOOLS_INSPECT_DISASSEMBLY_H

#include "targets/rnpu/isa.h"

#include <string>

namespace npu::inspect {

/// "dma0".."dma3", "mxu0".., "vxu0"..
std::string queueName(uint32_t queue);
/// Operands of a command whose payload is complete; any values are printed.
std::string operandText(const rnpu_command &command);

} // namespace npu::inspect

#endif

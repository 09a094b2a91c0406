// One command of the npu dialect as command words. Private to targets/rnpu.
#ifndef TARGETS_RNPU_WORDS_H
#define TARGETS_RNPU_WORDS_H

#include "dialects/npu/Npu.h"
#include "targets/rnpu/isa.h"

#include <vector>

namespace npu {

/// Encodes commands; the payload of each op is one function in Words.cpp.
class Words {
public:
  /// Appends the command. A field that does not hold its value is a diagnostic at the op and a failure.
  mlir::LogicalResult append(mlir::Operation *command, uint32_t node);
  /// Appends STOP.
  void stop();

  const std::vector<uint8_t> &bytes() const { return words; }
  uint32_t count() const { return commands; }

private:
  void header(uint8_t opcode, uint32_t queue, uint32_t node, const void *payload, size_t bytes,
              mlir::ArrayRef<int32_t> waits);

  std::vector<uint8_t> words;
  uint32_t commands = 0;
};

} // namespace npu

#endif

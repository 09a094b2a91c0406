// From options to files: what npu-compile does.
#ifndef COMPILER_DRIVER_COMPILE_H
#define COMPILER_DRIVER_COMPILE_H

#include "compiler/driver/Options.h"

namespace npu {

/// Compiles options.model and writes what was asked for. Returns the exit status: 0 done, 1 refused
/// (diagnostics on stderr, nothing written), 2 our own bug.
int compile(const CompileOptions &options);

} // namespace npu

#endif

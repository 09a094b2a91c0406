/* Checks of the shapes that several kernels share. */
#ifndef NPU_RUNTIME_KERNELS_CALLS_SHAPES_H
#define NPU_RUNTIME_KERNELS_CALLS_SHAPES_H

#include "runtime/kernels/calls/call.h"
#include "runtime/kernels/conv.h"
#include "runtime/kernels/resize.h"

/* Operands in, weights, bias, out. */
const char *npu_check_conv(const npu_call *call, const npu_conv *conv);
/* Operands in, out, of equal channels. */
const char *npu_check_window(const npu_call *call, const npu_window *window, int64_t channels);
/* Operands in, out. */
const char *npu_check_resize(const npu_call *call, const npu_resize *resize);

#endif

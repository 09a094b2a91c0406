#include "runtime/kernels/calls/call.h"

#define NPU_KERNEL(name) extern const npu_kernel npu_kernel_##name;
#include "runtime/kernels/calls/list.inc"
#undef NPU_KERNEL

#define NPU_KERNEL(name) &npu_kernel_##name,
const npu_kernel *const npu_kernels[] = {
#include "runtime/kernels/calls/list.inc"
    0};

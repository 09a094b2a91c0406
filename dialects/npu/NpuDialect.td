#ifndef DIALECTS_NPU_NPUDIALECT_TD
#define DIALECTS_NPU_NPUDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def Npu_Dialect : Dialect {
  let name = "npu";
  let cppNamespace = "::npu::npu";
  let summary = "what the machine does, where and when";
  let description = [{
    A program declares buffers and constants, then lists segments of engine commands. Order within a segment is
    program order: executing the commands one by one in that order is always correct, and it is issue order
    within each queue. Passes may reorder commands only if that stays true; overlap comes from queues and
    `waits`, which `npu-insert-waits` derives from the bytes each command touches.

    A buffer names bytes in one memory space. Before `npu-place-buffers` it has no `offset`. All sizes are bytes
    unless said otherwise. Element types are those of the machine: i8, u8, i32, f32; there are no quant types.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class Npu_Op<string mnemonic, list<Trait> traits = []> : Op<Npu_Dialect, mnemonic, traits>;

#endif

#ifndef PASSES_NPU_PASSES_TD
#define PASSES_NPU_PASSES_TD

include "mlir/Pass/PassBase.td"

// In pipeline order: reading this file is reading the back of the compiler.

def PlanTiles : Pass<"nn-plan-tiles", "::mlir::ModuleOp"> {
  let summary = "what stays in SRAM, and the tiles of every operator";
  let description = [{
    Decides, and records: `npu.storage` ("sram" or "arena") and `npu.why` on every operator that owns memory, and
    `npu.tiles` on every operator that computes. A value stays in SRAM while everything that lives with it, tiles
    included, fits and the buffer planner finds a place; what does not is kept in DRAM and moved tile by tile. Tiles
    are those with the least DRAM traffic, of those the fewest cycles.

    *Requires*: quantised nn with static shapes; the module attribute `npu.target`. *Ensures*: the three attributes;
    or an error at an operator whose smallest tile does not fit, with the bytes needed and available.
    *Example*: `nn.conv` of 1x32x32x16 gets `npu.tiles = {rows = 8, columns = 32, out = 32, ...}`.
  }];
}

def ConvertNnToNpu : Pass<"convert-nn-to-npu", "::mlir::ModuleOp"> {
  let summary = "the plan of nn-plan-tiles as engine commands";
  let description = [{
    Every function becomes an `npu.program` with one segment. Weights are packed as the tiles read them. Commands of
    one tile share the discardable `step`, and program order is a correct sequential execution. Obeys the attributes
    of nn-plan-tiles and decides nothing.

    *Requires*: nn-plan-tiles. *Ensures*: no nn operator is left; buffers have no offsets, commands no waits.
    *Example*: a tile of `nn.conv` is `npu.dma` (load), `npu.conv`, `npu.dma` (store).
  }];
  let dependentDialects = ["::npu::npu::NpuDialect"];
}

def HoistLoads : Pass<"npu-hoist-loads", "::mlir::ModuleOp"> {
  let summary = "moves the next step's loads before this step's work";
  let description = [{
    Commands carry a discardable `step`. A load (DMA from DRAM, or a fill, into sram, prm or lut) of step t moves
    before the work of step t - 1 when no command it crosses touches its target's bytes or writes its source's, and
    when what is then live fits the machine, as the planner confirms. Performance only: program order stays a
    correct sequential execution, and a program that cannot be improved is left as it is.

    *Requires*: the module attribute `npu.target`. *Ensures*: the same results in program order.
    *Example*: load 0, conv 0, load 1, conv 1 becomes load 0, load 1, conv 0, conv 1.
  }];
  let dependentDialects = ["::npu::npu::NpuDialect"];
}

def PlaceBuffers : Pass<"npu-place-buffers", "::mlir::ModuleOp"> {
  let summary = "an offset for every buffer and constant";
  let description = [{
    Lifetimes run from the first to the last command that names a buffer. Buffers of sram, prm, lut and arena are
    placed by the planner (passes/planner); constants lie one after another at multiples of 64 bytes, in program
    order, through all programs. Buffers nobody names are erased. What does not fit is an error at the command with
    the highest need: needed, available, and everything live there.

    *Requires*: the module attribute `npu.target`; the order of commands is final. *Ensures*: npu-verify-placed.
  }];
  let dependentDialects = ["::npu::npu::NpuDialect"];
}

def AssignQueues : Pass<"npu-assign-queues", "::mlir::ModuleOp"> {
  let summary = "the queue of every command";
  let description = [{
    Convolutions go to the MXU and vector commands to the VXU of engine 0. With several DMA channels, stores and
    on-chip copies get the last one, so that no load stands behind a command that waits for an engine; each load
    goes to the other channel that has been given the fewest bytes.

    *Requires*: the module attribute `npu.target`. *Ensures*: queues that the machine has.
  }];
  let dependentDialects = ["::npu::npu::NpuDialect"];
}

def InsertWaits : Pass<"npu-insert-waits", "::mlir::ModuleOp"> {
  let summary = "waits that keep program order wherever bytes conflict";
  let description = [{
    Finds every read after write, write after read and write after write in sram, prm, lut, arena, persistent state
    and outputs from the bytes commands touch, and makes the later command wait for the earlier unless its queue or
    another wait implies it already (transitive reduction over completion counters). Transfers of one DMA channel
    overlap, up to the machine's `dma_outstanding`, and wait for each other where they conflict.

    *Requires*: placed buffers, queues; the module attribute `npu.target`. *Ensures*: every order that the queues
    and waits allow gives the results of program order. Replaces all waits.
  }];
  let dependentDialects = ["::npu::npu::NpuDialect"];
}

def VerifyPlaced : Pass<"npu-verify-placed", "::mlir::ModuleOp"> {
  let summary = "the contract of a placed program: every offset set, legal and disjoint";
  let description = [{
    Checks that every buffer and constant has an offset, that offsets have the alignment of their space, that every
    range lies inside its memory, and that no two buffers of one space which are live at the same command share a
    byte. A buffer is live from the first to the last command that names it. Lists every offender. Shares no code
    with the planner.

    *Requires*: the module attribute `npu.target`. *Ensures*: what it checks.
  }];
  let dependentDialects = ["::npu::npu::NpuDialect"];
}

#endif

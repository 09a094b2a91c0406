// RUN: npu-opt %s --npu-hoist-loads | FileCheck %s

#machine = {name = "small", isa = "rnpu", rounding = "half-up", sram_bytes = 320, sram_align = 16, sram_banks = 1,
  dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 16, lut_bytes = 1024, dma_channels = 1,
  dma_outstanding = 1, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
  dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
  sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
  cpe_max_pool = 0.25, cpe_table = 1.0}
#line = #npu.block<0, [0, 0, 0, 1]>
#far = #npu.block<64, [0, 0, 0, 1]>
#tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 1, columns = 8, channels = 8, element = i8, zero_point = 0>

module attributes {npu.target = #machine} {
  // The load of step 1 passes the work of step 0.
  // CHECK: @next_step
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma {{.*}}step = 0
  // CHECK-NEXT: npu.dma {{.*}}step = 1
  // CHECK-NEXT: npu.unary {{.*}}step = 0
  // CHECK-NEXT: npu.dma {{.*}}step = 0
  // CHECK-NEXT: npu.unary {{.*}}step = 1
  // CHECK-NEXT: npu.dma {{.*}}step = 1
  npu.program @next_step([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    %c = npu.buffer 64 : !npu.buffer<sram>
    %d = npu.buffer 64 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 0 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %b : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<output>
      npu.dma %x : !npu.buffer<input> -> %c {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #far, target_block = #line, step = 1 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %c -> %d {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 1 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %d : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #far, step = 1 : i64} : !npu.buffer<output>
    }
  }

  // A load of step 2 passes the work of step 1, not of step 0.
  // CHECK: @one_step_only
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma {{.*}}step = 0
  // CHECK-NEXT: npu.unary {{.*}}step = 0
  // CHECK-NEXT: npu.dma {{.*}}step = 2
  // CHECK-NEXT: npu.unary {{.*}}step = 1
  npu.program @one_step_only([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    %c = npu.buffer 64 : !npu.buffer<sram>
    %d = npu.buffer 64 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 0 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %b -> %c {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 1 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %x : !npu.buffer<input> -> %d {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 2 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %d -> %a {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 2 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %c : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 2 : i64} : !npu.buffer<output>
      npu.dma %a : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 2 : i64} : !npu.buffer<output>
    }
  }

  // What the work of step 0 still reads is not overwritten.
  // CHECK: @same_target
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma {{.*}}step = 0
  // CHECK-NEXT: npu.unary {{.*}}step = 0
  // CHECK-NEXT: npu.dma {{.*}}step = 1
  npu.program @same_target([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 0 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #far, target_block = #line, step = 1 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 1 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %b : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 1 : i64} : !npu.buffer<output>
    }
  }

  // A load of what the step before stores stays behind the store.
  // CHECK: @through_memory
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma {{.*}}<input>
  // CHECK-NEXT: npu.dma {{.*}}-> {{.*}}<arena>
  // CHECK-NEXT: npu.dma {{.*}}<arena> ->
  npu.program @through_memory([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    %c = npu.buffer 64 : !npu.buffer<sram>
    %m = npu.buffer 64 : !npu.buffer<arena>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<sram>
      npu.dma %a : !npu.buffer<sram> -> %m {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<arena>
      npu.dma %m : !npu.buffer<arena> -> %b {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 1 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %b -> %c {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 1 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %c : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 1 : i64} : !npu.buffer<output>
    }
  }

  // While the copy runs, 384 bytes would be live and do not fit 320; while the store runs, they do.
  // CHECK: @too_little_memory
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma {{.*}}step = 0
  // CHECK-NEXT: npu.unary {{.*}}step = 0
  // CHECK-NEXT: npu.dma {{.*}}step = 1
  // CHECK-NEXT: npu.dma {{.*}}step = 0
  npu.program @too_little_memory([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 128 : !npu.buffer<sram>
    %b = npu.buffer 128 : !npu.buffer<sram>
    %c = npu.buffer 128 : !npu.buffer<sram>
    %d = npu.buffer 64 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 0 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %b : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 0 : i64} : !npu.buffer<output>
      npu.dma %x : !npu.buffer<input> -> %c {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 1 : i64} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %c -> %d {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 1 : i64} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %d : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line, step = 1 : i64} : !npu.buffer<output>
    }
  }

}

// RUN: npu-opt %s --npu-place-buffers | FileCheck %s

#machine = {name = "small", isa = "rnpu", rounding = "half-up", sram_bytes = 256, sram_align = 16, sram_banks = 1,
  dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 16, lut_bytes = 1024, dma_channels = 1,
  dma_outstanding = 1, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
  dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
  sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
  cpe_max_pool = 0.25, cpe_table = 1.0}
#line = #npu.block<0, [0, 0, 0, 1]>
#far = #npu.block<64, [0, 0, 0, 1]>
#tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 1, columns = 8, channels = 8, element = i8, zero_point = 0>

module attributes {npu.target = #machine} {
  // Constants at multiples of 64, records whole, what lives together apart; a buffer that nobody names is gone.
  // CHECK: @offsets
  // CHECK: npu.buffer 128 index 0 : <input>
  // CHECK-NEXT: npu.buffer 128 index 0 : <output>
  // CHECK-NEXT: npu.constant {{.*}} at 0 :
  // CHECK-NEXT: npu.constant {{.*}} at 128 :
  // CHECK-NEXT: npu.buffer 64 at 0 : <sram>
  // CHECK-NEXT: npu.buffer 64 at 64 : <sram>
  // CHECK-NEXT: npu.buffer 64 at 128 : <sram>
  // CHECK-NEXT: npu.buffer 20 at 0 : <prm>
  // CHECK-NEXT: npu.buffer 20 at 20 : <prm>
  // CHECK-NEXT: npu.buffer 100 at 0 : <arena>
  // CHECK-NEXT: npu.buffer 100 at 128 : <arena>
  npu.program @offsets([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %unused = npu.buffer 64 : !npu.buffer<sram>
    %w = npu.constant dense<1> : tensor<70xi8> : !npu.buffer<constants>
    %v = npu.constant dense<2> : tensor<20xi8> : !npu.buffer<constants>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    %c = npu.buffer 64 : !npu.buffer<sram>
    %p = npu.buffer 20 : !npu.buffer<prm>
    %q = npu.buffer 20 : !npu.buffer<prm>
    %m = npu.buffer 100 : !npu.buffer<arena>
    %n = npu.buffer 100 : !npu.buffer<arena>
    npu.segment {
      npu.dma %w : !npu.buffer<constants> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %v : !npu.buffer<constants> -> %p {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 20>, source_block = #line, target_block = #line} : !npu.buffer<prm>
      npu.dma %v : !npu.buffer<constants> -> %q {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 20>, source_block = #line, target_block = #line} : !npu.buffer<prm>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %b : !npu.buffer<sram> -> %m {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<arena>
      npu.unary #npu.unary_kind<copy> %b -> %c {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %c : !npu.buffer<sram> -> %n {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<arena>
      npu.dma %m : !npu.buffer<arena> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %p : !npu.buffer<prm> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 20>, source_block = #line, target_block = #line} : !npu.buffer<output>
      npu.dma %n : !npu.buffer<arena> -> %y {cause = "copy", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<output>
    }
  }

  // A chain alternates between two places.
  // CHECK: @reuse
  // CHECK: npu.buffer 64 at 0 : <sram>
  // CHECK-NEXT: npu.buffer 64 at 64 : <sram>
  // CHECK-NEXT: npu.buffer 64 at 0 : <sram>
  // CHECK-NEXT: npu.buffer 64 at 64 : <sram>
  // CHECK-NEXT: npu.buffer 64 at 0 : <sram>
  npu.program @reuse([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    %c = npu.buffer 64 : !npu.buffer<sram>
    %d = npu.buffer 64 : !npu.buffer<sram>
    %e = npu.buffer 64 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %b -> %c {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %c -> %d {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %d -> %e {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %e : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<output>
    }
  }

}

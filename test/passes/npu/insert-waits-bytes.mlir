// Which bytes meet.
// RUN: npu-opt %s --npu-insert-waits | FileCheck %s

#machine = {name = "small", isa = "rnpu", rounding = "half-up", sram_bytes = 256, sram_align = 16, sram_banks = 1,
  dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 16, lut_bytes = 1024, dma_channels = 2,
  dma_outstanding = 2, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
  dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
  sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
  cpe_max_pool = 0.25, cpe_table = 1.0}
#line = #npu.block<0, [0, 0, 0, 1]>
#far = #npu.block<64, [0, 0, 0, 1]>
#tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 1, columns = 8, channels = 8, element = i8, zero_point = 0>

module attributes {npu.target = #machine} {
  // Other bytes, no wait: the copy knows nothing of channel 1.
  // CHECK: @disjoint
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma
  // CHECK-NEXT: npu.dma
  // CHECK-NEXT: npu.unary {{.*}}waits = array<i32: 0, 1>
  npu.program @disjoint([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 at 0 : !npu.buffer<sram>
    %b = npu.buffer 64 at 64 : !npu.buffer<sram>
    %c = npu.buffer 64 at 128 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %x : !npu.buffer<input> -> %b {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, queue = 1 : i32, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %c {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
    }
  }

  // Even bytes do not meet odd ones: the copy of the even bytes does not wait for channel 1.
  // CHECK: @strided
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma
  // CHECK-NEXT: npu.dma {{.*}}waits = array<i32: 0, 1>
  // CHECK-NEXT: npu.dma {{.*}}waits = array<i32: 0, 1>}
  npu.program @strided([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 at 0 : !npu.buffer<sram>
    %b = npu.buffer 64 at 128 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 32>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 8, 1>, queue = 1 : i32, source_block = #line, target_block = #npu.block<1, [0, 0, 2, 1]>} : !npu.buffer<sram>
      npu.dma %a : !npu.buffer<sram> -> %b {cause = "copy", element_bytes = 1 : i64, extent = array<i64: 1, 1, 8, 1>, source_block = #npu.block<0, [0, 0, 2, 1]>, target_block = #line} : !npu.buffer<sram>
    }
  }

}

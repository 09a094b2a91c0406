// RUN: npu-opt %s --split-input-file --npu-assign-queues | FileCheck %s

#machine = {name = "small", isa = "rnpu", rounding = "half-up", sram_bytes = 256, sram_align = 16, sram_banks = 1,
  dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 16, lut_bytes = 1024, dma_channels = 3,
  dma_outstanding = 1, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
  dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
  sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
  cpe_max_pool = 0.25, cpe_table = 1.0}
#line = #npu.block<0, [0, 0, 0, 1]>
#far = #npu.block<64, [0, 0, 0, 1]>
#tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 1, columns = 8, channels = 8, element = i8, zero_point = 0>

module attributes {npu.target = #machine} {
  // Loads go to the emptier of channels 0 (which is not printed) and 1; what waits for engines to channel 2.
  // CHECK: @three_channels
  // CHECK: npu.segment
  // CHECK-NEXT: npu.dma {{.*}}cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block
  // CHECK-NEXT: npu.dma {{.*}}cause = "load"{{.*}}queue = 1
  // CHECK-NEXT: npu.dma {{.*}}cause = "fill"{{.*}}queue = 1
  // CHECK-NEXT: npu.unary {{.*}}
  // CHECK-NEXT: npu.dma {{.*}}cause = "load"{{.*}}queue = 1
  // CHECK-NEXT: npu.dma {{.*}}cause = "copy"{{.*}}queue = 2
  // CHECK-NEXT: npu.dma {{.*}}cause = "store"{{.*}}queue = 2
  npu.program @three_channels([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    %c = npu.buffer 64 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %x : !npu.buffer<input> -> %b {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 16>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma -> %b {cause = "fill", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 16>, target_block = #line} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %x : !npu.buffer<input> -> %c {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %b : !npu.buffer<sram> -> %c {cause = "copy", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %c : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<output>
    }
  }

}

// -----

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
  // All DMA on channel 0, whatever it was.
  // CHECK: @one_channel
  // CHECK: npu.segment
  // CHECK-NOT: queue
  npu.program @one_channel([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 : !npu.buffer<sram>
    %b = npu.buffer 64 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, queue = 3 : i32, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.unary #npu.unary_kind<copy> %a -> %b {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram>
      npu.dma %b : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<output>
    }
  }

}

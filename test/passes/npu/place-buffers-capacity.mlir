// RUN: not npu-opt %s --npu-place-buffers 2>&1 | FileCheck %s

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
  // Needed, available, and what is live, the largest first.
  npu.program @too_much([]) -> ([]) {
    %x = npu.buffer 128 index 0 : !npu.buffer<input>
    %y = npu.buffer 128 index 0 : !npu.buffer<output>
    %a = npu.buffer 160 "/a/Conv:0" : !npu.buffer<sram>
    %b = npu.buffer 80 : !npu.buffer<sram>
    %c = npu.buffer 64 "/c/Relu:0" : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %x : !npu.buffer<input> -> %b {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      // CHECK: '/c/Relu': sram needs 304 bytes, target 'small' has 256; live at this command: '/a/Conv:0' 160 bytes, 'sram buffer' 80 bytes, '/c/Relu:0' 64 bytes
      npu.unary #npu.unary_kind<copy> %b -> %c {in_tile = #tile, out_tile = #tile, scale = 0.0 : f32, mult = 0 : si32, shift = 0 : i64, act_min = -128 : si32, act_max = 127 : si32} : !npu.buffer<sram> -> !npu.buffer<sram> loc("/c/Relu")
      npu.dma %a : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<output>
      npu.dma %c : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<output>
    }
  }

}

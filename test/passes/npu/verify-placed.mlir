// RUN: npu-opt %s --split-input-file --npu-verify-placed --verify-diagnostics

#machine = {name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 256, sram_align = 16, sram_banks = 1,
  dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 4, lut_bytes = 512, dma_channels = 2,
  dma_outstanding = 2, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
  dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
  sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
  cpe_max_pool = 0.25, cpe_table = 1.0}
#line = #npu.block<0, [0, 0, 0, 1]>

// Two buffers may share bytes when one dies before the other is born: nothing is reported.
module attributes {npu.target = #machine} {
  npu.program @main([]) -> ([]) {
    %x = npu.buffer 64 index 0 : !npu.buffer<input>
    %y = npu.buffer 64 index 0 : !npu.buffer<output>
    %a = npu.buffer 64 at 0 : !npu.buffer<sram>
    %b = npu.buffer 64 at 0 : !npu.buffer<sram>
    npu.segment {
      npu.dma %x : !npu.buffer<input> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %a : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<output>
      npu.dma %x : !npu.buffer<input> -> %b {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
    }
  }
}

// -----

#machine = {name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 256, sram_align = 16, sram_banks = 1,
  dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 4, lut_bytes = 512, dma_channels = 2,
  dma_outstanding = 2, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
  dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
  sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
  cpe_max_pool = 0.25, cpe_table = 1.0}
#line = #npu.block<0, [0, 0, 0, 1]>

// Every offender is named, not the first.
module attributes {npu.target = #machine} {
  npu.program @main([]) -> ([]) {
    // expected-error @below {{'weights' lies at 32, not a multiple of 64}}
    %c = npu.constant dense<1> : tensor<64xi8> at 32 "weights" : !npu.buffer<constants>
    // expected-error @below {{'none' has no offset}}
    %n = npu.buffer 64 "none" : !npu.buffer<sram>
    // expected-error @below {{'odd' lies at 8, not a multiple of 16}}
    %o = npu.buffer 64 at 8 "odd" : !npu.buffer<sram>
    // expected-error @below {{'far' ends at byte 272, sram has 256}}
    %f = npu.buffer 64 at 208 "far" : !npu.buffer<sram>
    // expected-error @below {{'records' ends at byte 50, prm has 40}}
    %p = npu.buffer 20 at 30 "records" : !npu.buffer<prm>
    // expected-note @below {{the other buffer}}
    %a = npu.buffer 64 at 64 "a" : !npu.buffer<sram>
    // expected-error @below {{'b' [112, 176) shares bytes of sram with 'a' [64, 128) while both are live}}
    %b = npu.buffer 64 at 112 "b" : !npu.buffer<sram>
    npu.segment {
      npu.dma %c : !npu.buffer<constants> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
      npu.dma %a : !npu.buffer<sram> -> %b {cause = "copy", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 64>, source_block = #line, target_block = #line} : !npu.buffer<sram>
    }
  }
}

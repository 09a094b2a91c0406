// Two row tiles of a 3x3 convolution through the arena, then an addition: the program of EmitTest.cpp, and the whole
// back of the compiler on it.
// RUN: npu-opt %s --npu-hoist-loads --npu-place-buffers --npu-assign-queues --npu-insert-waits --npu-verify-placed | FileCheck %s

// The second tile's load passes the first convolution; it waits for nothing, and the stores for their engines.
// CHECK: npu.segment
// CHECK-NEXT: npu.dma {{.*}}cause = "load"
// CHECK-NEXT: npu.dma {{.*}}cause = "load"
// CHECK-NEXT: npu.dma {{.*}}cause = "load"
// CHECK-NEXT: npu.dma {{.*}}cause = "load"
// CHECK-NEXT: npu.conv {{.*}}waits = array<i32: 0, 3>
// CHECK-NEXT: npu.dma {{.*}}cause = "store"{{.*}}queue = 1{{.*}}waits = array<i32: 4, 1>
// CHECK-NEXT: npu.conv {{.*}}waits = array<i32: 0, 4>
// CHECK-NEXT: npu.dma {{.*}}cause = "store"{{.*}}queue = 1{{.*}}waits = array<i32: 4, 2>
// CHECK-NEXT: npu.dma {{.*}}cause = "load"{{.*}}waits = array<i32: 1, 2>
// CHECK-NEXT: npu.binary {{.*}}waits = array<i32: 0, 5>
// CHECK-NEXT: npu.dma {{.*}}waits = array<i32: 5, 1>

#machine = {name = "small", isa = "rnpu", rounding = "half-up", sram_bytes = 2048, sram_align = 16, sram_banks = 1,
  dma_align = 64, acc_bytes = 8192, wbuf_bytes = 4096, prm_records = 16, lut_bytes = 1024, dma_channels = 2,
  dma_outstanding = 2, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
  dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
  sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
  cpe_max_pool = 0.25, cpe_table = 1.0}

module attributes {npu.target = #machine} {
  npu.program @main([#npu.border<"x", i8, "nhwc", [1, 8, 8, 4], 5.000000e-01 : f32, 3>]) -> ([#npu.border<"y", i8, "nhwc", [1, 8, 8, 8], 2.500000e-01 : f32, -1>]) {
    %x = npu.buffer 256 index 0 "x" : !npu.buffer<input>
    %y = npu.buffer 512 index 0 "y" : !npu.buffer<output>
    %w = npu.constant dense<"0x7942BDF22106F0847762F0F3CB4D764DC7072051159A0F89F2C6DACAE344BB311245FD6F84DF9AD7C5B3D076AC0E8F53A7356C88913F20F6F72DB022D24D0A96DAD43C1617C1A98E78129E0327371065D095864F15ADA0B846C1C0EBC5348ADC799ADF849BAD05D4A10AC0441EAAEEB4B48EFA0B1F0ABD80E998A35ABA5EA0BD8799C1350D439E71897AA75FDE3134A4AA72E05628AC6FE68A733D1161A15D8EAE2BB042D7958AEDB1D594D6D112D34F6602F4DE7110E993AE7422923D7D171165DC1906F63D57997A0AD31B3AAE4081F41FB471653E3D577A8C4103F9CC198A7F89D81AF2A5001C40173F1923F7102CFAA150A124B3C5C79BB88761A8DB3F4101C2285B15BFEBC216DC1BBEFEA1D7D6EB097D6F8A24D972DA420EA6BF863EED"> : tensor<288xi8> "weights" : !npu.buffer<constants>
    %p = npu.constant dense<"0xCF000000F49FE1472600CD010000F66B17582600B7000000E2C8F3462600FB0000007880605426004D0000002FBC994626004B010000764D50402600F0FFFFFFA4672F492600FDFEFFFFFC06E0582600"> : tensor<80xi8> "parameters" : !npu.buffer<constants>
    %mid = npu.buffer 512 "mid" : !npu.buffer<arena>
    %x0 = npu.buffer 160 "x0" : !npu.buffer<sram>
    %x1 = npu.buffer 160 "x1" : !npu.buffer<sram>
    %ws = npu.buffer 288 "ws" : !npu.buffer<sram>
    %ps = npu.buffer 80 "ps" : !npu.buffer<prm>
    %o0 = npu.buffer 256 "o0" : !npu.buffer<sram>
    %o1 = npu.buffer 256 "o1" : !npu.buffer<sram>
    %a = npu.buffer 512 "a" : !npu.buffer<sram>
    %b = npu.buffer 512 "b" : !npu.buffer<sram>
    npu.segment {
      npu.dma %w : !npu.buffer<constants> -> %ws {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 288>, source_block = #npu.block<0, [0, 0, 0, 1]>, target_block = #npu.block<0, [0, 0, 0, 1]>, step = 0 : i64} : !npu.buffer<sram> loc("/conv/Conv")
      npu.dma %p : !npu.buffer<constants> -> %ps {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 80>, source_block = #npu.block<0, [0, 0, 0, 1]>, target_block = #npu.block<0, [0, 0, 0, 1]>, step = 0 : i64} : !npu.buffer<prm> loc("/conv/Conv")
      npu.dma %x : !npu.buffer<input> -> %x0 {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 160>, source_block = #npu.block<0, [0, 0, 0, 1]>, target_block = #npu.block<0, [0, 0, 0, 1]>, step = 0 : i64} : !npu.buffer<sram> loc("/conv/Conv")
      npu.conv #npu.conv_kind<dense> %x0, %ws, %ps -> %o0 {in_tile = #npu.tile<offset = 0, row_pitch = 32, pixel_pitch = 4, column = 0, channel = 0, rows = 5, columns = 8, channels = 4, element = i8, zero_point = 3>, out_tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 4, columns = 8, channels = 8, element = i8, zero_point = -1>, window = #npu.window<in_rows = 8, in_columns = 8, out_rows = 8, out_columns = 8, in_y = 0, in_x = 0, out_y = 0, out_x = 0, kernel_h = 3, kernel_w = 3, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, pad_top = 1, pad_left = 1>, weight_offset = 0 : i64, weight_bytes = 288 : i64, prm_offset = 0 : i64, first = true, last = true, act_min = -128 : si32, act_max = 127 : si32, step = 0 : i64} : !npu.buffer<sram>, !npu.buffer<sram>, !npu.buffer<prm> -> !npu.buffer<sram> loc(fused["/conv/Conv", "/relu/Relu"])
      npu.dma %o0 : !npu.buffer<sram> -> %mid {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 256>, source_block = #npu.block<0, [0, 0, 0, 1]>, target_block = #npu.block<0, [0, 0, 0, 1]>, step = 0 : i64} : !npu.buffer<arena> loc("/conv/Conv")
      npu.dma %x : !npu.buffer<input> -> %x1 {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 160>, source_block = #npu.block<96, [0, 0, 0, 1]>, target_block = #npu.block<0, [0, 0, 0, 1]>, step = 1 : i64} : !npu.buffer<sram> loc("/conv/Conv")
      npu.conv #npu.conv_kind<dense> %x1, %ws, %ps -> %o1 {in_tile = #npu.tile<offset = 0, row_pitch = 32, pixel_pitch = 4, column = 0, channel = 0, rows = 5, columns = 8, channels = 4, element = i8, zero_point = 3>, out_tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 4, columns = 8, channels = 8, element = i8, zero_point = -1>, window = #npu.window<in_rows = 8, in_columns = 8, out_rows = 8, out_columns = 8, in_y = 3, in_x = 0, out_y = 4, out_x = 0, kernel_h = 3, kernel_w = 3, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, pad_top = 1, pad_left = 1>, weight_offset = 0 : i64, weight_bytes = 288 : i64, prm_offset = 0 : i64, first = true, last = true, act_min = -128 : si32, act_max = 127 : si32, step = 1 : i64} : !npu.buffer<sram>, !npu.buffer<sram>, !npu.buffer<prm> -> !npu.buffer<sram> loc(fused["/conv/Conv", "/relu/Relu"])
      npu.dma %o1 : !npu.buffer<sram> -> %mid {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 256>, source_block = #npu.block<0, [0, 0, 0, 1]>, target_block = #npu.block<256, [0, 0, 0, 1]>, step = 1 : i64} : !npu.buffer<arena> loc("/conv/Conv")
      npu.dma %mid : !npu.buffer<arena> -> %a {cause = "load", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 512>, source_block = #npu.block<0, [0, 0, 0, 1]>, target_block = #npu.block<0, [0, 0, 0, 1]>, step = 2 : i64} : !npu.buffer<sram> loc("/add/Add")
      npu.binary #npu.binary_kind<add> %a, %a -> %b {a_tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 8, columns = 8, channels = 8, element = i8, zero_point = -1>, b_tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 8, columns = 8, channels = 8, element = i8, zero_point = -1>, out_tile = #npu.tile<offset = 0, row_pitch = 64, pixel_pitch = 8, column = 0, channel = 0, rows = 8, columns = 8, channels = 8, element = i8, zero_point = -1>, mult_a = 1 : si32, mult_b = 2 : si32, shift = 1 : i64, act_min = -128 : si32, act_max = 127 : si32, step = 2 : i64} : !npu.buffer<sram>, !npu.buffer<sram> -> !npu.buffer<sram> loc("/add/Add")
      npu.dma %b : !npu.buffer<sram> -> %y {cause = "store", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 512>, source_block = #npu.block<0, [0, 0, 0, 1]>, target_block = #npu.block<0, [0, 0, 0, 1]>, step = 2 : i64} : !npu.buffer<output> loc("/add/Add")
    }
  }
}

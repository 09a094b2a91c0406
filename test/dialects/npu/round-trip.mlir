// Every operation prints as it parses, in text, in generic form and in bytecode.
// RUN: npu-opt %s | npu-opt | FileCheck %s
// RUN: npu-opt --mlir-print-op-generic %s | npu-opt | FileCheck %s
// RUN: npu-opt --emit-bytecode %s | npu-opt | FileCheck %s

#tile = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 2, columns = 4, channels = 4, element = i8, zero_point = 3>
#axis = #npu.resize_axis<in_extent = 4, out_extent = 4, in_origin = 0, out_origin = 0, step = 2, offset = -1, denominator = 4>
#window = #npu.window<in_rows = 2, in_columns = 4, out_rows = 2, out_columns = 4, in_y = 0, in_x = 0, out_y = 0, out_x = 0, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, pad_top = 0, pad_left = 0>

// CHECK: npu.program @main([#npu.border<"x", f32, "nchw", [1, 4, 2, 4], 0.000000e+00 : f64, 0>]) -> ([#npu.border<"y", i8, "plain", [32], 5.000000e-01 : f64, -3>])
npu.program @main([#npu.border<"x", f32, "nchw", [1, 4, 2, 4], 0.0 : f64, 0>]) -> ([#npu.border<"y", i8, "plain", [32], 0.5 : f64, -3>]) {
  // CHECK: %[[X:.*]] = npu.buffer 128 index 0 : <input>
  // CHECK: %[[S:.*]] = npu.buffer 64 at 128 "a label" : <sram>
  // CHECK: npu.constant dense<[1, 2, 3]> : tensor<3xi8> at 64 "weights" : <constants>
  %x = npu.buffer 128 index 0 : <input>
  %s = npu.buffer 64 at 128 "a label" : <sram>
  %c = npu.constant dense<[1, 2, 3]> : tensor<3xi8> at 64 "weights" : <constants>
  %p = npu.buffer 40 : <prm>
  %t = npu.buffer 256 : <lut>
  // CHECK: npu.segment
  npu.segment {
    // CHECK: npu.dma %[[X]] : !npu.buffer<input> -> %[[S]] {cause = "load", element_bytes = 4 : i64, extent = array<i64: 1, 1, 2, 8>, queue = 1 : i32
    // CHECK: npu.dma -> %[[S]] {cause = "padding", {{.*}}value = 3 : i64, waits = array<i32: 1, 1>
    npu.dma %x : !npu.buffer<input> -> %s {cause = "load", element_bytes = 4 : i64, extent = array<i64: 1, 1, 2, 8>, queue = 1 : i32,
      source_block = #npu.block<0, [0, 0, 32, 4]>, target_block = #npu.block<0, [0, 0, 32, 4]>} : <sram>
    npu.dma -> %s {cause = "padding", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 8>, value = 3 : i64,
      target_block = #npu.block<8, [0, 0, 0, 1]>, waits = array<i32: 1, 1>} : <sram>
    // CHECK: npu.conv <depthwise> %[[S]], %[[S]], %{{.*}}, lut %{{.*}} : !npu.buffer<lut> -> %[[S]]
    npu.conv <depthwise> %s, %s, %p, lut %t : !npu.buffer<lut> -> %s {in_tile = #tile, out_tile = #tile, window = #window, weight_offset = 0 : i64,
      weight_bytes = 4 : i64, prm_offset = 0 : i64, first = true, last = true, act_min = -128 : si32, act_max = 127 : si32}
      : <sram>, <sram>, <prm> -> <sram>
    // CHECK: npu.pool <average> %[[S]], %{{.*}} -> %[[S]]
    npu.pool <average> %s, %p -> %s {in_tile = #tile, out_tile = #tile, window = #window, prm_offset = 0 : i64, prm_count = 1 : i64,
      pad_bottom = 0 : i64, pad_right = 0 : i64, count_include_pad = true, act_min = -128 : si32, act_max = 127 : si32}
      : <sram>, <prm> -> <sram>
    // CHECK: npu.binary <mul> %[[S]], %[[S]] -> %[[S]]
    npu.binary <mul> %s, %s -> %s {a_tile = #tile, b_tile = #tile, out_tile = #tile, mult_a = 5 : si32, mult_b = 0 : si32, shift = 9 : i64,
      act_min = -128 : si32, act_max = 127 : si32} : <sram>, <sram> -> <sram>
    // CHECK: npu.unary <lut8> %[[S]], lut %{{.*}} : !npu.buffer<lut> -> %[[S]]
    npu.unary <lut8> %s, lut %t : !npu.buffer<lut> -> %s {in_tile = #tile, out_tile = #tile, scale = 1.0 : f32, mult = 0 : si32, shift = 2 : i64,
      act_min = -128 : si32, act_max = 127 : si32} : <sram> -> <sram>
    // CHECK: npu.resize <linear> %[[S]] -> %[[S]] {{.*}}columns = #npu.resize_axis<in_extent = 4, out_extent = 4, in_origin = 0, out_origin = 0, step = 2, offset = -1, denominator = 4>
    npu.resize <linear> %s -> %s {in_tile = #tile, out_tile = #tile, rows = #axis, columns = #axis, mult = 5 : si32, shift = 9 : i64,
      act_min = -128 : si32, act_max = 127 : si32} : <sram> -> <sram>
    // CHECK: npu.matmul %[[S]], %[[S]] -> %[[S]] {{.*}}transpose_b
    npu.matmul %s, %s -> %s {a_tile = #tile, b_tile = #tile, out_tile = #tile, transpose_b, mult = 5 : si32, shift = 9 : i64, first = true,
      last = true, act_min = -128 : si32, act_max = 127 : si32} : <sram>, <sram> -> <sram>
    // CHECK: npu.softmax %[[S]], lut %{{.*}} -> %[[S]]
    npu.softmax %s, lut %t -> %s {in_tile = #tile, out_tile = #tile, lut_offset = 0 : i64, mult = 3 : i64, shift = 4 : i64}
      : <sram>, <lut> -> <sram>
  }
}

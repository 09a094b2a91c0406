// The plan carried out: loads, commands and stores in a correct order, each tile a step.
// RUN: npu-opt --nn-plan-tiles --convert-nn-to-npu %s | FileCheck %s

!x = !quant.uniform<i8:f32, 0.02:3>
!y = !quant.uniform<i8:f32, 0.05:-4>
!w = !quant.uniform<i8:f32:0, {0.01,0.02,0.03,0.01,0.02,0.03,0.01,0.02}>
!b = !quant.uniform<i32:f32:0, {0.0002,0.0004,0.0006,0.0002,0.0004,0.0006,0.0002,0.0004}>
module attributes {npu.target = {name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 32768, sram_align = 16, sram_banks = 1,
        dma_align = 64, acc_bytes = 8192, wbuf_bytes = 8192, prm_records = 1024, lut_bytes = 4096, dma_channels = 2,
        dma_outstanding = 3, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
        dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
        sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
        cpe_max_pool = 0.25, cpe_table = 1.0}} {
func.func @main(%arg0: tensor<1x3x32x32xf32> {onnx.name = "input"}) -> (tensor<1x8x32x32xf32> {onnx.name = "output"}) {
  %t = nn.transpose %arg0 {perm = array<i64: 0, 2, 3, 1>} : tensor<1x3x32x32xf32> -> tensor<1x32x32x3xf32>
  %q = nn.quantize %t : tensor<1x32x32x3xf32> -> tensor<1x32x32x3x!x>
  %w = nn.constant dense<1> : tensor<8x3x3x3xi8> : tensor<8x3x3x3x!w>
  %b = nn.constant dense<7> : tensor<8xi32> : tensor<8x!b>
  %c = nn.conv(%q, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64, clamp_min = 0.0 : f32} : (tensor<1x32x32x3x!x>, tensor<8x3x3x3x!w>, tensor<8x!b>) -> tensor<1x32x32x8x!y>
  %d = nn.dequantize %c : tensor<1x32x32x8x!y> -> tensor<1x32x32x8xf32>
  %o = nn.transpose %d {perm = array<i64: 0, 3, 1, 2>} : tensor<1x32x32x8xf32> -> tensor<1x8x32x32xf32>
  return %o : tensor<1x8x32x32xf32>
}
}

// The border keeps the file's type and layout. Its transposes are the load and the store.
// CHECK-NOT: nn.
// CHECK: npu.program @main([#npu.border<"input", f32, "nchw", [1, 3, 32, 32], 0.000000e+00 : f64, 0>])
// CHECK-SAME: -> ([#npu.border<"output", f32, "nchw", [1, 8, 32, 32], 0.000000e+00 : f64, 0>])
// CHECK: %[[IN:.*]] = npu.buffer 12288 index 0 : <input>
// CHECK: %[[OUT:.*]] = npu.buffer 32768 index 0 : <output>
// CHECK: npu.dma %[[IN]] : {{.*}}cause = "transpose", {{.*}} step = 0
// CHECK-NEXT: npu.unary <quantize> {{.*}} step = 0

// Zero points, the clamp of the relu (real 0 = -4), and pads only at true borders: the second tile of rows reads
// one row above itself.
// CHECK: npu.dma {{.*}}cause = "weights", {{.*}} step = 1
// CHECK: npu.dma {{.*}}cause = "parameters", {{.*}} extent = array<i64: 1, 1, 1, 80>
// CHECK: npu.conv <dense> {{.*}}act_max = 127 : si32, act_min = -4 : si32, first = true
// CHECK-SAME: rows = 9, columns = 32, channels = 3, element = i8, zero_point = 3>, last = true
// CHECK-SAME: in_y = 0, in_x = 0, out_y = 0
// CHECK: npu.conv <dense> {{.*}}rows = 10, columns = 32
// CHECK-SAME: in_y = 7, in_x = 0, out_y = 8

// 32 KiB do not hold the f32 result: it is stored in tiles, from buffers used in turns.
// CHECK: npu.unary <dequantize> %{{.*}} -> %[[FIRST:[0-9]+]] {{.*}} step = 2
// CHECK-NEXT: npu.dma %[[FIRST]] {{.*}} -> %[[OUT]] {cause = "transpose", {{.*}} step = 2
// CHECK-NEXT: npu.unary <dequantize> %{{.*}} -> %[[SECOND:[0-9]+]] {{.*}} step = 3
// CHECK-NEXT: npu.dma %[[SECOND]] {{.*}} -> %[[OUT]]
// CHECK-NEXT: npu.unary <dequantize> %{{.*}} -> %[[FIRST]] {{.*}} step = 4

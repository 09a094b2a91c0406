// Tiles of a resize carry where they lie in the whole maps, and load the rows their positions touch.
// RUN: npu-opt --convert-nn-to-npu %s | FileCheck %s

!x = !quant.uniform<i8:f32, 0.5:3>
module attributes {npu.target = {name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 8192, sram_align = 16, sram_banks = 1,
        dma_align = 64, acc_bytes = 8192, wbuf_bytes = 8192, prm_records = 1024, lut_bytes = 4096, dma_channels = 2,
        dma_outstanding = 3, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
        dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
        sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
        cpe_max_pool = 0.25, cpe_table = 1.0}} {
// Twice as many rows in tiles of 10: outputs 10 to 19 lie at 4.75 to 9.25 and read rows 4 to 10. Weights of 4 in rows and 1 in
// columns are divided out: the multiplier is 2^-2.
// CHECK-LABEL: npu.program @linear
// CHECK: npu.resize <linear> {{.*}}in_tile = #npu.tile<{{[^>]*}}rows = 6, columns = 16,
// CHECK-SAME: mult = 1073741824 : si32
// CHECK-SAME: rows = #npu.resize_axis<in_extent = 16, out_extent = 32, in_origin = 0, out_origin = 0, step = 2, offset = -1, denominator = 4>, shift = 32
// CHECK: npu.resize <linear> {{.*}}in_tile = #npu.tile<{{[^>]*}}rows = 7, columns = 16,
// CHECK-SAME: rows = #npu.resize_axis<in_extent = 16, out_extent = 32, in_origin = 4, out_origin = 10
func.func @linear(%x: tensor<1x16x16x16x!x> {onnx.name = "x"}) -> (tensor<1x32x16x16x!x> {onnx.name = "y"}) {
  %y = nn.resize <linear> %x {steps = array<i64: 2, 1>, offsets = array<i64: -1, 0>, denominators = array<i64: 4, 1>,
    npu.tiles = {rows = 10 : i64, columns = 16 : i64, channels = 16 : i64, buffers = 2 : i64}}
    : tensor<1x16x16x16x!x> -> tensor<1x32x16x16x!x>
  return %y : tensor<1x32x16x16x!x>
}

// Nearest samples are copied: nothing is scaled or clamped.
// CHECK-LABEL: npu.program @nearest
// CHECK: npu.resize <nearest> {{.*}}act_max = 0 : si32, act_min = 0 : si32
// CHECK-SAME: mult = 0 : si32
// CHECK-SAME: shift = 0
func.func @nearest(%x: tensor<1x4x4x3x!x> {onnx.name = "x"}) -> (tensor<1x8x8x3x!x> {onnx.name = "y"}) {
  %y = nn.resize <nearest> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 2, 2>,
    npu.tiles = {rows = 8 : i64, columns = 8 : i64, channels = 3 : i64, buffers = 1 : i64}}
    : tensor<1x4x4x3x!x> -> tensor<1x8x8x3x!x>
  return %y : tensor<1x8x8x3x!x>
}
}

// Batches are rows of tiles; a transposed operand is read as it lies.
// RUN: npu-opt --convert-nn-to-npu %s | FileCheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-7>
module attributes {npu.target = {name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 8192, sram_align = 16, sram_banks = 1,
        dma_align = 64, acc_bytes = 8192, wbuf_bytes = 8192, prm_records = 1024, lut_bytes = 4096, dma_channels = 2,
        dma_outstanding = 3, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
        dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
        sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
        cpe_max_pool = 0.25, cpe_table = 1.0}} {
// Both products of the batch in two steps along the inner axis: only the first clears, only the last stores. The one matrix
// on the right is loaded once a step. 0.5 * 0.25 * 4 / 0.5 = 1 is 2^30 / 2^30.
// CHECK-LABEL: npu.program @shares
// CHECK: npu.dma {{.*}}cause = "load"{{.*}}extent = array<i64: 1, 1, 4, 10>
// CHECK: npu.dma {{.*}}cause = "load"{{.*}}extent = array<i64: 1, 1, 8, 10>
// CHECK: npu.matmul {{.*}}a_tile = #npu.tile<{{[^>]*}}rows = 1, columns = 4, channels = 10, element = i8, zero_point = 3>
// CHECK-SAME: b_tile = #npu.tile<{{[^>]*}}rows = 1, columns = 8, channels = 10, element = i8, zero_point = -7>
// CHECK-SAME: first = true, last = false, mult = 1073741824 : si32
// CHECK-SAME: shift = 30
// CHECK-SAME: transpose_b
// CHECK: npu.matmul {{.*}}channels = 6, {{.*}}first = false, last = true
// CHECK: npu.dma {{.*}}cause = "store"
// CHECK: npu.matmul {{.*}}first = true, last = false
func.func @shares(%x: tensor<2x4x16x!a> {onnx.name = "x"}, %w: tensor<1x8x16x!b> {onnx.name = "w"}) -> (tensor<2x4x8x!a> {onnx.name = "y"}) {
  %y = nn.matmul %x, %w {transpose_rhs, alpha = 4.0 : f32, npu.tiles = {batch = 1 : i64, rows = 4 : i64, columns = 8 : i64,
    inner = 10 : i64, block_batch = 1 : i64, block_rows = 4 : i64, block_columns = 8 : i64, block_inner = 10 : i64,
    columns_outer = 0 : i64, buffers = 2 : i64}} : (tensor<2x4x16x!a>, tensor<1x8x16x!b>) -> tensor<2x4x8x!a>
  return %y : tensor<2x4x8x!a>
}
}

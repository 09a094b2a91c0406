// RUN: npu-opt --convert-nn-to-npu --verify-diagnostics --split-input-file %s

// A cut inner axis is summed in one block of accumulators.
!a = !quant.uniform<i8:f32, 0.5:3>
module attributes {npu.target = {name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 8192, sram_align = 16, sram_banks = 1,
        dma_align = 64, acc_bytes = 8192, wbuf_bytes = 8192, prm_records = 1024, lut_bytes = 4096, dma_channels = 2,
        dma_outstanding = 3, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
        dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
        sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
        cpe_max_pool = 0.25, cpe_table = 1.0}} {
func.func @blocks(%x: tensor<4x4x!a>) -> tensor<4x4x!a> {
  // expected-error @+1 {{'npu.tiles' are not tiles of this operator}}
  %y = nn.matmul %x, %x {npu.tiles = {batch = 1 : i64, rows = 4 : i64, columns = 4 : i64, inner = 2 : i64, block_batch = 1 : i64,
    block_rows = 2 : i64, block_columns = 4 : i64, block_inner = 2 : i64, columns_outer = 0 : i64, buffers = 2 : i64}}
    : (tensor<4x4x!a>, tensor<4x4x!a>) -> tensor<4x4x!a>
  return %y : tensor<4x4x!a>
}
}

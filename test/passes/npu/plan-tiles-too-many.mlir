// A machine that holds a tile but takes millions of them is refused: no such program is of use, nor fits a disk.
// RUN: not npu-opt --nn-plan-tiles %s 2>&1 | FileCheck %s
// CHECK: error: in 96 bytes of SRAM the network takes {{[0-9]+}} commands, more than the 262144 of a program; 'nn.
// CHECK-SAME: ' alone takes {{[0-9]+}}; raise --sram or choose another target

!x = !quant.uniform<i8:f32, 0.02:3>
!y = !quant.uniform<i8:f32, 0.05:-4>
!w = !quant.uniform<i8:f32:0, {0.01,0.02,0.03,0.01,0.02,0.03,0.01,0.02}>
!b = !quant.uniform<i32:f32:0, {0.0002,0.0004,0.0006,0.0002,0.0004,0.0006,0.0002,0.0004}>
module attributes {npu.target = {name = "m", isa = "rnpu", rounding = "half-up", sram_bytes = 96, sram_align = 16, sram_banks = 1,
        dma_align = 64, acc_bytes = 8192, wbuf_bytes = 8192, prm_records = 1024, lut_bytes = 4096, dma_channels = 2,
        dma_outstanding = 3, engines = 1, px = 2, oc = 8, ic = 4, issue_cycles = 16, start_cycles = 64,
        dram_read_latency = 500, dram_write_latency = 250, dram_burst_bytes = 128, clock_mhz = 500.0, dw_factor = 1.5,
        sram_bytes_per_cycle = 8.0, dram_bytes_per_cycle = 3.75, cpe_plain = 0.5, cpe_add = 1.5, cpe_mul = 0.75,
        cpe_max_pool = 0.25, cpe_table = 1.0}} {
func.func @main(%arg0: tensor<1x3x1024x1024xf32> {onnx.name = "input"}) -> (tensor<1x8x1024x1024xf32> {onnx.name = "output"}) {
  %t = nn.transpose %arg0 {perm = array<i64: 0, 2, 3, 1>} : tensor<1x3x1024x1024xf32> -> tensor<1x1024x1024x3xf32>
  %q = nn.quantize %t : tensor<1x1024x1024x3xf32> -> tensor<1x1024x1024x3x!x>
  %w = nn.constant dense<1> : tensor<8x3x3x3xi8> : tensor<8x3x3x3x!w>
  %b = nn.constant dense<7> : tensor<8xi32> : tensor<8x!b>
  %c = nn.conv(%q, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64, clamp_min = 0.0 : f32} : (tensor<1x1024x1024x3x!x>, tensor<8x3x3x3x!w>, tensor<8x!b>) -> tensor<1x1024x1024x8x!y>
  %d = nn.dequantize %c : tensor<1x1024x1024x8x!y> -> tensor<1x1024x1024x8xf32>
  %o = nn.transpose %d {perm = array<i64: 0, 3, 1, 2>} : tensor<1x1024x1024x8xf32> -> tensor<1x8x1024x1024xf32>
  return %o : tensor<1x8x1024x1024xf32>
}
}

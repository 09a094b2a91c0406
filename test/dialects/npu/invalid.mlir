// What holds at every moment of the npu level.
// RUN: npu-opt %s --split-input-file --verify-diagnostics

// A buffer is never empty.
npu.program @main([]) -> ([]) {
  // expected-error @+1 {{'npu.buffer' op wants at least one byte}}
  %b = npu.buffer 0 : <sram>
}

// -----

// Constants have an operation of their own.
npu.program @main([]) -> ([]) {
  // expected-error @+1 {{lies in the constants; use npu.constant}}
  %b = npu.buffer 4 : <constants>
}

// -----

// A buffer of the border says which.
npu.program @main([]) -> ([]) {
  // expected-error @+1 {{of the border wants an index}}
  %b = npu.buffer 4 : <input>
}

// -----

// No other one does.
npu.program @main([]) -> ([]) {
  // expected-error @+1 {{takes no index}}
  %b = npu.buffer 4 index 1 : <sram>
}

// -----

// Constants are bytes.
npu.program @main([]) -> ([]) {
  // expected-error @+1 {{wants a tensor of bytes, got 'tensor<1xi32>'}}
  %c = npu.constant dense<1> : tensor<1xi32> : <constants>
}

// -----

// Constants lie in their space.
npu.program @main([]) -> ([]) {
  // expected-error @+1 {{wants the constants space}}
  %c = npu.constant dense<1> : tensor<1xi8> : <sram>
}

// -----

// Elements are of 1, 2 or 4 bytes.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{wants elements of 1, 2 or 4 bytes}}
    npu.dma -> %s {cause = "c", element_bytes = 3 : i64, extent = array<i64: 1, 1, 1, 4>, target_block = #npu.block<0, [0, 0, 0, 1]>} : <sram>
  }
}

// -----

// Four extents, none of them empty.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{wants 4 extents of at least 1}}
    npu.dma -> %s {cause = "c", element_bytes = 1 : i64, extent = array<i64: 1, 1, 0, 4>, target_block = #npu.block<0, [0, 0, 0, 1]>} : <sram>
  }
}

// -----

// Transfers run on DMA queues.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{cannot run on queue 4}}
    npu.dma -> %s {cause = "c", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 4>, queue = 4 : i32, target_block = #npu.block<0, [0, 0, 0, 1]>} : <sram>
  }
}

// -----

// Waits are pairs.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{wants waits in pairs (queue, count)}}
    npu.dma -> %s {cause = "c", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 4>, waits = array<i32: 1>, target_block = #npu.block<0, [0, 0, 0, 1]>} : <sram>
  }
}

// -----

// A source has a block.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{wants a source and its block, or neither}}
    npu.dma %s : !npu.buffer<sram> -> %s {cause = "c", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 4>, target_block = #npu.block<0, [0, 0, 0, 1]>} : <sram>
  }
}

// -----

// Constants and inputs are read-only.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  %c = npu.constant dense<1> : tensor<1xi8> : <constants>
  npu.segment {
    // expected-error @+1 {{writes read-only memory}}
    npu.dma -> %c {cause = "c", element_bytes = 1 : i64, extent = array<i64: 1, 1, 1, 1>, target_block = #npu.block<0, [0, 0, 0, 1]>} : <constants>
  }
}

// -----

#tile = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 2, columns = 4, channels = 4, element = i8, zero_point = 3>
#window = #npu.window<in_rows = 2, in_columns = 4, out_rows = 2, out_columns = 4, in_y = 0, in_x = 0, out_y = 0, out_x = 0, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, pad_top = 0, pad_left = 0>
// Parameters lie in PRM.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{parameters lies in sram, wants prm}}
    npu.pool <max> %s, %s -> %s {in_tile = #tile, out_tile = #tile, window = #window, prm_offset = 0 : i64, prm_count = 1 : i64, pad_bottom = 0 : i64, pad_right = 0 : i64, count_include_pad = false, act_min = 0 : si32, act_max = 1 : si32} : <sram>, <sram> -> <sram>
  }
}

// -----

#tile = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 2, columns = 4, channels = 4, element = i8, zero_point = 3>
#window = #npu.window<in_rows = 2, in_columns = 4, out_rows = 2, out_columns = 4, in_y = 0, in_x = 0, out_y = 0, out_x = 0, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, pad_top = 0, pad_left = 0>
// A table comes with lut8, and with nothing else.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{wants a table exactly when it is lut8}}
    npu.unary <lut8> %s -> %s {in_tile = #tile, out_tile = #tile, scale = 1.0 : f32, mult = 0 : si32, shift = 2 : i64, act_min = 0 : si32, act_max = 1 : si32} : <sram> -> <sram>
  }
}

// -----

#tile = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 2, columns = 4, channels = 4, element = i8, zero_point = 3>
#window = #npu.window<in_rows = 2, in_columns = 4, out_rows = 2, out_columns = 4, in_y = 0, in_x = 0, out_y = 0, out_x = 0, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, pad_top = 0, pad_left = 0>
// A table lies in table memory.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{table lies in prm, wants lut}}
    npu.unary <lut8> %s, lut %p : !npu.buffer<prm> -> %s {in_tile = #tile, out_tile = #tile, scale = 1.0 : f32, mult = 0 : si32, shift = 2 : i64, act_min = 0 : si32, act_max = 1 : si32} : <sram> -> <sram>
  }
}

// -----

#tile = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 2, columns = 4, channels = 4, element = i8, zero_point = 3>
#window = #npu.window<in_rows = 2, in_columns = 4, out_rows = 2, out_columns = 4, in_y = 0, in_x = 0, out_y = 0, out_x = 0, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, pad_top = 0, pad_left = 0>
// Vector commands run on vector queues.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  %p = npu.buffer 40 : <prm>
  npu.segment {
    // expected-error @+1 {{cannot run on queue 4}}
    npu.unary <copy> %s -> %s {in_tile = #tile, out_tile = #tile, scale = 1.0 : f32, mult = 0 : si32, shift = 2 : i64, act_min = 0 : si32, act_max = 1 : si32, queue = 4 : i32} : <sram> -> <sram>
  }
}

// -----

// A tile holds something.
// expected-error @+1 {{tile is empty: 0x4x4}}
#empty = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 0, columns = 4, channels = 4, element = i8, zero_point = 3>
npu.program @main([]) -> ([]) attributes {t = #empty} {
}

// -----

// A block has four strides.
// expected-error @+1 {{block wants an offset and 4 strides}}
#short = #npu.block<0, [1, 2]>
npu.program @main([]) -> ([]) attributes {b = #short} {
}

// -----

#tile = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 2, columns = 4, channels = 4, element = i8, zero_point = 3>
#axis = #npu.resize_axis<in_extent = 4, out_extent = 4, in_origin = 0, out_origin = 0, step = 2, offset = -1, denominator = 0>
// Positions are fractions.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  npu.segment {
    // expected-error @+1 {{wants denominators of at least 1, got 0}}
    npu.resize <nearest> %s -> %s {in_tile = #tile, out_tile = #tile, rows = #axis, columns = #axis, mult = 0 : si32, shift = 0 : i64, act_min = 0 : si32, act_max = 0 : si32} : <sram> -> <sram>
  }
}

// -----

#wide = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 5, column = 0, channel = 0, rows = 1, columns = 2, channels = 5, element = i8, zero_point = 3>
#tile = #npu.tile<offset = 0, row_pitch = 16, pixel_pitch = 4, column = 0, channel = 0, rows = 1, columns = 2, channels = 4, element = i8, zero_point = 3>
// The inner extents are one, once the flags are obeyed.
npu.program @main([]) -> ([]) {
  %s = npu.buffer 64 : <sram>
  npu.segment {
    // expected-error @+1 {{multiplies 5 columns by 4 rows}}
    npu.matmul %s, %s -> %s {a_tile = #wide, b_tile = #tile, out_tile = #tile, transpose_b, mult = 5 : si32, shift = 9 : i64, first = true, last = true, act_min = 0 : si32, act_max = 1 : si32} : <sram>, <sram> -> <sram>
  }
}

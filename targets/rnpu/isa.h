/* Command words of the reference NPU (`rnpu`), ISA 1.0.
 *
 * A segment is a sequence of commands in program order. Program order is issue order
 * within each queue, and executing the commands one by one in program order is always
 * a legal execution: waits only ever name earlier commands, so no program can deadlock.
 *
 * A command is: rnpu_command (16 bytes), the payload its opcode names (multiple of 8
 * bytes), then wait_count entries of rnpu_wait (8 bytes each). `bytes` counts all three.
 * A wait {queue, count} holds the command until `count` commands of that queue have
 * completed in this segment. Commands of one queue start when their predecessor has
 * completed, except DMA, where up to `dma_outstanding` overlap (they complete in order).
 * The last command of a segment is STOP; it waits for nothing by itself: a segment ends
 * when every queue is empty.
 *
 * Arithmetic is that of rules N1..N14 in docs/machine.md. All integers little-endian. */
#ifndef TARGETS_RNPU_ISA_H
#define TARGETS_RNPU_ISA_H

#include <stdint.h>

#define RNPU_ISA_MAJOR 1u
#define RNPU_ISA_MINOR 0u

/* Queues: DMA channels 0..3, then MXU and VXU of engine e at 4 + 2e and 5 + 2e. */
#define RNPU_MAX_DMA 4u
#define RNPU_MAX_ENGINES 4u
#define RNPU_QUEUE_COUNT 12u
#define RNPU_QUEUE_DMA(c) (c)
#define RNPU_QUEUE_MXU(e) (4u + 2u * (e))
#define RNPU_QUEUE_VXU(e) (5u + 2u * (e))

enum rnpu_opcode {
  RNPU_STOP = 0,    /* no payload, queue ignored */
  RNPU_FENCE = 1,   /* any queue; no payload: completes when its waits are met */
  RNPU_IRQ = 2,     /* any queue; no payload: a host-visible event */
  RNPU_DMA = 3,     /* rnpu_dma, DMA queues */
  RNPU_CONV = 4,    /* rnpu_conv, MXU queues */
  RNPU_POOL = 5,    /* rnpu_pool, VXU queues */
  RNPU_BINARY = 6,  /* rnpu_binary, VXU queues */
  RNPU_UNARY = 7,   /* rnpu_unary, VXU queues */
  RNPU_SOFTMAX = 8, /* rnpu_softmax, VXU queues */
  RNPU_RESIZE = 9,  /* rnpu_resize, VXU queues */
  RNPU_MATMUL = 10  /* rnpu_matmul, MXU queues */
};

typedef struct {
  uint8_t opcode, queue, wait_count, reserved;
  uint32_t bytes; /* header + payload + waits */
  uint32_t node;  /* index into the blob's debug table */
  uint32_t reserved2;
} rnpu_command;

typedef struct {
  uint32_t queue, count;
} rnpu_wait;

enum rnpu_type { RNPU_I8 = 0, RNPU_U8 = 1, RNPU_I16 = 2, RNPU_I32 = 3, RNPU_F16 = 4, RNPU_F32 = 5 };

/* A tile in SRAM. Element (y, x, c) lies at
 *   base + y*row_pitch + ((first_column + x)*pixel_pitch + first_channel + c)*element bytes.
 * base and row_pitch (bytes) are multiples of sram_align; the rest is unaligned. pixel_pitch >= 1. */
typedef struct {
  uint32_t base, row_pitch;
  uint32_t pixel_pitch, first_column, first_channel; /* elements */
  uint32_t rows, columns, channels;
  int32_t zero_point;
  uint32_t type; /* rnpu_type */
} rnpu_tile; /* 40 bytes */

/* Where a tile sits in the whole feature map: pads apply only beyond the full extent. */
typedef struct {
  uint32_t in_rows, in_columns;     /* full input extent */
  uint32_t out_rows, out_columns;   /* full output extent */
  uint32_t in_y, in_x;              /* global position of the input tile's (0, 0) */
  uint32_t out_y, out_x;            /* global position of the output tile's (0, 0) */
  uint16_t kernel_h, kernel_w, stride_h, stride_w, dilation_h, dilation_w;
  uint16_t pad_top, pad_left;       /* bottom and right follow from the full extents */
} rnpu_window; /* 48 bytes */
/* Output (y, x) and tap (r, s) read global input row (out_y+y)*stride_h + r*dilation_h - pad_top, and so
 * for columns. Outside [0, in_rows) x [0, in_columns): padding. Inside it, it must lie in the tile. */

enum rnpu_conv_kind { RNPU_CONV_DENSE = 0, RNPU_CONV_GROUPED = 1, RNPU_CONV_DEPTHWISE = 2 };
enum rnpu_upscale { RNPU_UPSCALE_NONE = 0, RNPU_UPSCALE_NEAREST = 1, RNPU_UPSCALE_ZERO = 2 };
enum rnpu_activation { RNPU_ACT_CLAMP = 0, RNPU_ACT_LUT8 = 1 };

/* CONV accumulates Σ (x − zx)·w over taps and input channels into ACC, [rows][columns][channels]
 * of the output tile, i32 (N3). `first` clears ACC before, `last` runs the output stage after:
 *   q = clamp(zo + R((acc + bias)·mult, shift), act_min, act_max)   (N4)
 * with act LUT8: q is clamped to i8 first and then mapped by the table at `lut`.
 * Weights i8 (symmetric), tile contiguous at `weights` (byte address in SRAM, sram_align aligned):
 *   dense      [out channel][kernel_h][kernel_w][in channel]
 *   grouped    [out channel][kernel_h][kernel_w][in channel of its group]; the tile holds whole groups
 *   depthwise  [kernel_h][kernel_w][channel]; in and out tiles have the same channels
 * PRM records [prm, prm + out channels) are used when `last`. The ACC tile is rows*columns*channels*4
 * bytes <= acc_bytes; the weight tile <= wbuf_bytes. Commands of one accumulation (first .. last) are
 * consecutive on their queue and have equal output tiles. */
typedef struct {
  rnpu_tile in, out;
  rnpu_window window;
  uint32_t weights, weight_bytes;
  uint32_t prm;     /* first PRM record */
  uint32_t lut;     /* byte address in LUT memory when act is LUT8 */
  uint8_t kind, first, last, upscale, act, reserved[3];
  uint32_t group_in, group_out; /* channels per group (grouped); else 0 */
  int32_t act_min, act_max;
} rnpu_conv;

/* A parameter record: 10 bytes, packed, unaligned. */
#define RNPU_PRM_BYTES 10u
/* offset 0: i32 bias; 4: i32 mult (0 .. 2^31-1); 8: u8 shift (2 .. 62); 9: u8 reserved, 0 */

/* MATMUL multiplies computed matrices, one for each row of the output tile: with A(n, y, i) the element (n, y, i) of a,
 * or (n, i, y) with transpose_a, and B(n, i, x) the element (n, i, x) of b, or (n, x, i) with transpose_b,
 *   ACC(n, y, x) += Σ_i (A − za)·(B − zb)   (N3), i8
 * An operand of one row has that matrix for all n. `first` clears ACC before, `last` runs the output stage after:
 *   q = clamp(zo + R(acc·mult, shift), act_min, act_max)   (N4), mult >= 0, shift 2..62, both in every command.
 * ACC as CONV's; tile b <= wbuf_bytes. Commands of one accumulation (first .. last) are consecutive on their queue, all
 * MATMUL, and have equal output tiles; their sums cannot leave i32 whatever the elements are:
 *   Σ inner extent · max|x − za| · max|x − zb| < 2^31. */
typedef struct {
  rnpu_tile a, b, out;
  int32_t mult;
  uint8_t shift, transpose_a, transpose_b, first, last, reserved[3];
  int32_t act_min, act_max;
  uint8_t reserved2[4];
} rnpu_matmul;

enum rnpu_pool_kind { RNPU_POOL_MAX = 0, RNPU_POOL_AVERAGE = 1 };

/* MAX: the maximum over the taps that are not padding (a window wholly in padding yields act_min), then
 *   q = clamp(zo + R((m − zx)·mult, shift)), mult and shift of PRM record `prm`.
 * AVERAGE (N9): q = clamp(zo + R(Σ(x − zx)·mult[count], shift)), count = number of taps counted: padding is
 * counted within [−pad, extent + pad) when count_include_pad, never beyond it. The mult for a count stands in
 * the PRM record among [prm, prm + prm_count) whose bias field equals the count; all share one shift.
 * Sums are i64. */
typedef struct {
  rnpu_tile in, out;
  rnpu_window window;
  uint32_t prm, prm_count;
  uint8_t kind, count_include_pad, reserved[2];
  uint16_t pad_bottom, pad_right; /* for count_include_pad */
  int32_t act_min, act_max;
} rnpu_pool;

enum rnpu_binary_kind {
  RNPU_ADD = 0,
  RNPU_SUB = 1,
  RNPU_MUL = 2,
  RNPU_MIN = 3,
  RNPU_MAX = 4,
  RNPU_EQUAL = 6, /* 5 is free */
  RNPU_GREATER = 7,
  RNPU_LESS = 8
};

/* One exact i64 expression and one R (N9), x1' = x1 − z1, x2' = x2 − z2:
 *   ADD zo + R(x1'·m1 + x2'·m2, s)   SUB zo + R(x1'·m1 − x2'·m2, s)
 *   MUL zo + R(x1'·x2'·m1, s)        MIN/MAX zo + R(min|max(x1'·m1, x2'·m2), s)
 * then clamp to [act_min, act_max].
 *   EQUAL/GREATER/LESS act_max if x1'·m1 =|>|< x2'·m2, else act_min
 * An operand extent of 1 against an output extent n broadcasts.
 * Types i8 only in ISA 1.0. */
typedef struct {
  rnpu_tile a, b, out;
  int32_t mult_a, mult_b;
  uint8_t kind, shift, reserved[6];
  int32_t act_min, act_max;
} rnpu_binary;

enum rnpu_unary_kind {
  RNPU_COPY = 0,       /* same type, bits unchanged */
  RNPU_REQUANTIZE = 1, /* i8|u8 -> i8|u8: clamp(zo + R((x − zx)·mult, shift), act_min, act_max) */
  RNPU_QUANTIZE = 2,   /* f32 -> i8|u8: N1 with `scale`, then clamp to [act_min, act_max] */
  RNPU_DEQUANTIZE = 3, /* i8|u8 -> f32: N2 with `scale` */
  RNPU_LUT8 = 4        /* i8 -> i8 through the 256-byte table at `lut`, index x + 128 */
};

typedef struct {
  rnpu_tile in, out;
  float scale;
  int32_t mult;
  uint8_t kind, shift, reserved[2];
  uint32_t lut; /* byte address in LUT memory */
  int32_t act_min, act_max;
} rnpu_unary;

/* N11 over the channels of each pixel, i8 in and out. E[d] is the u32[256] table at `lut` (1024 bytes) indexed by
 * d = max − x. With S = Σ E: q = clamp(zo + rne(E·mult / (S·2^shift)), -128, 127), the quotient exact, ties to
 * even. mult < 2^24, 1 <= shift <= 40, mult/2^shift = 1/output scale. */
typedef struct {
  rnpu_tile in, out;
  uint32_t lut, mult;
  uint8_t shift, reserved[7];
} rnpu_softmax;

/* One axis of a resize. Output i of the whole map lies at input position (i*step + offset)/denominator, cut to
 * [0, in_extent − 1]; with f the rest of that division, its samples are the position rounded down, of weight
 * denominator − f, and, if f > 0, the next one, of weight f. All fields are below 2^31 (offset: of that size, either
 * sign), extents and the denominator at least 1. */
typedef struct {
  uint32_t in_extent, out_extent; /* full */
  uint32_t in_origin, out_origin; /* global position of the tiles' first */
  uint32_t step, denominator;
  int32_t offset;
  uint32_t reserved;
} rnpu_resize_axis; /* 32 bytes */

enum rnpu_resize_kind { RNPU_RESIZE_NEAREST = 0, RNPU_RESIZE_LINEAR = 1 };

/* NEAREST: bits of the samples rounded down; i8 or u8, both alike; mult, shift, act_min, act_max unused, 0.
 * LINEAR (N9), i8 or u8: q = clamp(zo + R(Σ wy·wx·(x − zx)·mult, shift), act_min, act_max) over rows and columns of
 * samples; 0 <= mult, 255·denominators·mult <= 2^62. */
typedef struct {
  rnpu_tile in, out;
  rnpu_resize_axis rows, columns;
  int32_t mult;
  uint8_t kind, shift, reserved[2];
  int32_t act_min, act_max;
} rnpu_resize;

enum rnpu_space { RNPU_SPACE_DRAM = 0, RNPU_SPACE_SRAM = 1, RNPU_SPACE_PRM = 2, RNPU_SPACE_LUT = 3 };

/* Copies extent[0]*..*extent[3] elements, index 3 innermost. Addresses are bytes: DRAM offsets within
 * `region`; SRAM, PRM and LUT byte addresses (PRM record r is at byte 10r). Strides in bytes, may be
 * 0 on the source (broadcast), never overlap within one transfer on the destination.
 * `fill`: no source is read, every destination element is `value`. Not DRAM to DRAM within one region range. */
typedef struct {
  uint8_t src_space, dst_space, element_bytes /* 1, 2 or 4 */, fill;
  uint32_t src_region, dst_region; /* npu_region_id when the space is DRAM, else 0 */
  uint32_t value;
  uint64_t src_offset, dst_offset;
  int64_t src_stride[4], dst_stride[4];
  uint32_t extent[4];
} rnpu_dma;

/* Target features (rnpu_config.features). */
#define RNPU_FEATURE_I4 (UINT64_C(1) << 0)
#define RNPU_FEATURE_I16 (UINT64_C(1) << 1)
#define RNPU_FEATURE_F16 (UINT64_C(1) << 2)
#define RNPU_FEATURE_GATHER (UINT64_C(1) << 3)

enum rnpu_rounding { RNPU_HALF_UP = 0, RNPU_DOUBLE = 1, RNPU_HALF_AWAY = 2, RNPU_HALF_EVEN = 3 };

/* NPU_SECTION_TARGET: the machine the blob was compiled for. */
typedef struct {
  uint64_t features;
  uint32_t sram_bytes, sram_align, dma_align;
  uint32_t acc_bytes, wbuf_bytes, prm_records, lut_bytes;
  uint32_t dma_channels, dma_outstanding, engines;
  uint32_t rounding; /* rnpu_rounding */
  uint32_t sram_banks;
  /* timing (rules T1..T5); clocks in MHz, bytes per cycle, cycles */
  uint32_t px, oc, ic;
  uint32_t issue_cycles, start_cycles;
  uint32_t dram_read_latency, dram_write_latency, dram_burst_bytes;
  double clock_mhz, dw_factor, sram_bytes_per_cycle, dram_bytes_per_cycle;
  double cpe_plain, cpe_add, cpe_mul, cpe_max_pool, cpe_table;
} rnpu_config;

#endif

/* What the parts of the static check share. Private to targets/rnpu/verify*.c. */
#ifndef TARGETS_RNPU_VERIFY_CHECK_H
#define TARGETS_RNPU_VERIFY_CHECK_H

#include "targets/rnpu/isa_stream.h"
#include "targets/rnpu/verify.h"

/* An accumulation on one engine. */
typedef struct {
  const rnpu_tile *out; /* of its commands; NULL: none is open */
  uint8_t opcode;       /* of its commands */
  int64_t most;         /* MATMUL: its sums are at most this, either way */
} rnpu_accumulation;

typedef struct {
  const rnpu_config *config;
  const npu_limits *limits;
  npu_error *error;
  const rnpu_command *command;
  uint32_t index;
  uint32_t issued[RNPU_QUEUE_COUNT];                /* commands seen of each queue */
  rnpu_accumulation accumulating[RNPU_MAX_ENGINES];
} rnpu_check;

/* Fails with the command's index, opcode and node before the text. */
#define RNPU_REFUSE(check, text, ...)                                                                    \
  npu_fail((check)->error, NPU_ERROR_PROGRAM, "command %u (%s, node %u): " text, (check)->index,         \
           rnpu_opcode_name((check)->command->opcode), (check)->command->node, ##__VA_ARGS__)

#define RNPU_TRY(expression)                                                                             \
  do {                                                                                                   \
    npu_status status_ = (expression);                                                                   \
    if (status_ != NPU_OK)                                                                               \
      return status_;                                                                                    \
  } while (0)

/* A tile that is read (may overlap itself) or written (may not). `name` is for the message. */
npu_status rnpu_check_tile(rnpu_check *check, const char *name, const rnpu_tile *tile, int written);
/* Every tap lies in the input tile or beyond the full extent. */
npu_status rnpu_check_window(rnpu_check *check, const rnpu_window *window, const rnpu_tile *in,
                             const rnpu_tile *out, uint32_t upscale);
npu_status rnpu_check_range(rnpu_check *check, const char *name, uint64_t first, uint64_t count, uint64_t size);
/* i8 or u8 at both ends. */
npu_status rnpu_check_bytes(rnpu_check *check, const rnpu_tile *in, const rnpu_tile *out);
/* act_min <= act_max, both representable in the tile's type. */
npu_status rnpu_check_clamp(rnpu_check *check, const rnpu_tile *out, int32_t low, int32_t high);
/* first .. last of an accumulation: consecutive, over one output tile. */
npu_status rnpu_check_sequence(rnpu_check *check, const rnpu_tile *out, uint32_t first, uint32_t last);
npu_status rnpu_check_zero(rnpu_check *check, const uint8_t *reserved, uint32_t count);

npu_status rnpu_check_conv(rnpu_check *check, const rnpu_conv *conv);
npu_status rnpu_check_pool(rnpu_check *check, const rnpu_pool *pool);
npu_status rnpu_check_binary(rnpu_check *check, const rnpu_binary *binary);
npu_status rnpu_check_unary(rnpu_check *check, const rnpu_unary *unary);
npu_status rnpu_check_softmax(rnpu_check *check, const rnpu_softmax *softmax);
npu_status rnpu_check_resize(rnpu_check *check, const rnpu_resize *resize);
npu_status rnpu_check_matmul(rnpu_check *check, const rnpu_matmul *matmul);
npu_status rnpu_check_dma(rnpu_check *check, const rnpu_dma *dma);

#endif

/* The stream: sizes, queues, waits and the end. Payloads are checked by verify_*.c. */
#include "targets/rnpu/verify.h"

#include <stddef.h>

#include "targets/rnpu/verify_check.h"

npu_status rnpu_verify_config(const rnpu_config *c, npu_error *error) {
  if (c->dma_channels < 1 || c->dma_channels > RNPU_MAX_DMA || c->engines < 1 || c->engines > RNPU_MAX_ENGINES)
    return npu_fail(error, NPU_ERROR_UNSUPPORTED, "target: %u DMA channels and %u engines, both must be 1..4",
                    c->dma_channels, c->engines);
  if (c->sram_align == 0 || (c->sram_align & (c->sram_align - 1)) != 0)
    return npu_fail(error, NPU_ERROR_UNSUPPORTED, "target: sram_align %u is not a power of two", c->sram_align);
  if (c->dma_outstanding < 1)
    return npu_fail(error, NPU_ERROR_UNSUPPORTED, "target: dma_outstanding must be at least 1");
  const uint32_t most = 1u << 26; /* no machine has more on chip, and sizes derived from these cannot wrap */
  if (c->sram_bytes > most || c->acc_bytes > most || c->wbuf_bytes > most || c->lut_bytes > most ||
      c->prm_records > most / RNPU_PRM_BYTES)
    return npu_fail(error, NPU_ERROR_UNSUPPORTED, "target: an on-chip memory is larger than %u bytes", most);
  if (c->rounding > RNPU_HALF_EVEN)
    return npu_fail(error, NPU_ERROR_UNSUPPORTED, "target: unknown rounding %u", c->rounding);
  return NPU_OK;
}

static int queue_exists(const rnpu_config *config, uint32_t queue) {
  if (rnpu_is_dma_queue(queue))
    return queue < config->dma_channels;
  return queue < RNPU_QUEUE_COUNT && rnpu_engine(queue) < config->engines;
}

static int queue_fits(uint8_t opcode, uint32_t queue) {
  switch (opcode) {
  case RNPU_STOP: case RNPU_FENCE: case RNPU_IRQ: return 1;
  case RNPU_DMA: return rnpu_is_dma_queue(queue);
  case RNPU_CONV: case RNPU_MATMUL: return rnpu_is_mxu_queue(queue);
  default: return !rnpu_is_dma_queue(queue) && !rnpu_is_mxu_queue(queue);
  }
}

/* The frame: enough bytes left, a known opcode, the size it says. */
static npu_status check_frame(rnpu_check *check, uint64_t bytes_left) {
  const rnpu_command *command = check->command;
  if (bytes_left < sizeof(rnpu_command))
    return npu_fail(check->error, NPU_ERROR_PROGRAM, "command %u: %llu bytes left, a command has at least 16",
                    check->index, (unsigned long long)bytes_left);
  if (command->opcode >= RNPU_OPCODE_COUNT)
    return RNPU_REFUSE(check, "unknown opcode %u", command->opcode);
  uint32_t want = (uint32_t)sizeof(rnpu_command) + rnpu_payload_bytes(command->opcode) +
                  command->wait_count * (uint32_t)sizeof(rnpu_wait);
  if (command->bytes != want || want > bytes_left)
    return RNPU_REFUSE(check, "says %u bytes, has %u, %llu are left", command->bytes, want,
                       (unsigned long long)bytes_left);
  if (command->reserved != 0 || command->reserved2 != 0)
    return RNPU_REFUSE(check, "a reserved field is not zero");
  if (check->limits->debug_count > 0 && command->node >= check->limits->debug_count)
    return RNPU_REFUSE(check, "node beyond the %u of the debug table", check->limits->debug_count);
  return NPU_OK;
}

static npu_status check_queue_and_waits(rnpu_check *check) {
  const rnpu_command *command = check->command;
  if (command->opcode != RNPU_STOP &&
      (!queue_exists(check->config, command->queue) || !queue_fits(command->opcode, command->queue)))
    return RNPU_REFUSE(check, "may not be on queue %u of this target", command->queue);
  const rnpu_wait *waits = rnpu_waits(command);
  for (uint32_t i = 0; i < command->wait_count; ++i) {
    if (!queue_exists(check->config, waits[i].queue))
      return RNPU_REFUSE(check, "waits for queue %u, which the target lacks", waits[i].queue);
    if (waits[i].count > check->issued[waits[i].queue])
      return RNPU_REFUSE(check, "waits for %u commands of queue %u, only %u come earlier: it may wait forever",
                         waits[i].count, waits[i].queue, check->issued[waits[i].queue]);
  }
  return NPU_OK;
}

static npu_status check_payload(rnpu_check *check) {
  const void *payload = rnpu_payload(check->command);
  if (rnpu_is_mxu_queue(check->command->queue) && check->command->opcode != RNPU_STOP) {
    const rnpu_accumulation *open = &check->accumulating[rnpu_engine(check->command->queue)];
    if (open->out && open->opcode != check->command->opcode)
      return RNPU_REFUSE(check, "stands between two %ss of one accumulation", rnpu_opcode_name(open->opcode));
  }
  switch (check->command->opcode) {
  case RNPU_DMA: return rnpu_check_dma(check, payload);
  case RNPU_CONV: return rnpu_check_conv(check, payload);
  case RNPU_POOL: return rnpu_check_pool(check, payload);
  case RNPU_BINARY: return rnpu_check_binary(check, payload);
  case RNPU_UNARY: return rnpu_check_unary(check, payload);
  case RNPU_SOFTMAX: return rnpu_check_softmax(check, payload);
  case RNPU_RESIZE: return rnpu_check_resize(check, payload);
  case RNPU_MATMUL: return rnpu_check_matmul(check, payload);
  default: return NPU_OK;
  }
}

static npu_status check_end(rnpu_check *check, const npu_segment *segment, uint64_t used) {
  if (used != segment->bytes || check->index + 1 != segment->count)
    return RNPU_REFUSE(check, "STOP after %llu of %llu bytes and %u of %u commands", (unsigned long long)used,
                       (unsigned long long)segment->bytes, check->index + 1, segment->count);
  for (uint32_t e = 0; e < RNPU_MAX_ENGINES; ++e)
    if (check->accumulating[e].out)
      return RNPU_REFUSE(check, "the accumulation on engine %u has no last %s", e,
                         rnpu_opcode_name(check->accumulating[e].opcode));
  return NPU_OK;
}

npu_status rnpu_verify(const rnpu_config *config, const npu_segment *segment, const npu_limits *limits,
                       npu_error *error) {
  RNPU_TRY(rnpu_verify_config(config, error));
  if (segment->commands == NULL || ((uintptr_t)segment->commands & 7) != 0 || segment->bytes % 8 != 0)
    return npu_fail(error, NPU_ERROR_PROGRAM, "segment: commands must be 8-byte aligned and a multiple of 8 bytes");
  rnpu_check check = {.config = config, .limits = limits, .error = error};
  uint64_t used = 0;
  for (; check.index < segment->count; ++check.index) {
    check.command = (const rnpu_command *)(segment->commands + used);
    RNPU_TRY(check_frame(&check, segment->bytes - used));
    RNPU_TRY(check_queue_and_waits(&check));
    RNPU_TRY(check_payload(&check));
    used += check.command->bytes;
    if (check.command->opcode == RNPU_STOP)
      return check_end(&check, segment, used);
    ++check.issued[check.command->queue];
  }
  return npu_fail(error, NPU_ERROR_PROGRAM, "segment: none of its %u commands is STOP", segment->count);
}

/* Orders of execution: program order, or any legal interleaving drawn from the seed. */
#include "targets/rnpu/sim/machine.h"

npu_status rnpu_sim_execute(rnpu_sim *sim, uint32_t index) {
  const rnpu_command *command = sim->commands[index];
  const void *payload = rnpu_payload(command);
  sim->current = index;
  switch (command->opcode) {
  case RNPU_DMA: return rnpu_sim_dma(sim, payload);
  case RNPU_CONV: return rnpu_sim_conv(sim, payload, rnpu_engine(command->queue));
  case RNPU_MATMUL: return rnpu_sim_matmul(sim, payload, rnpu_engine(command->queue));
  case RNPU_POOL: return rnpu_sim_pool(sim, payload);
  case RNPU_BINARY: return rnpu_sim_binary(sim, payload);
  case RNPU_UNARY: return rnpu_sim_unary(sim, payload);
  case RNPU_SOFTMAX: return rnpu_sim_softmax(sim, payload);
  case RNPU_RESIZE: return rnpu_sim_resize(sim, payload);
  default: return NPU_OK;
  }
}

npu_status rnpu_sim_program_order(rnpu_sim *sim, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    npu_status status = rnpu_sim_execute(sim, i);
    if (status != NPU_OK)
      return status;
  }
  return NPU_OK;
}

#define NONE UINT32_MAX

typedef struct {
  uint32_t oldest[RNPU_QUEUE_COUNT];    /* oldest command not completed; NONE: the queue is empty */
  uint32_t completed[RNPU_QUEUE_COUNT]; /* the completion counters */
} queues;

static void link_queues(rnpu_sim *sim, uint32_t count, queues *q) {
  uint32_t last[RNPU_QUEUE_COUNT];
  for (uint32_t i = 0; i < RNPU_QUEUE_COUNT; ++i) {
    q->oldest[i] = last[i] = NONE;
    q->completed[i] = 0;
  }
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t queue = sim->commands[i]->queue;
    sim->queue_next[i] = NONE;
    sim->applied[i] = sim->commands[i]->opcode == RNPU_STOP;
    if (sim->applied[i])
      continue;
    if (last[queue] == NONE)
      q->oldest[queue] = i;
    else
      sim->queue_next[last[queue]] = i;
    last[queue] = i;
  }
}

static int may_start(const rnpu_command *command, const queues *q) {
  const rnpu_wait *waits = rnpu_waits(command);
  for (uint32_t i = 0; i < command->wait_count; ++i)
    if (q->completed[waits[i].queue] < waits[i].count)
      return 0;
  return 1;
}

/* Commands that could take effect now: the oldest of an engine's queue; of a DMA queue any of the
 * `outstanding` oldest, as long as all before it have started. */
static uint32_t ready_commands(const rnpu_sim *sim, const queues *q, uint32_t *ready) {
  uint32_t count = 0;
  for (uint32_t queue = 0; queue < RNPU_QUEUE_COUNT; ++queue) {
    uint32_t window = rnpu_is_dma_queue(queue) ? sim->config.dma_outstanding : 1;
    if (window > RNPU_SIM_WINDOW)
      window = RNPU_SIM_WINDOW;
    for (uint32_t i = q->oldest[queue]; i != NONE && window > 0; i = sim->queue_next[i], --window) {
      if (sim->applied[i])
        continue;
      if (!may_start(sim->commands[i], q))
        break;
      ready[count++] = i;
    }
  }
  return count;
}

static void complete(rnpu_sim *sim, queues *q, uint32_t queue) {
  while (q->oldest[queue] != NONE && sim->applied[q->oldest[queue]]) {
    q->oldest[queue] = sim->queue_next[q->oldest[queue]];
    ++q->completed[queue];
  }
}

/* splitmix64 */
static uint64_t draw(uint64_t *state) {
  uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

static npu_status deadlock(rnpu_sim *sim, const queues *q) {
  for (uint32_t queue = 0; queue < RNPU_QUEUE_COUNT; ++queue)
    if (q->oldest[queue] != NONE) {
      sim->current = q->oldest[queue];
      return RNPU_FAULT(sim, "deadlock: it waits on queue %u for what never completes", queue);
    }
  return NPU_OK;
}

npu_status rnpu_sim_random_order(rnpu_sim *sim, uint32_t count) {
  queues q;
  uint64_t state = sim->options.seed;
  uint32_t ready[RNPU_MAX_DMA * RNPU_SIM_WINDOW + 2 * RNPU_MAX_ENGINES], choices;
  link_queues(sim, count, &q);
  while ((choices = ready_commands(sim, &q, ready)) > 0) {
    uint32_t chosen = ready[draw(&state) % choices];
    npu_status status = rnpu_sim_execute(sim, chosen);
    if (status != NPU_OK)
      return status;
    sim->applied[chosen] = 1;
    complete(sim, &q, sim->commands[chosen]->queue);
  }
  return deadlock(sim, &q);
}

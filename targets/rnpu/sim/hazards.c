/* Checked mode. Program order is a legal order; when every two conflicting accesses are ordered by
 * queues and waits, every legal order gives what program order gives. So commands are visited in program
 * order with a vector clock each, and every access is compared with the accesses of all earlier commands
 * that the clock does not show as completed. ACC needs no check: it belongs to one in-order queue, and
 * the static check orders first .. last. */
#include "targets/rnpu/sim/hazards.h"

#include <stdlib.h>
#include <string.h>

#include "targets/rnpu/sim/access.h"
#include "targets/rnpu/sim/byte_set.h"

#define NONE UINT32_MAX

typedef struct {
  uint32_t completed[RNPU_QUEUE_COUNT]; /* commands of each queue known complete when it starts */
  uint32_t behind[RNPU_QUEUE_COUNT];    /* the same, joined over it and all its queue's earlier commands */
  uint32_t position, previous;          /* in its queue; NONE: first */
  uint32_t access_count;
  rnpu_access accesses[RNPU_MAX_ACCESSES];
} event;

struct rnpu_hazards {
  event *events;
  uint32_t event_capacity;
  uint32_t *by_position[RNPU_QUEUE_COUNT]; /* command index of a queue's n-th command */
  uint32_t issued[RNPU_QUEUE_COUNT];
  rnpu_byte_set sram, prm, lut;            /* bytes that hold a value */
  rnpu_byte_set regions[NPU_REGION_COUNT]; /* capacity 0: always initialised */
  rnpu_byte_set scratch;                   /* empty between comparisons */
};

static int grow_set(rnpu_byte_set *set, uint64_t bytes) {
  if (bytes <= set->capacity)
    return 1;
  uint8_t *bits = realloc(set->bits, (size_t)(bytes / 8 + 1));
  if (!bits)
    return 0;
  memset(bits, 0, (size_t)(bytes / 8 + 1));
  *set = (rnpu_byte_set){bits, bytes};
  return 1;
}

rnpu_hazards *rnpu_hazards_create(const rnpu_config *config) {
  rnpu_hazards *h = calloc(1, sizeof *h);
  if (!h)
    return NULL;
  uint64_t prm = (uint64_t)config->prm_records * RNPU_PRM_BYTES, most = config->sram_bytes;
  most = prm > most ? prm : most;
  most = config->lut_bytes > most ? config->lut_bytes : most;
  if (grow_set(&h->sram, config->sram_bytes) && grow_set(&h->prm, prm) && grow_set(&h->lut, config->lut_bytes) &&
      grow_set(&h->scratch, most))
    return h;
  rnpu_hazards_destroy(h);
  return NULL;
}

void rnpu_hazards_destroy(rnpu_hazards *h) {
  if (!h)
    return;
  free(h->events);
  free(h->sram.bits);
  free(h->prm.bits);
  free(h->lut.bits);
  free(h->scratch.bits);
  for (uint32_t i = 0; i < NPU_REGION_COUNT; ++i)
    free(h->regions[i].bits);
  for (uint32_t q = 0; q < RNPU_QUEUE_COUNT; ++q)
    free(h->by_position[q]);
  free(h);
}

static int starts_undefined(uint32_t region) { return region == NPU_REGION_ARENA || region >= NPU_REGION_OUTPUT_0; }

int rnpu_hazards_reserve(rnpu_hazards *h, uint32_t commands, const npu_limits *limits) {
  if (commands > h->event_capacity) {
    event *events = realloc(h->events, commands * sizeof *events);
    if (!events)
      return 0;
    h->events = events;
    for (uint32_t q = 0; q < RNPU_QUEUE_COUNT; ++q) {
      uint32_t *list = realloc(h->by_position[q], commands * sizeof *list);
      if (!list)
        return 0;
      h->by_position[q] = list;
    }
    h->event_capacity = commands;
  }
  for (uint32_t i = 0; i < NPU_REGION_COUNT; ++i) {
    if (starts_undefined(i) && !grow_set(&h->regions[i], limits->region_bytes[i]))
      return 0;
    if (i != NPU_REGION_CONSTANTS && !grow_set(&h->scratch, limits->region_bytes[i]))
      return 0;
  }
  return 1;
}

static void clear_set(rnpu_byte_set *set) {
  if (set->bits)
    memset(set->bits, 0, (size_t)(set->capacity / 8 + 1));
}

static void restart(rnpu_hazards *h) {
  memset(h->issued, 0, sizeof h->issued);
  clear_set(&h->sram);
  clear_set(&h->prm);
  clear_set(&h->lut);
  for (uint32_t i = 0; i < NPU_REGION_COUNT; ++i)
    clear_set(&h->regions[i]);
}

static void join(uint32_t *clock, const uint32_t *other) {
  for (uint32_t q = 0; q < RNPU_QUEUE_COUNT; ++q)
    clock[q] = other[q] > clock[q] ? other[q] : clock[q];
}

/* The first `count` commands of `queue` have completed, and so all that they knew. */
static void learn(rnpu_hazards *h, uint32_t *clock, uint32_t queue, uint32_t count) {
  if (count == 0)
    return;
  join(clock, h->events[h->by_position[queue][count - 1]].behind);
  clock[queue] = count > clock[queue] ? count : clock[queue];
}

/* Clock of a command: what its queue and its waits imply. A DMA command starts, after its predecessor has
 * started, when at most outstanding - 1 before it are unfinished. */
static void enter(rnpu_sim *sim, uint32_t index) {
  rnpu_hazards *h = sim->hazards;
  const rnpu_command *command = sim->commands[index];
  event *e = &h->events[index];
  uint32_t queue = command->queue, position = h->issued[queue]++;
  uint32_t overlap = rnpu_is_dma_queue(queue) ? sim->config.dma_outstanding - 1 : 0;
  *e = (event){.position = position, .previous = position ? h->by_position[queue][position - 1] : NONE};
  h->by_position[queue][position] = index;
  learn(h, e->completed, queue, position > overlap ? position - overlap : 0);
  if (e->previous != NONE)
    join(e->completed, h->events[e->previous].behind);
  const rnpu_wait *waits = rnpu_waits(command);
  for (uint32_t i = 0; i < command->wait_count; ++i)
    learn(h, e->completed, waits[i].queue, waits[i].count);
  memcpy(e->behind, e->completed, sizeof e->behind);
  e->access_count = rnpu_accesses(command, e->accesses);
}

static int mark(void *set, uint64_t at, uint64_t bytes) {
  rnpu_set_assign(set, at, bytes, 1);
  return 0;
}

static int unmark(void *set, uint64_t at, uint64_t bytes) {
  rnpu_set_assign(set, at, bytes, 0);
  return 0;
}

static int meets(void *set, uint64_t at, uint64_t bytes) { return rnpu_set_find(set, at, bytes, 1) < at + bytes; }

typedef struct {
  const rnpu_byte_set *set;
  uint64_t missing;
} undefined_search;

static int lacks(void *context, uint64_t at, uint64_t bytes) {
  undefined_search *search = context;
  search->missing = rnpu_set_find(search->set, at, bytes, 0);
  return search->missing < at + bytes;
}

/* Do two byte sets share a byte? Bounding ranges first; then one is drawn and the other looks. */
static int share_byte(rnpu_hazards *h, const rnpu_access *a, const rnpu_access *b) {
  if (a->space != b->space || a->region != b->region)
    return 0;
  int64_t low = a->low > b->low ? a->low : b->low, high = a->high < b->high ? a->high : b->high;
  if (low >= high)
    return 0;
  if (a->solid && b->solid)
    return 1;
  rnpu_visit_runs(a, low, high, mark, &h->scratch);
  int shared = rnpu_visit_runs(b, low, high, meets, &h->scratch);
  rnpu_visit_runs(a, low, high, unmark, &h->scratch);
  return shared;
}

static npu_status compare(rnpu_sim *sim, uint32_t index, uint32_t earlier) {
  rnpu_hazards *h = sim->hazards;
  const event *e = &h->events[index], *before = &h->events[earlier];
  for (uint32_t i = 0; i < e->access_count; ++i)
    for (uint32_t j = 0; j < before->access_count; ++j) {
      const rnpu_access *a = &e->accesses[i], *b = &before->accesses[j];
      if ((a->write || b->write) && share_byte(h, a, b)) {
        const rnpu_command *other = sim->commands[earlier];
        sim->current = index;
        return RNPU_FAULT(sim, "race: %s %s [%lld, %lld) that command %u (%s, node %u) %s; no wait orders them",
                          a->write ? "writes" : "reads", rnpu_space_name(a->space), (long long)a->low,
                          (long long)a->high, earlier, rnpu_opcode_name(other->opcode), other->node,
                          b->write ? "writes" : "reads");
      }
    }
  return NPU_OK;
}

static npu_status check_races(rnpu_sim *sim, uint32_t index) {
  rnpu_hazards *h = sim->hazards;
  const event *e = &h->events[index];
  for (uint32_t q = 0; q < RNPU_QUEUE_COUNT; ++q)
    for (uint32_t n = e->completed[q]; n < h->issued[q]; ++n) {
      uint32_t earlier = h->by_position[q][n];
      if (earlier == index)
        continue;
      npu_status status = compare(sim, index, earlier);
      if (status != NPU_OK)
        return status;
    }
  return NPU_OK;
}

static rnpu_byte_set *values_of(rnpu_sim *sim, const rnpu_access *a) {
  rnpu_hazards *h = sim->hazards;
  switch (a->space) {
  case RNPU_SPACE_SRAM: return &h->sram;
  case RNPU_SPACE_PRM: return &h->prm;
  case RNPU_SPACE_LUT: return &h->lut;
  default: return starts_undefined(a->region) && !sim->options.host_writes_memory ? &h->regions[a->region] : NULL;
  }
}

static npu_status check_defined(rnpu_sim *sim, uint32_t index) {
  const event *e = &sim->hazards->events[index];
  for (uint32_t i = 0; i < e->access_count; ++i) {
    const rnpu_access *a = &e->accesses[i];
    undefined_search search = {values_of(sim, a), 0};
    if (a->write || !search.set || !rnpu_visit_runs(a, a->low, a->high, lacks, &search))
      continue;
    sim->current = index;
    return RNPU_FAULT(sim, "reads %s byte %llu (region %u) before anything wrote it", rnpu_space_name(a->space),
                      (unsigned long long)search.missing, a->region);
  }
  return NPU_OK;
}

/* A pipelined engine reads ahead of its writes: a command may not write what it reads, except that an
 * elementwise command may replace each element by its own result. */
static npu_status check_in_place(rnpu_sim *sim, uint32_t index) {
  const event *e = &sim->hazards->events[index];
  uint8_t opcode = sim->commands[index]->opcode;
  int elementwise = opcode == RNPU_UNARY || opcode == RNPU_BINARY;
  for (uint32_t i = 0; i + 1 < e->access_count; ++i) {
    const rnpu_access *in = &e->accesses[i], *out = &e->accesses[e->access_count - 1];
    int same = in->base == out->base && in->run == out->run &&
               memcmp(in->stride, out->stride, sizeof in->stride) == 0 &&
               memcmp(in->extent, out->extent, sizeof in->extent) == 0;
    if (in->write || !out->write || (elementwise && same) || !share_byte(sim->hazards, in, out))
      continue;
    sim->current = index;
    return RNPU_FAULT(sim, "writes %s bytes [%lld, %lld) that it reads itself", rnpu_space_name(out->space),
                      (long long)out->low, (long long)out->high);
  }
  return NPU_OK;
}

static void define_writes(rnpu_sim *sim, uint32_t index) {
  const event *e = &sim->hazards->events[index];
  for (uint32_t i = 0; i < e->access_count; ++i) {
    const rnpu_access *a = &e->accesses[i];
    rnpu_byte_set *set = a->write ? values_of(sim, a) : NULL;
    if (set)
      rnpu_visit_runs(a, a->low, a->high, mark, set);
  }
}

npu_status rnpu_hazards_check(rnpu_sim *sim, uint32_t count) {
  restart(sim->hazards);
  for (uint32_t i = 0; i < count && sim->commands[i]->opcode != RNPU_STOP; ++i) {
    enter(sim, i);
    npu_status status = check_races(sim, i);
    if (status == NPU_OK)
      status = check_in_place(sim, i);
    if (status == NPU_OK)
      status = check_defined(sim, i);
    if (status != NPU_OK)
      return status;
    define_writes(sim, i);
  }
  return NPU_OK;
}

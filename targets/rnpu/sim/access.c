/* From commands to byte sets. */
#include "targets/rnpu/sim/access.h"

#include "targets/rnpu/isa_resize.h"
#include "targets/rnpu/isa_window.h"

const char *rnpu_space_name(uint8_t space) {
  static const char *const names[] = {"DRAM", "SRAM", "PRM", "LUT"};
  return names[space & 3];
}

static void finish(rnpu_access *a) {
  /* Contiguous inner dimensions are one run. */
  for (int i = 3; i >= 0 && (a->extent[i] == 1 || a->stride[i] == (int64_t)a->run); --i) {
    a->run *= a->extent[i];
    a->extent[i] = 1;
    a->stride[i] = 0;
  }
  a->low = a->base;
  a->high = a->base + (int64_t)a->run;
  uint64_t bytes = a->run;
  for (int i = 0; i < 4; ++i) {
    int64_t reach = ((int64_t)a->extent[i] - 1) * a->stride[i];
    *(reach < 0 ? &a->low : &a->high) += reach;
    bytes *= a->stride[i] == 0 ? 1 : a->extent[i]; /* may count a byte twice; then it is not solid */
  }
  a->solid = (uint64_t)(a->high - a->low) == a->run || (a->write && bytes == (uint64_t)(a->high - a->low));
}

static rnpu_access flat(uint8_t space, uint64_t base, uint64_t bytes) {
  rnpu_access a = {.space = space, .base = (int64_t)base, .extent = {1, 1, 1, 1}, .run = bytes};
  finish(&a);
  return a;
}

/* Rows [y, y + rows) by `row_step`, and columns likewise, of a tile. */
static rnpu_access box(const rnpu_tile *t, int64_t y, uint32_t rows, int64_t row_step, int64_t x, uint32_t columns,
                       int64_t column_step, int write) {
  const int64_t element = rnpu_type_bytes(t->type), pitch = (int64_t)t->pixel_pitch * element;
  rnpu_access a = {.space = RNPU_SPACE_SRAM, .write = (uint8_t)write,
                   .base = t->base + y * t->row_pitch + ((int64_t)t->first_column + x) * pitch +
                           (int64_t)t->first_channel * element,
                   .stride = {0, 0, row_step * t->row_pitch, column_step * pitch},
                   .extent = {1, 1, rows, columns}, .run = (uint64_t)t->channels * element};
  finish(&a);
  return a;
}

static rnpu_access whole(const rnpu_tile *t, int write) { return box(t, 0, t->rows, 1, 0, t->columns, 1, write); }

typedef struct {
  int64_t at, step;
  uint32_t count;
} positions;

/* Input positions an axis reads. Without gaps, except that one tap reads every stride-th. */
static int axis_positions(const rnpu_axis *axis, positions *p) {
  int64_t low, high;
  if (!rnpu_needed(axis, &low, &high))
    return 0;
  int single = axis->kernel == 1 && axis->upscale == RNPU_UPSCALE_NONE;
  *p = (positions){low, single ? axis->stride : 1, 0};
  p->count = (uint32_t)((high - low) / p->step + 1);
  return 1;
}

static uint32_t windowed(const rnpu_window *w, const rnpu_tile *in, const rnpu_tile *out, uint32_t upscale,
                         rnpu_access *a) {
  const rnpu_axis rows = rnpu_row_axis(w, in, out, upscale), columns = rnpu_column_axis(w, in, out, upscale);
  positions y, x;
  if (!axis_positions(&rows, &y) || !axis_positions(&columns, &x))
    return 0;
  *a = box(in, y.at, y.count, y.step, x.at, x.count, x.step, 0);
  return 1;
}

static uint32_t conv_accesses(const rnpu_conv *c, rnpu_access *a) {
  uint32_t n = windowed(&c->window, &c->in, &c->out, c->upscale, a);
  a[n++] = flat(RNPU_SPACE_SRAM, c->weights, c->weight_bytes);
  if (!c->last)
    return n;
  a[n++] = flat(RNPU_SPACE_PRM, (uint64_t)c->prm * RNPU_PRM_BYTES, (uint64_t)c->out.channels * RNPU_PRM_BYTES);
  if (c->act == RNPU_ACT_LUT8)
    a[n++] = flat(RNPU_SPACE_LUT, c->lut, 256);
  a[n++] = whole(&c->out, 1);
  return n;
}

static uint32_t pool_accesses(const rnpu_pool *p, rnpu_access *a) {
  uint32_t records = p->kind == RNPU_POOL_MAX ? 1 : p->prm_count;
  uint32_t n = windowed(&p->window, &p->in, &p->out, RNPU_UPSCALE_NONE, a);
  a[n++] = flat(RNPU_SPACE_PRM, (uint64_t)p->prm * RNPU_PRM_BYTES, (uint64_t)records * RNPU_PRM_BYTES);
  a[n++] = whole(&p->out, 1);
  return n;
}

/* From the first to the last sample of each axis, with those between that no output reads. */
static uint32_t resize_accesses(const rnpu_resize *r, rnpu_access *a) {
  int64_t top, bottom, left, right;
  rnpu_resize_needed(&r->rows, r->kind, r->out.rows, &top, &bottom);
  rnpu_resize_needed(&r->columns, r->kind, r->out.columns, &left, &right);
  a[0] = box(&r->in, top, (uint32_t)(bottom - top + 1), 1, left, (uint32_t)(right - left + 1), 1, 0);
  a[1] = whole(&r->out, 1);
  return 2;
}

/* The output matters to the last command of an accumulation alone. */
static uint32_t matmul_accesses(const rnpu_matmul *m, rnpu_access *a) {
  a[0] = whole(&m->a, 0);
  a[1] = whole(&m->b, 0);
  a[2] = whole(&m->out, 1);
  return m->last ? 3 : 2;
}

static rnpu_access dma_end(uint8_t space, uint32_t region, uint64_t offset, const int64_t stride[4],
                           const rnpu_dma *d, int write) {
  rnpu_access a = {.space = space, .write = (uint8_t)write,
                   .region = (uint16_t)(space == RNPU_SPACE_DRAM ? region : 0), .base = (int64_t)offset,
                   .run = d->element_bytes};
  for (int i = 0; i < 4; ++i) {
    a.stride[i] = d->extent[i] == 1 ? 0 : stride[i];
    a.extent[i] = stride[i] == 0 ? 1 : d->extent[i]; /* a broadcast reads the same bytes again */
  }
  finish(&a);
  return a;
}

static uint32_t dma_accesses(const rnpu_dma *d, rnpu_access *a) {
  uint32_t n = 0;
  if (!d->fill)
    a[n++] = dma_end(d->src_space, d->src_region, d->src_offset, d->src_stride, d, 0);
  a[n++] = dma_end(d->dst_space, d->dst_region, d->dst_offset, d->dst_stride, d, 1);
  return n;
}

static uint32_t unary_accesses(const rnpu_unary *u, rnpu_access *a) {
  uint32_t n = 0;
  a[n++] = whole(&u->in, 0);
  if (u->kind == RNPU_LUT8)
    a[n++] = flat(RNPU_SPACE_LUT, u->lut, 256);
  a[n++] = whole(&u->out, 1);
  return n;
}

uint32_t rnpu_accesses(const rnpu_command *command, rnpu_access *a) {
  const void *payload = rnpu_payload(command);
  switch (command->opcode) {
  case RNPU_DMA: return dma_accesses(payload, a);
  case RNPU_CONV: return conv_accesses(payload, a);
  case RNPU_POOL: return pool_accesses(payload, a);
  case RNPU_UNARY: return unary_accesses(payload, a);
  case RNPU_RESIZE: return resize_accesses(payload, a);
  case RNPU_MATMUL: return matmul_accesses(payload, a);
  case RNPU_BINARY: {
    const rnpu_binary *b = payload;
    a[0] = whole(&b->a, 0);
    a[1] = whole(&b->b, 0);
    a[2] = whole(&b->out, 1);
    return 3;
  }
  case RNPU_SOFTMAX: {
    const rnpu_softmax *s = payload;
    a[0] = whole(&s->in, 0);
    a[1] = flat(RNPU_SPACE_LUT, s->lut, 1024);
    a[2] = whole(&s->out, 1);
    return 3;
  }
  default: return 0;
  }
}

static int visit_cut(int64_t at, uint64_t bytes, int64_t low, int64_t high, rnpu_run_visitor *visit, void *context) {
  int64_t end = at + (int64_t)bytes;
  at = at < low ? low : at;
  end = end > high ? high : end;
  return at < end ? visit(context, (uint64_t)at, (uint64_t)(end - at)) : 0;
}

int rnpu_visit_runs(const rnpu_access *a, int64_t low, int64_t high, rnpu_run_visitor *visit, void *context) {
  if (a->solid)
    return visit_cut(a->low, (uint64_t)(a->high - a->low), low, high, visit, context);
  for (int64_t i = 0; i < a->extent[0]; ++i)
    for (int64_t j = 0; j < a->extent[1]; ++j)
      for (int64_t k = 0; k < a->extent[2]; ++k) {
        int64_t at = a->base + i * a->stride[0] + j * a->stride[1] + k * a->stride[2];
        for (int64_t l = 0; l < a->extent[3]; ++l, at += a->stride[3]) {
          int found = visit_cut(at, a->run, low, high, visit, context);
          if (found)
            return found;
        }
      }
  return 0;
}

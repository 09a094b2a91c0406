#include "runtime/kernels/pool.h"
#include "runtime/kernels/pool_taps.h"

/* Keeps records[0 .. size) ascending and distinct; returns the new size. */
static int64_t insert(npu_count_mult *records, int64_t size, int64_t capacity, int64_t count) {
  int64_t at = size < capacity ? size : capacity;
  while (at > 0 && records[at - 1].count > count)
    --at;
  if (at > 0 && records[at - 1].count == count)
    return size;
  for (int64_t i = size < capacity ? size : capacity - 1; i > at; --i)
    records[i] = records[i - 1];
  if (at < capacity)
    records[at] = (npu_count_mult){count, 0};
  return size + 1;
}

int64_t npu_pool_counts(const npu_pool *pool, npu_count_mult *records, int64_t capacity) {
  const npu_axis *rows = &pool->window.rows, *columns = &pool->window.columns;
  int64_t size = 0, last = 0;
  for (int64_t y = 0; y < rows->out; ++y) {
    const int64_t high = npu_taps_counted(rows, y, pool->count_include_pad);
    for (int64_t x = 0; x < columns->out; ++x) {
      const int64_t count = high * npu_taps_counted(columns, x, pool->count_include_pad);
      if (count > 0 && count != last)
        size = insert(records, size, capacity, count);
      last = count;
    }
  }
  return size;
}

int npu_pool_mults(double ratio, uint32_t mult_bits, npu_count_mult *records, int64_t mult_count, uint32_t *shift,
                   double *deviation) {
  /* The smallest count has the largest factor, so it alone sets the shift. */
  int64_t smallest = records[0].count;
  for (int64_t i = 1; i < mult_count; ++i)
    smallest = records[i].count < smallest ? records[i].count : smallest;
  const double largest = ratio / (double)smallest;
  double worst = 0;
  for (int64_t i = 0; i < mult_count; ++i) {
    const double pair[2] = {largest, ratio / (double)records[i].count};
    int32_t mults[2];
    double off;
    if (!npu_rescale_choose_shared(pair, 2, mult_bits, mults, shift, &off))
      return 0;
    records[i].mult = mults[1];
    worst = off > worst ? off : worst;
  }
  if (deviation)
    *deviation = worst;
  return 1;
}

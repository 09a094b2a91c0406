/* MATMUL: matrices that multiply, batches that broadcast, capacities, and sums that cannot leave 32 bits (N3). */
#include "targets/rnpu/isa_matmul.h"
#include "targets/rnpu/verify_check.h"

static npu_status check_extents(rnpu_check *check, const rnpu_matmul *m) {
  if (m->transpose_a > 1 || m->transpose_b > 1)
    return RNPU_REFUSE(check, "transpose_a %u and transpose_b %u must be 0 or 1", m->transpose_a, m->transpose_b);
  if (rnpu_matmul_inner(m) != rnpu_matmul_inner_b(m))
    return RNPU_REFUSE(check, "%u columns of a by %u rows of b", rnpu_matmul_inner(m), rnpu_matmul_inner_b(m));
  if (rnpu_matmul_rows(m) != m->out.columns || rnpu_matmul_columns(m) != m->out.channels)
    return RNPU_REFUSE(check, "a product of %u by %u into an output of %u by %u", rnpu_matmul_rows(m),
                       rnpu_matmul_columns(m), m->out.columns, m->out.channels);
  if ((m->a.rows != 1 && m->a.rows != m->out.rows) || (m->b.rows != 1 && m->b.rows != m->out.rows))
    return RNPU_REFUSE(check, "%u and %u matrices are neither 1 nor the output's %u", m->a.rows, m->b.rows, m->out.rows);
  return NPU_OK;
}

static npu_status check_capacity(rnpu_check *check, const rnpu_matmul *m) {
  const rnpu_config *config = check->config;
  uint64_t acc = (uint64_t)m->out.rows * m->out.columns; /* inside SRAM and not overlapping: < 2^32 */
  uint64_t weights = (uint64_t)m->b.rows * m->b.columns; /* b may overlap itself: each product is limited in turn */
  if (weights > config->wbuf_bytes || weights * m->b.channels > config->wbuf_bytes)
    return RNPU_REFUSE(check, "tile b of %ux%ux%u bytes, wbuf has %u", m->b.rows, m->b.columns, m->b.channels,
                       config->wbuf_bytes);
  if (acc > config->acc_bytes || acc * m->out.channels * 4 > config->acc_bytes)
    return RNPU_REFUSE(check, "output tile %ux%ux%u exceeds the accumulators' %u bytes", m->out.rows, m->out.columns,
                       m->out.channels, config->acc_bytes);
  return NPU_OK;
}

static npu_status check_output_stage(rnpu_check *check, const rnpu_matmul *m) {
  if (m->mult < 0 || m->shift < 2 || m->shift > 62)
    return RNPU_REFUSE(check, "mult %d and shift %u, must be at least 0 and 2..62", m->mult, m->shift);
  return rnpu_check_clamp(check, &m->out, m->act_min, m->act_max);
}

/* Over all commands of the accumulation; the inner extent is below 2^27, a product at most 255 * 255. */
static npu_status check_sums(rnpu_check *check, const rnpu_matmul *m) {
  rnpu_accumulation *sum = &check->accumulating[rnpu_engine(check->command->queue)];
  sum->most += rnpu_matmul_inner(m) * rnpu_matmul_reach(&m->a) * rnpu_matmul_reach(&m->b);
  if (sum->most > INT32_MAX)
    return RNPU_REFUSE(check, "sums may reach %lld, accumulators hold 32 bits", (long long)sum->most);
  return NPU_OK;
}

npu_status rnpu_check_matmul(rnpu_check *check, const rnpu_matmul *m) {
  RNPU_TRY(rnpu_check_zero(check, m->reserved, sizeof m->reserved));
  RNPU_TRY(rnpu_check_zero(check, m->reserved2, sizeof m->reserved2));
  RNPU_TRY(rnpu_check_tile(check, "a", &m->a, 0));
  RNPU_TRY(rnpu_check_tile(check, "b", &m->b, 0));
  RNPU_TRY(rnpu_check_tile(check, "out", &m->out, 1));
  if (m->a.type != RNPU_I8 || m->b.type != RNPU_I8 || m->out.type != RNPU_I8)
    return RNPU_REFUSE(check, "types %u, %u -> %u, must be i8", m->a.type, m->b.type, m->out.type);
  RNPU_TRY(check_extents(check, m));
  RNPU_TRY(check_capacity(check, m));
  RNPU_TRY(check_output_stage(check, m));
  RNPU_TRY(rnpu_check_sequence(check, &m->out, m->first, m->last));
  return check_sums(check, m);
}

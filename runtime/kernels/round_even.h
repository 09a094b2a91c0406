/* Round half to even, independent of the host's rounding mode. */
#ifndef NPU_RUNTIME_KERNELS_ROUND_EVEN_H
#define NPU_RUNTIME_KERNELS_ROUND_EVEN_H

#include <math.h>

/* NaN and infinities are returned as they are. */
static inline double npu_round_even(double v) {
  if (!(fabs(v) < 4503599627370496.0)) /* 2^52: whole already, or not finite */
    return v;
  const double down = floor(v), rest = v - down;
  const int odd = down * 0.5 != floor(down * 0.5);
  return rest > 0.5 || (rest == 0.5 && odd) ? down + 1.0 : down;
}

#endif

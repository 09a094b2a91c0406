/* The one summation order of f32 kernels. Term i of a sum goes to lane i mod 8, lanes are added in a fixed tree at the
 * end: the same bits with any vector width and any number of threads, and a smaller error than one running sum. */
#ifndef NPU_RUNTIME_KERNELS_LANES_H
#define NPU_RUNTIME_KERNELS_LANES_H

#define NPU_LANES 8

typedef struct {
  float lane[NPU_LANES];
} npu_lanes;

static inline float npu_lanes_sum(const npu_lanes *sum) {
  const float *l = sum->lane;
  return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
}

#endif

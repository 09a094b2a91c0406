/* exp by a fixed instruction sequence (N13): the same bits on every host, no libm. */
#ifndef NPU_RUNTIME_KERNELS_EXP_H
#define NPU_RUNTIME_KERNELS_EXP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Within 1 ulp of the exact value; overflow gives infinity, underflow subnormals and then 0, NaN gives NaN. */
double npu_exp_f64(double x);

/* Within 1 ulp; results below the smallest normal are 0. */
float npu_exp_f32(float x);

#ifdef __cplusplus
}
#endif

#endif

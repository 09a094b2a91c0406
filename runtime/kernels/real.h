/* Functions of a real number by fixed instruction sequences (N13): the same bits on every host, of libm only sqrt,
 * floor and fabs. All within a few ulp of f64, so that rounded to f32 they are the nearest value but in rare ties. */
#ifndef NPU_RUNTIME_KERNELS_REAL_H
#define NPU_RUNTIME_KERNELS_REAL_H

#ifdef __cplusplus
extern "C" {
#endif

double npu_expm1_f64(double x);    /* exp x - 1, exact near 0 too */
double npu_log_f64(double x);      /* of 0 minus infinity, below NaN */
double npu_log1p_f64(double x);    /* log(1 + x), x >= 0 */
double npu_tanh_f64(double x);
double npu_sigmoid_f64(double x);  /* 1 / (1 + exp -x) */
double npu_softplus_f64(double x); /* log(1 + exp x) */
double npu_erf_f64(double x);
double npu_pow_f64(double x, double y); /* NaN for x < 0 and y not whole */

#ifdef __cplusplus
}
#endif

#endif

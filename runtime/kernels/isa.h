/* Copies of one function for several instruction sets, chosen at run time. Internal to the kernels. */
#ifndef NPU_RUNTIME_KERNELS_ISA_H
#define NPU_RUNTIME_KERNELS_ISA_H

#if defined(__GNUC__)
/* Becomes part of its callers, and so takes their instruction set. */
#define NPU_INLINE static inline __attribute__((always_inline))
#else
#define NPU_INLINE static inline
#endif

#if defined(__x86_64__) && defined(__GNUC__)
/* A function for hosts with AVX2, called where __builtin_cpu_supports says so. */
#define NPU_AVX2 __attribute__((target("avx2")))
#endif

#endif

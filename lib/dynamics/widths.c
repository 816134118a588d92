#include "dynamics/widths.h"

#if defined(CDY_HAVE_X4) || defined(CDY_HAVE_X1_FMA)
static bool has_fma(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

#if defined(CDY_HAVE_X8) || defined(CDY_HAVE_X1_AVX512)
static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
}
#endif

#ifdef CDY_FLOAT

const cdy_kernels *cdy_choose_kernels(int lanes)
{
#ifdef CDY_HAVE_X8
    if ((lanes == 16 || lanes == 0) && has_avx512()) {
        return &cdy_kernels_f16;
    }
#endif
#ifdef CDY_HAVE_X4
    if ((lanes == 8 || lanes == 0) && has_fma()) {
        return &cdy_kernels_f8;
    }
#endif
    return lanes == 4 || lanes == 0 ? &cdy_kernels_f4 : NULL;
}

#else

const cdy_kernels *cdy_choose_kernels(int lanes)
{
#ifdef CDY_HAVE_X8
    if ((lanes == 8 || lanes == 0) && has_avx512()) {
        return &cdy_kernels_x8;
    }
#endif
#ifdef CDY_HAVE_X4
    if ((lanes == 4 || lanes == 0) && has_fma()) {
        return &cdy_kernels_x4;
    }
#endif
#ifdef CDY_HAVE_X2
    if (lanes == 2 || lanes == 0) {
        return &cdy_kernels_x2;
    }
#endif
#ifdef CDY_HAVE_X1_AVX512
    if (lanes == 1 && has_avx512()) {
        return &cdy_kernels_x1_avx512;
    }
#endif
#ifdef CDY_HAVE_X1_FMA
    if (lanes == 1 && has_fma()) {
        return &cdy_kernels_x1_fma;
    }
#endif
    return lanes == 1 || lanes == 0 ? &cdy_kernels_x1 : NULL;
}

#endif

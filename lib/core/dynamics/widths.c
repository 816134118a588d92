#include "dynamics/widths.h"

#include "dynamics/instruction_set.h"

#if defined(CDY_HAVE_X4) || defined(CDY_HAVE_X8) || defined(CDY_HAVE_X1_FMA) || defined(CDY_HAVE_X1_AVX512)
static bool has(instruction_set wanted)
{
    return cdy_instruction_set() >= wanted;
}
#endif

#ifdef CDY_FLOAT

const cdy_kernels *cdy_choose_kernels(int lanes)
{
#ifdef CDY_HAVE_X8
    if ((lanes == 16 || lanes == 0) && has(INSTRUCTIONS_AVX512)) {
        return &cdy_kernels_f16;
    }
#endif
#ifdef CDY_HAVE_X4
    if ((lanes == 8 || lanes == 0) && has(INSTRUCTIONS_AVX2)) {
        return &cdy_kernels_f8;
    }
#endif
#ifdef CDY_HAVE_F4
    return lanes == 4 || lanes == 0 ? &cdy_kernels_f4 : NULL;
#else
    return NULL;
#endif
}

#else

const cdy_kernels *cdy_choose_kernels(int lanes)
{
#ifdef CDY_HAVE_X8
    if ((lanes == 8 || lanes == 0) && has(INSTRUCTIONS_AVX512)) {
        return &cdy_kernels_x8;
    }
#endif
#ifdef CDY_HAVE_X4
    if ((lanes == 4 || lanes == 0) && has(INSTRUCTIONS_AVX2)) {
        return &cdy_kernels_x4;
    }
#endif
#ifdef CDY_HAVE_X2
    if (lanes == 2 || lanes == 0) {
        return &cdy_kernels_x2;
    }
#endif
#ifdef CDY_HAVE_X1_AVX512
    if (lanes == 1 && has(INSTRUCTIONS_AVX512)) {
        return &cdy_kernels_x1_avx512;
    }
#endif
#ifdef CDY_HAVE_X1_FMA
    if (lanes == 1 && has(INSTRUCTIONS_AVX2)) {
        return &cdy_kernels_x1_fma;
    }
#endif
    return lanes == 1 || lanes == 0 ? &cdy_kernels_x1 : NULL;
}

#endif

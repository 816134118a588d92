/* The number that algorithms are written over.
 *
 * `real` is one double, or a vector of them with one robot state a lane, or another number type that C has: a kernel
 * is compiled once for each, by CDY_LANES (1, 2, 4, 8), by that and CDY_FLOAT (floats: 4, 8, 16), by CDY_REAL (long
 * double, double _Complex), or by CDY_REAL_HEADER, which names a header that defines it. A kernel uses + - * / and the
 * helpers below on a `real`; it never compares one. */
#ifndef CDY_SPATIAL_REAL_H
#define CDY_SPATIAL_REAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef CDY_LANES
#define CDY_LANES 1
#endif

/* `scalar`: the number type of one lane and of arrays in memory. */
#ifdef CDY_FLOAT
typedef float scalar;
typedef int32_t scalar_bits;
typedef uint32_t scalar_words;
#else
typedef double scalar;
typedef int64_t scalar_bits;
typedef uint64_t scalar_words;
#endif

/* A scalar at any address: rows are where the caller has them, perhaps behind a header of an odd number of bytes. */
typedef scalar loose_scalar __attribute__((aligned(1), may_alias));

#ifdef CDY_REAL_HEADER

// cppcheck-suppress preprocessorErrorDirective // who defines it names a header
#include CDY_REAL_HEADER

#else

#if defined(CDY_REAL)
#include <complex.h>
#include <tgmath.h>
#undef I /* complex.h defines I as the imaginary unit */
typedef CDY_REAL real;
#elif CDY_LANES == 1
typedef scalar real;
typedef scalar_bits real_bits;
typedef scalar_words real_words;
#else
typedef scalar real __attribute__((vector_size(sizeof(scalar) * CDY_LANES), may_alias));
typedef scalar_bits real_bits __attribute__((vector_size(sizeof(scalar) * CDY_LANES), may_alias));
typedef scalar_words real_words __attribute__((vector_size(sizeof(scalar) * CDY_LANES), may_alias));
#endif

/* The same number in every lane. C cannot initialise a vector with a number, but can subtract one from it; x - 0 is x
 * for every x, while x + 0 is not for -0. */
static inline real real_from(scalar x)
{
    return x - (real){0};
}

/* Number `k` of an array of doubles that a kernel takes; traced kernels take another array. */
static inline real real_argument(const double *x, int k)
{
    return real_from((scalar)x[k]);
}

#ifdef CDY_REAL

static inline void real_sincos_all(int count, const real *angles, real *sines, real *cosines)
{
    for (int i = 0; i < count; i++) {
        sines[i] = sin(angles[i]);
        cosines[i] = cos(angles[i]);
    }
}

#else

#include "spatial/sincos.h"

#endif

#endif

/* The number type of masses and inertias in the records of a model; traced kernels have another. */
#ifndef CDY_INERTIAL_SCALAR
#define CDY_INERTIAL_SCALAR scalar
#endif
typedef CDY_INERTIAL_SCALAR inertial_scalar;

#endif

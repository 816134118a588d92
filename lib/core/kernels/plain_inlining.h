/* Inlining where nothing optimizes: none, since a function in place of each of its calls takes several times as long to
 * compile there, and computes the same. Comes before the kernels. */
#ifndef CDY_KERNELS_PLAIN_INLINING_H
#define CDY_KERNELS_PLAIN_INLINING_H

#include "kernels/inlining.h"

#undef ALWAYS_INLINE
#define ALWAYS_INLINE static inline

#endif

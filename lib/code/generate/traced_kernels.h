/* Kernels whose arrays hold expressions instead of numbers (traced_kernels.cpp). */
#ifndef CDY_GENERATE_TRACED_KERNELS_H
#define CDY_GENERATE_TRACED_KERNELS_H

#include "generate/graph.h"
#include "kernels/kernels.h"

extern const cdy_kernels cdy_kernels_traced;

/* Arrays of expressions as the kernels' table names them. */
static inline const double *as_input(const expression *x)
{
    return (const double *)(const void *)x;
}

static inline double *as_output(expression *x)
{
    return (double *)(void *)x;
}

#endif

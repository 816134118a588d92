/* The number of traced kernels: an expression, whose operators add nodes to its graph. C++, since C has no operators
 * over types of its own; nothing of C++'s library is used. Included by spatial/real.h. */
#ifndef CDY_GENERATE_TRACED_REAL_H
#define CDY_GENERATE_TRACED_REAL_H

#include "generate/graph.h"

#define CDY_REAL expression /* no double, no lanes of them */
#define _Static_assert static_assert
#define restrict

typedef expression real;

static inline real real_from(double x)
{
    return expression_constant(x);
}

#define CDY_INERTIAL_SCALAR expression /* traced_model.h */

static inline real real_from(expression x)
{
    return x;
}

/* Arrays that kernels take hold expressions in the place of numbers. */
static inline real real_argument(const double *x, int k)
{
    return ((const real *)(const void *)x)[k];
}

#define CDY_OPERATOR(symbol, function)                                                                                 \
    static inline real operator symbol(real a, real b)                                                                 \
    {                                                                                                                  \
        return function(a, b);                                                                                         \
    }                                                                                                                  \
    static inline real operator symbol(double a, real b)                                                               \
    {                                                                                                                  \
        return function(real_from(a), b);                                                                              \
    }                                                                                                                  \
    static inline real operator symbol(real a, double b)                                                               \
    {                                                                                                                  \
        return function(a, real_from(b));                                                                              \
    }                                                                                                                  \
    static inline real &operator symbol##=(real &a, real b)                                                            \
    {                                                                                                                  \
        return a = function(a, b);                                                                                     \
    }
CDY_OPERATOR(+, cdy_graph_add)
CDY_OPERATOR(-, cdy_graph_subtract)
CDY_OPERATOR(*, cdy_graph_multiply)
CDY_OPERATOR(/, cdy_graph_divide)
#undef CDY_OPERATOR

static inline real operator-(real a)
{
    return cdy_graph_negate(a);
}

static inline void real_sincos_all(int count, const real *angles, real *sines, real *cosines)
{
    for (int i = 0; i < count; i++) {
        sines[i] = cdy_graph_function(NODE_SINE, angles[i]);
        cosines[i] = cdy_graph_function(NODE_COSINE, angles[i]);
    }
}

#endif

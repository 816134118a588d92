/* Integers that do not fit into int64_t: sign and magnitude. */
#ifndef CDY_XACRO_BIG_H
#define CDY_XACRO_BIG_H

#include "xacro/natural.h"

typedef struct cdy_big {
    bool negative;
    size_t count;
    uint32_t limbs[]; /* as in natural.h */
} cdy_big;

/* Returns the nearest number, infinite where it is too large for one. */
double cdy_big_number(const cdy_big *big);

bool cdy_big_equals(const cdy_big *a, const cdy_big *b);

#endif

/* The kernels over doubles that run on any machine: one lane of the library, and lanes of the tests' own. */
#ifndef CDY_TESTS_ANY_KERNELS_H
#define CDY_TESTS_ANY_KERNELS_H

#include "dynamics/widths.h"
#include "support/suite.h"

extern const cdy_kernels cdy_kernels_lanes2, cdy_kernels_lanes4, cdy_kernels_lanes8;

enum { ANY_MACHINE = UNLESS_WATCHED(4, 2) };

/* Returns one of them, 0 <= i < ANY_MACHINE. */
static inline const cdy_kernels *kernels_for_any_machine(int i)
{
    const cdy_kernels *const all[ANY_MACHINE] = {
        &cdy_kernels_x1,
        &cdy_kernels_lanes4,
#ifndef CDY_WATCHED
        &cdy_kernels_lanes2,
        &cdy_kernels_lanes8,
#endif
    };
    return all[i];
}

#endif
